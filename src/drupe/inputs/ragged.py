"""Lists of different lengths, one after the other in a flat array: list i is values[offsets[i]:offsets[i + 1]]."""

from collections.abc import Iterable
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index
from drupe.inputs.index import are_positions

_Array = TypeVar("_Array", bound=npt.NDArray[Any])


def offsets_of(lengths: Iterable[int]) -> Index:
    """Where lists of these lengths start, and where the last one ends."""
    return np.concatenate([[0], np.cumsum(np.fromiter(lengths, dtype=np.int64), dtype=np.int64)])


def places_of(offsets: Index, index: Index) -> tuple[Index, Index]:
    """Where the entries of the lists at these positions stand in the flat array, and the offsets of these lists.

    >>> places_of(np.array([0, 2, 2, 5]), np.array([2, 0]))
    (array([2, 3, 4, 0, 1]), array([0, 3, 5]))
    """
    lengths = np.diff(offsets)[index]
    chosen = offsets_of(lengths)
    return np.arange(chosen[-1]) + np.repeat(offsets[index] - chosen[:-1], lengths), chosen


def are_offsets(offsets: Any, size: int) -> bool:
    """Whether what a file gave are the offsets of lists that fill an array of this size."""
    if not are_positions(offsets) or not len(offsets):
        return False
    return bool(offsets[0] == 0 and offsets[-1] == size and (np.diff(offsets) >= 0).all())
