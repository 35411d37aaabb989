"""Discriminants: projections that draw the members of a class together and pull classes apart."""
