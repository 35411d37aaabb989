"""Machines that know a Gaussian distribution over functions."""
