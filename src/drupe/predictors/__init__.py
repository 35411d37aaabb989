"""Fitted functions, frozen."""
