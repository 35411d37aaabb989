"""Kernels on sequences: one formula per file."""
