"""Matrices: inverses and determinants of parts and of sums, products of factors, derivatives, norms."""
