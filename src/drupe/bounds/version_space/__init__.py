"""Version space: how much of a prior survives the examples, measured."""
