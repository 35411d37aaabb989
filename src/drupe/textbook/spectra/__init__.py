"""Covariances and their eigenvalues under small changes of the sample."""
