"""Whether columns of numbers have been brought to one scale already."""

import numpy as np

from drupe.foundation.arrays import Matrix

NARROW = 0.2
"""Standard deviation of the widest column below which a table in [−1, 1] is scaled nevertheless."""


def is_scaled(array: Matrix) -> bool:
    """Whether all values lie in [−1, 1] and some column reaches for its ends; empty cells do not count.

    >>> is_scaled(np.array([[0.5], [-1.0]])), is_scaled(np.array([[100.0], [300.0]]))
    (True, False)
    """
    if not array.size or np.isnan(array).all():
        return False
    within = float(np.nanmax(np.abs(array))) <= 1.0
    there = array[:, ~np.isnan(array).all(axis=0)]
    return within and float(np.nanstd(there, axis=0).max(initial=0.0)) >= NARROW
