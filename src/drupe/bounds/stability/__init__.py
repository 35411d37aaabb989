"""Stability: learners to which no single example matters much."""
