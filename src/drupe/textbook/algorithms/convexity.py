"""Convexity tested on segments: of a function by its chords, of a set by what lies between its points."""

from collections.abc import Callable

import numpy as np

from drupe.foundation.arrays import Matrix, Vector

SHARES = np.linspace(0.0, 1.0, 9)
"""Where on a segment one looks."""


def chord_excess(function: Callable[[Vector], float], points: Matrix) -> float:
    """The most by which f(tx + (1−t)z) exceeds t f(x) + (1−t) f(z) between any two rows; 0 or less if f is convex.

    A positive number disproves convexity; no number of points proves it.

    >>> chord_excess(lambda x: float(x @ x), np.array([[0.0], [2.0]])) <= 0.0
    True
    >>> chord_excess(lambda x: -float(x @ x), np.array([[0.0], [2.0]]))
    1.0

    References
    ----------
    [Mukherjee04]_, section 5.5; [Cristianini00]_, definition 5.3.
    """
    values = [function(x) for x in points]
    return max(
        float(function(t * points[i] + (1.0 - t) * points[j]) - (t * values[i] + (1.0 - t) * values[j]))
        for i in range(len(points))
        for j in range(i, len(points))
        for t in SHARES
    )


def holds_its_segments(contains: Callable[[Vector], bool], points: Matrix) -> bool:
    """Whether everything between two rows that the set contains is in the set as well.

    >>> holds_its_segments(lambda x: bool(abs(x[0]) >= 1.0), np.array([[-1.0], [1.0]]))
    False

    References
    ----------
    [Mukherjee04]_, section 5.5; [Cristianini00]_, definition 5.3.
    """
    inside = [x for x in points if contains(x)]
    return all(contains(t * x + (1.0 - t) * z) for x in inside for z in inside for t in SHARES)
