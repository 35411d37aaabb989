"""What bounds speak of, in small: oracles that count, learners over finite classes, risks and how they shake."""
