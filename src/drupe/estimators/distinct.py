"""The distinct labels of a column, and which of them each example has."""

from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index

FARTHEST = 2**53
"""Labels beyond are not counted, so that the difference of two stays a whole number of 64 bits."""


def distinct(labels: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], Index]:
    """The distinct labels in rising order, and the place of each label among them.

    Whole numbers that lie close together, as the codes of classes do, are counted; all others have to be sorted.

    >>> [found.tolist() for found in distinct(np.array([3, 5, 3]))]
    [[3, 5], [0, 1, 0]]
    """
    if labels.dtype.kind in "iu" and len(labels):
        low, high = int(labels.min()), int(labels.max())
        if low > -FARTHEST and high < FARTHEST and high - low <= len(labels):
            return _counted(labels, low)
    classes, codes = np.unique(labels, return_inverse=True)
    return classes, codes.astype(np.int64).reshape(-1)


def _counted(labels: npt.NDArray[Any], low: int) -> tuple[npt.NDArray[Any], Index]:
    above = labels.astype(np.int64)
    above -= low
    there = np.bincount(above) > 0
    classes = (np.flatnonzero(there) + low).astype(labels.dtype)
    # Where there are no gaps, how far a label lies above the least one is its place.
    return classes, above if len(classes) == len(there) else (np.cumsum(there) - 1)[above]
