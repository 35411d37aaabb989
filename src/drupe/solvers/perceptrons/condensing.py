"""Condensing: keep only the examples that those kept before would get wrong as nearest neighbors."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index, Vector
from drupe.foundation.errors import InputError


@dataclass(frozen=True, eq=False)
class Condensed:
    """A part of the sample whose nearest neighbor rule agrees with the whole sample.

    Parameters
    ----------
    kept
        Positions in the order in which they were kept.
    passes
        Passes through the examples, the clean one included.
    errors
        Examples that are wrong all the same: copies of a kept one with another label.
    """

    kept: Index
    passes: int
    errors: int


def condense(distances_from: Callable[[int], Vector], codes: npt.NDArray[Any]) -> Condensed:
    """Start with the first example; add each that its nearest kept one gets wrong; until a whole pass adds none.

    Equally near ones count in the order of their positions. O(n) memory, and one row of distances for each that is
    kept.

    Parameters
    ----------
    distances_from
        Numbers in the order of the distances from one example to all.
    codes
        The class of each example.

    Examples
    --------
    >>> x = np.array([0.0, 1.0, 2.0, 9.0, 10.0])
    >>> condense(lambda i: np.abs(x - x[i]), np.array([0, 0, 0, 1, 1])).kept.tolist()
    [0, 3]

    References
    ----------
    [Hart68]_, page 515; [Graepel02]_, section 2.2.1.
    """
    n = len(codes)
    if n == 0:
        raise InputError("there are no examples to condense.")
    nearest, distance = np.full(n, n), np.full(n, np.inf)
    kept: list[int] = []
    found, passes = 0, 1
    while True:
        kept.append(found)
        row = np.asarray(distances_from(found), dtype=np.float64)
        closer = (row < distance) | ((row == distance) & (found < nearest))
        nearest[closer], distance[closer] = found, row[closer]
        wrong = codes[nearest] != codes
        errors = int(wrong.sum())
        # Once it is kept, an example can only be wrong where a copy of it has another label.
        wrong[kept] = False
        ahead = np.flatnonzero(wrong[found + 1 :])
        if len(ahead):
            found += 1 + int(ahead[0])
            continue
        passes += 1
        if not wrong.any():
            return Condensed(np.array(kept, dtype=np.int64), passes, errors)
        found = int(wrong.argmax())
