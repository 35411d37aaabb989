"""Machines that trade a loss against the norm of a function: ridge regression and its relatives."""
