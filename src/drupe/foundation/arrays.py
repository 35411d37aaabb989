"""The array types that the mathematics speaks of, and where their numbers must lie."""

from typing import Any, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

Vector: TypeAlias = npt.NDArray[np.floating[Any]]
"""One real number per example (or per feature)."""

Matrix: TypeAlias = npt.NDArray[np.floating[Any]]
"""A two-dimensional array of real numbers; rows are examples unless said otherwise."""

Index: TypeAlias = npt.NDArray[np.int64]
"""Positions of examples in a collection."""

_Array = TypeVar("_Array", bound=npt.NDArray[Any])


def aligned(array: _Array) -> _Array:
    """The array, copied if its numbers lie at addresses that the processor does not take: parts of records, of bytes.

    >>> odd = np.frombuffer(bytes(17), dtype=np.float64, offset=1)
    >>> odd.flags.aligned, aligned(odd).flags.aligned
    (False, True)
    """
    return array if array.flags.aligned else array.copy()
