"""Columns of a table looked at one by one, two by two, and against the target."""
