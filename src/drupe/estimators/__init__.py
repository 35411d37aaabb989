"""Machines behind scikit-learn's interface, one folder for each family."""
