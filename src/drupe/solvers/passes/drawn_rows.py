"""Rows drawn by a hash of their positions, evenly over all parts: candidates for landmarks, and rows of a sketch."""

import numpy as np

from drupe.foundation.arrays import Index
from drupe.foundation.position_hash import seed_for, uniforms
from drupe.solvers.passes.known_rows import AT_ONCE, Draw


def drawn_positions(n: int, count: int, draw: Draw) -> Index:
    """The positions of up to so many of n rows, watched ones left out, in a random order that is always the same.

    Those with the smallest numbers are drawn, so that fewer of them are the first of more.

    >>> few, many = drawn_positions(1000, 3, Draw(7)), drawn_positions(1000, 5, Draw(7))
    >>> few.tolist() == many[:3].tolist()
    True
    """
    kept, numbers = np.zeros(0, dtype=np.int64), np.zeros(0)
    for first in range(0, n, AT_ONCE):
        size = min(AT_ONCE, n - first)
        drawn = uniforms(first, size, seed_for("landmarks", draw.seed))
        there = np.flatnonzero(~draw.watched(first, size))
        numbers = np.concatenate([numbers, drawn[there]])
        kept = np.concatenate([kept, first + there])
        best = np.argsort(numbers, kind="stable")[:count]
        kept, numbers = kept[best], numbers[best]
    return kept
