"""Experiments: figures and tables that show the library at work, one file each."""
