"""How rich a class of rules is: growth, dimension, covers, random signs, and how little one example matters."""
