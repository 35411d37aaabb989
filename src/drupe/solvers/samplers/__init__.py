"""Ways to draw classifiers from version space."""
