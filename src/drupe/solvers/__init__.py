"""Problems and the algorithms that solve them; they see Grams, never data."""
