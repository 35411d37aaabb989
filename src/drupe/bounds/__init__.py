"""Theorems on how wrong a fitted rule can be, as objects."""
