"""Inequalities that say how far a sample strays from its law, each with its inverse, and none rounded in its favor."""
