"""From a fitted model to a statement of how wrong it can be."""
