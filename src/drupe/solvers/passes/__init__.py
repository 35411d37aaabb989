"""Minimizers that see the data in passes: each evaluation is one sum over all rows, for many functions at once."""
