"""The centers of several functions as one collection, without a copy where they lie one after the other."""

from collections.abc import Sequence
from functools import reduce
from itertools import pairwise
from typing import Any

import numpy as np
import scipy.sparse as sp

from drupe.inputs.base import Inputs, Origin
from drupe.inputs.sequences import Sequences
from drupe.inputs.vectors import Vectors


def joined_centers(parts: Sequence[Inputs]) -> Inputs | None:
    """All of them in this order, if they can be joined; the same examples, if all came from one collection.

    >>> both = Vectors.of([[1.0], [2.0], [3.0]])
    >>> joined = joined_centers([both.between(0, 2), both.between(2, 3)])
    >>> joined.array is both.array, joined.origin.shares(both.origin)
    (False, True)
    >>> np.shares_memory(joined.array, both.array)
    True
    """
    if all(type(part) is Vectors for part in parts):
        vectors = [part for part in parts if isinstance(part, Vectors)]
        return Vectors(_together([part.array for part in vectors]), _origin(vectors), vectors[0].names)
    if all(isinstance(part, Vectors | Sequences) for part in parts):
        return reduce(lambda left, right: left.joined(right), parts)
    return None


def _origin(parts: Sequence[Inputs]) -> Origin:
    """Joined examples of several collections count as new ones."""
    first = parts[0].origin
    if not all(part.origin.shares(first) for part in parts):
        return Origin.new(sum(map(len, parts)))
    return Origin(np.concatenate([part.origin.positions for part in parts]), first.token)


def _together(arrays: list[Any]) -> Any:
    if any(sp.issparse(array) for array in arrays):
        return sp.vstack(arrays, format="csr")
    lying = [array for array in arrays if len(array)]
    whole: Any = lying[0].base if lying else None
    if not _rows_of(whole, lying) or any(_place(a) + a.nbytes != _place(b) for a, b in pairwise(lying)):
        return np.vstack(arrays)
    first = (_place(lying[0]) - _place(whole)) // whole.strides[0]
    return whole[first : first + sum(map(len, lying))]


def _rows_of(whole: Any, arrays: list[Any]) -> bool:
    """Whether these are rows of one table that lies in the order of its rows."""
    if not isinstance(whole, np.ndarray) or whole.ndim != 2 or not whole.flags.c_contiguous:
        return False
    return all(a.base is whole and a.shape[1] == whole.shape[1] and a.flags.c_contiguous for a in arrays)


def _place(array: Any) -> int:
    """Where its first number is."""
    return int(array.__array_interface__["data"][0])
