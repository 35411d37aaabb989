"""Compression: rules that a few of the examples give again."""
