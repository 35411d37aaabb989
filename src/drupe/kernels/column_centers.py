"""Data far from the origin: a shift that leaves all distances as they are, and their digits in single precision."""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Matrix, Vector
from drupe.inputs.vectors import Vectors

Mask: TypeAlias = npt.NDArray[np.bool_]

LOOKED_AT = 256
"""Examples from which one sees where the data lie."""

FAR = 16.0
"""Columns whose mean is more than so many times the spread of all together cost distances digits when rounded."""


def center(view: Vectors) -> Vector | None:
    """Where the columns that are far from zero lie, zero for others; None if none is far.

    Of sparse examples, which are never moved, only the columns with entries are counted.

    >>> center(Vectors.of([[1e6 + 0.1, 0.0], [1e6 + 0.3, 1.0]])).round(6).tolist()
    [1000000.2, 0.0]
    """
    rows = view.array[:: max(1, len(view) // LOOKED_AT)]
    if not rows.shape[0] or not rows.shape[1]:
        return None
    with np.errstate(over="ignore", invalid="ignore"):
        mean, variance, rounded = _sparse_moments(rows) if view.sparse else _moments(rows)
        # Whole numbers, of which single precision keeps all digits, stay where they are: they can be packed tighter.
        far = (np.abs(mean) > FAR * np.sqrt(variance.sum())) & rounded
    return np.where(far, mean, 0.0) if far.any() else None


def _moments(rows: Matrix) -> tuple[Vector, Vector, Mask]:
    """Mean and variance of every column, and whether single precision rounds any of its numbers."""
    mean, variance = rows.mean(axis=0, dtype=np.float64), rows.var(axis=0, dtype=np.float64)
    return mean, variance, (rows.astype(np.float32) != rows).any(axis=0)


def _sparse_moments(rows: Any) -> tuple[Vector, Vector, Mask]:
    """The same for the columns that have entries."""
    n = rows.shape[0]
    _, place, stored = np.unique(rows.indices, return_inverse=True, return_counts=True)
    mean = np.bincount(place, rows.data) / n
    spread = np.bincount(place, (rows.data - mean[place]) ** 2) + (n - stored) * mean**2
    return mean, spread / n, np.bincount(place, rows.data.astype(np.float32) != rows.data) > 0
