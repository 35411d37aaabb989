"""Machines in the columns themselves, without kernels: linear support vectors and logistic regression."""
