"""Classifiers that compare with the examples themselves: means, neighbors, windows; and the one that does not look."""
