"""Probability in small: distributions that are no exponential families, and how far two are apart."""
