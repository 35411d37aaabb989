"""Data far from the origin: a shift that leaves all distances as they are, and their digits in single precision."""

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.inputs.vectors import Vectors

LOOKED_AT = 256
"""Examples from which one sees where the data lie."""

FAR = 16.0
"""Columns whose mean is more than so many times the spread of all together cost distances digits when rounded."""


def center(view: Vectors) -> Vector | None:
    """Where the columns that are far from zero lie, zero for others; None if none is far.

    >>> center(Vectors.of([[1e6 + 0.1, 0.0], [1e6 + 0.3, 1.0]])).round(6).tolist()
    [1000000.2, 0.0]
    """
    rows = view.array[:: max(1, len(view) // LOOKED_AT)]
    if not rows.shape[0] or not rows.shape[1]:
        return None
    few = rows.toarray() if view.sparse else rows
    with np.errstate(over="ignore", invalid="ignore"):
        mean = few.mean(axis=0, dtype=np.float64)
        far = np.abs(mean) > FAR * np.sqrt(few.var(axis=0, dtype=np.float64).sum())
        # Whole numbers, of which single precision keeps all digits, stay where they are: they can be packed tighter.
        far &= (few.astype(np.float32) != few).any(axis=0)
    return np.where(far, mean, 0.0) if far.any() else None
