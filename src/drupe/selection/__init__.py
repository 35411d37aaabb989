"""Choosing kernels and parameters."""
