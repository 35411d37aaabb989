"""Probabilities moved as little as possible until the most probable class is the predicted one."""

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector

NUDGE = 1e-9
"""How far the predicted class stays above those that it was made equal to."""


def consistent(probabilities: Matrix, predicted: Index, confidence: Vector) -> Matrix:
    """The nearest probabilities under which the predicted class is at least as probable as any other.

    Where another class is more probable, the predicted one and all that exceed it are set to their common mean: the
    projection on {p : p_c ≥ pⱼ for all j}. Rows that agree already are left as they are. Then a nudge that grows with
    the confidence, a number in (−1, 1), makes the predicted class the only maximum, and keeps examples in order.

    Examples
    --------
    >>> consistent(np.array([[0.3, 0.7]]), np.array([0]), np.zeros(1)).round(6).tolist()
    [[0.5, 0.5]]
    >>> consistent(np.array([[0.3, 0.7]]), np.array([1]), np.zeros(1)).tolist()
    [[0.3, 0.7]]
    """
    rows = np.arange(len(probabilities))
    chosen = probabilities[rows, predicted]
    rivals = probabilities.copy()
    rivals[rows, predicted] = -np.inf
    differ = np.flatnonzero(rivals.max(axis=1) >= chosen)
    out = probabilities.copy()
    for i in differ:
        out[i] = _pooled(probabilities[i], int(predicted[i]), NUDGE * (2.0 + confidence[i]))
    return out


def _pooled(row: Vector, predicted: int, nudge: float) -> Vector:
    """One distribution with its maximum at the predicted class."""
    others = np.sort(np.delete(row, predicted))[::-1]
    pooled = (row[predicted] + np.cumsum(others)) / np.arange(2, len(row) + 1)
    # The level falls as long as the next class lies above what has been pooled so far.
    level = pooled[0]
    for rival, mean in zip(others[1:], pooled[1:], strict=True):
        if rival <= level:
            break
        level = mean
    out: Vector = np.minimum(row, level) * (1.0 - nudge)
    out[predicted] = 0.0
    out[predicted] = 1.0 - out.sum()
    return out
