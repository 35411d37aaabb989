"""Positions of examples, from whatever says which ones: numbers, negative numbers, a mask, a slice."""

from typing import Any

import numpy as np

from drupe.foundation.arrays import Index, aligned
from drupe.foundation.errors import InputError, InputTypeError


def positions(index: Any, size: int, what: str = "examples") -> Index:
    """Numbers in [0, size), in the order asked for.

    >>> positions([-1, 0], 3).tolist(), positions([True, False, True], 3).tolist()
    ([2, 0], [0, 2])
    """
    if isinstance(index, slice):
        return np.arange(*index.indices(size), dtype=np.int64)
    chosen = np.asarray(index)
    if chosen.ndim != 1:
        raise InputError(
            f"an index of {what} is one list of positions, got {chosen.ndim} dimensions; pass [i] for one."
        )
    if chosen.dtype == np.bool_:
        if len(chosen) != size:
            raise InputError(f"the mask has {len(chosen)} entries, but there are {size} {what}.")
        return np.flatnonzero(chosen).astype(np.int64, copy=False)
    if not len(chosen):
        return np.empty(0, dtype=np.int64)
    if chosen.dtype.kind not in "iu":
        raise InputTypeError(f"an index of {what} must hold whole numbers or be a mask, got {chosen.dtype}.")
    low, high = int(chosen.min()), int(chosen.max())
    if low < -size or high >= size:
        raise InputError(f"position {high if high >= size else low} was asked for, but there are {size} {what}.")
    chosen = aligned(chosen.astype(np.int64, copy=False))
    return np.where(chosen < 0, chosen + size, chosen) if low < 0 else chosen


def are_positions(index: Any) -> bool:
    """Whether what a file gave is one list of positions: whole numbers in 64 bits, none of them negative."""
    whole = isinstance(index, np.ndarray) and index.dtype == np.int64 and index.ndim == 1
    return whole and bool((index >= 0).all())
