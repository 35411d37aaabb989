"""Which variables to work on next: those whose optimality conditions are violated most."""

import numpy as np

from drupe.foundation.arrays import Index
from drupe.solvers.balance import Free
from drupe.textbook.algorithms.equalities import groups
from drupe.textbook.algorithms.point import Point
from drupe.textbook.algorithms.residuals import residuals


def most_violating(point: Point, size: int) -> Index:
    """Up to `size` variables: half that want most to rise along s and half that want most to fall.

    So the pair that violates the conditions most is always among them, and a feasible step upwards exists. Without an
    equality, the `size` largest residuals. Empty at an optimum.

    References
    ----------
    [Cristianini00]_, section 7.4; [Keerthi01]_, section 3.
    """
    if isinstance(point.problem.balance, Free):
        violation = residuals(point)
        worst = np.argsort(-violation, kind="stable")[:size]
        return worst[violation[worst] > 0]
    plus = point.problem.signs > 0
    below, above = point.alpha < point.problem.upper, point.alpha > 0
    rises, falls = np.where(plus, below, above), np.where(plus, above, below)
    scores = point.problem.signs * point.slopes()
    best, chosen = 0.0, np.empty(0, dtype=np.int64)
    for group in groups(point.problem):
        up, down = np.flatnonzero(rises & group), np.flatnonzero(falls & group)
        if len(up) and len(down) and (excess := scores[up].max() - scores[down].min()) > best:
            best = excess
            highest = up[np.argsort(-scores[up], kind="stable")]
            lowest = down[np.argsort(scores[down], kind="stable")]
            chosen = _alternating(highest, lowest, size)
    return chosen


def _alternating(first: Index, second: Index, size: int) -> Index:
    """First of both, second of both, ..., each variable once."""
    merged = [int(i) for pair in zip(first, second, strict=False) for i in pair]
    return np.array(list(dict.fromkeys(merged))[:size], dtype=np.int64)
