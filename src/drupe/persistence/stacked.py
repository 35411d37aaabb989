"""An array that is other arrays, one below the other: all support vectors, beside those of each class."""

from collections.abc import Mapping
from typing import Any

import numpy.typing as npt

SMALLEST = 4096
"""Bytes of an array from which on it is worth looking."""


def stack_of(array: npt.NDArray[Any], stored: Mapping[str, npt.NDArray[Any]]) -> list[str]:
    """The names of the stored arrays that make up this one, to the last bit and in their order; none if they do not.

    >>> import numpy as np
    >>> rows = np.arange(2048.0).reshape(-1, 2)
    >>> stack_of(rows, {"a": rows[:600], "b": np.ones((3, 2)), "c": rows[600:]})
    ['a', 'c']
    """
    if array.nbytes < SMALLEST or not array.ndim:
        return []
    names, end = [], 0
    for name, part in stored.items():
        alike = part.dtype == array.dtype and part.shape[1:] == array.shape[1:] and part.ndim == array.ndim
        rest = array[end : end + len(part)] if alike else array[:0]
        if len(rest) and len(rest) == len(part) and rest.tobytes() == part.tobytes():
            names.append(name)
            end += len(part)
    return names if end == len(array) and len(names) > 1 else []
