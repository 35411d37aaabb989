"""Whether columns of numbers have been brought to one scale already."""

import numpy as np

from drupe.foundation.arrays import Matrix

NARROW = 0.2
"""Standard deviation of the widest column below which a table in [−1, 1] is scaled nevertheless."""

SHORT = 1e-3
"""A column in [−1, 1] whose values differ by less at most has units of its own, as moles among shares."""


def is_scaled(array: Matrix) -> bool:
    """Whether all values lie in [−1, 1], some column reaches for its ends and none is lost; empty cells do not count.

    >>> is_scaled(np.array([[0.5], [-1.0]])), is_scaled(np.array([[100.0], [300.0]]))
    (True, False)
    >>> is_scaled(np.array([[0.5, 1e-6], [-1.0, 3e-6]]))
    False
    """
    if not array.size or np.isnan(array).all():
        return False
    within = float(np.nanmax(np.abs(array))) <= 1.0
    there = array[:, ~np.isnan(array).all(axis=0)]
    if not within or float(np.nanstd(there, axis=0).max(initial=0.0)) < NARROW:
        return False
    reach = np.nanmax(there, axis=0) - np.nanmin(there, axis=0)
    return bool(reach[reach > 0.0].min() >= SHORT)
