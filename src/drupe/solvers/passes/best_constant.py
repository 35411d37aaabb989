"""The constant that costs least on its own: where every descent begins."""

from collections.abc import Callable

import numpy as np
from scipy.optimize import brentq

from drupe.foundation.arrays import Matrix, Vector
from drupe.losses.base import Loss
from drupe.losses.output_rows import OneAgainstRest, RowLoss, Softmax

LEAST = 0.5
"""Rows that a class counts as where it has fewer, so that its odds stay finite."""

DOUBLINGS = 200


def class_offsets(loss: RowLoss, totals: Vector, row: float) -> Vector:
    """One constant for each output, from the weight of each class; `row` is the weight of one row.

    The prior log-odds for the logistic loss, the mean of ±1 for the squared loss and the squared hinge.

    >>> from drupe.losses.squared import Squared
    >>> class_offsets(OneAgainstRest(Squared()), np.array([1.0, 3.0]), 1.0).round(12).tolist()
    [0.5]
    """
    counts = np.maximum(totals, LEAST * row)
    shares = counts / counts.sum()
    if isinstance(loss, Softmax):
        return np.asarray(np.log(shares) - np.log(shares).mean())
    assert isinstance(loss, OneAgainstRest)
    wanted = shares[1:] if len(shares) == 2 else shares
    return np.array([_of_share(loss.loss, float(share)) for share in wanted])


def number_offsets(loss: Loss, targets: Matrix, weights: Vector) -> Vector:
    """For each column of targets the constant with the least weighted loss."""

    def slope(column: Vector) -> Callable[[float], float]:
        return lambda b: float(weights @ loss.derivative(np.full(len(column), b), column))

    return np.array([_root(slope(column), float(column.min()), float(column.max())) for column in targets.T])


def _of_share(loss: Loss, share: float) -> float:
    def slope(b: float) -> float:
        above, below = loss.derivative(np.array([b, b]), np.array([1.0, -1.0])).tolist()
        return float(share * above + (1.0 - share) * below)

    return _root(slope, -1.0, 1.0)


def _root(slope: Callable[[float], float], low: float, high: float) -> float:
    """Where a slope that rises is zero, looked for ever further out."""
    reach = max(high - low, 1e-300)
    for _ in range(DOUBLINGS):
        if slope(low) <= 0.0 <= slope(high):
            return low if low == high else float(brentq(slope, low, high, xtol=1e-300, rtol=1e-15, maxiter=500))
        low, high, reach = low - reach, high + reach, 2.0 * reach
    return 0.0
