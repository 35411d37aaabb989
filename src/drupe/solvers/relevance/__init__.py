"""Weighted sums of few functions, chosen among many by the evidence."""
