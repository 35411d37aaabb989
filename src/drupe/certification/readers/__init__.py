"""Readers: what fitted machines can witness, one file for each kind of machine."""
