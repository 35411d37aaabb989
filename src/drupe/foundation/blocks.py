"""Positions in blocks, so that what is computed of many examples at once stays small."""

from collections.abc import Iterator

import numpy as np

from drupe.foundation.arrays import Index


def blocks(n: int, size: int) -> Iterator[Index]:
    """The positions 0..n−1 in their order, so many at a time, but at least one.

    >>> [block.tolist() for block in blocks(5, 2)]
    [[0, 1], [2, 3], [4]]
    """
    for start in range(0, n, max(1, size)):
        yield np.arange(start, min(start + max(1, size), n))
