"""Learning in small: oracles that count, learners over finite classes, beliefs, risks and how they shake."""
