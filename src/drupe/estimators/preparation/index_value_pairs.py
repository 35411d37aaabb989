"""Rows as lists of (index, value), zeros left out: how sparse vectors are written down, with the way back."""

from collections.abc import Iterable
from itertools import pairwise
from numbers import Integral, Real
from typing import Any

import numpy as np
import scipy.sparse as sp

from drupe.foundation.errors import InputError, InputTypeError

Pairs = list[tuple[int, float]]
"""One row: the numbers of its columns, counted from 0 and rising, each with the entry there."""


def index_value_pairs(rows: sp.csr_array) -> list[Pairs]:
    """The entries of each row of a CSR matrix that are stored.

    >>> index_value_pairs(sp.csr_array([[0.0, 7.0, 0.0, 2.0], [0.0, 0.0, 0.0, 0.0]]))
    [[(1, 7.0), (3, 2.0)], []]

    References
    ----------
    [Graepel02]_, section 9.2.1.
    """
    entries = list(zip(rows.indices.tolist(), rows.data.tolist(), strict=True))
    return [entries[first:last] for first, last in pairwise(rows.indptr.tolist())]


def from_index_value_pairs(pairs: Iterable[Iterable[tuple[int, float]]], width: int) -> sp.csr_array:
    """The CSR matrix with so many columns that such lists describe; their order does not count.

    >>> from_index_value_pairs([[(3, 2.0), (1, 7.0)], []], width=4).toarray().tolist()
    [[0.0, 7.0, 0.0, 2.0], [0.0, 0.0, 0.0, 0.0]]
    """
    index: list[int] = []
    values: list[float] = []
    ends = [0]
    for row, written in enumerate(pairs):
        for pair in sorted(_checked(pair, row, width) for pair in written):
            if len(index) > ends[-1] and index[-1] == pair[0]:
                raise InputError(f"row {row} has two values for index {pair[0]}; an index stands once in each row.")
            index.append(pair[0])
            values.append(pair[1])
        ends.append(len(index))
    arrays = np.array(values, dtype=np.float64), np.array(index, dtype=np.int32), np.array(ends, dtype=np.int32)
    return sp.csr_array(arrays, shape=(len(ends) - 1, width))


def _checked(pair: Any, row: int, width: int) -> tuple[int, float]:
    try:
        index, value = pair
    except (TypeError, ValueError) as cause:
        raise InputTypeError(f"row {row} holds {pair!r}, which is no pair (index, value).") from cause
    if not isinstance(index, Integral) or not 0 <= int(index) < width:
        raise InputError(f"row {row} has the index {index!r}; indices are whole numbers from 0 to {width - 1}.")
    if not isinstance(value, Real) or not np.isfinite(float(value)):
        raise InputError(f"row {row} has {value!r} at index {index}; values are finite numbers.")
    return int(index), float(value)
