"""Kernel components: directions of feature space along which examples differ, and such as do not change."""
