"""Machines that stand in the middle of version space: the Bayes point, by samples or by a Gaussian."""
