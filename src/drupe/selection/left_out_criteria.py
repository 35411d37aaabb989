"""What is asked of outputs of examples left out: few errors, small squares, or large margins."""

from collections.abc import Callable

import numpy as np

from drupe.estimators.prefix_machines import decided
from drupe.foundation.arrays import Matrix, Vector

Criterion = Callable[[Matrix, Matrix, Vector], float]
"""Outputs, signs and weights to a mean loss."""

RATE = 3.0
"""Of the logistic loss: outputs of least squares lie within ±1, where the loss itself would hardly bend."""


def squares(outputs: Matrix, signs: Matrix, weights: Vector) -> float:
    """The mean of (f − y)², summed over functions: what the machine itself minimizes.

    >>> squares(np.array([[0.5]]), np.array([[1.0]]), np.ones(1))
    0.25
    """
    return float(weights @ np.square(outputs - signs).sum(axis=1) / weights.sum())


def errors(outputs: Matrix, signs: Matrix, weights: Vector) -> float:
    """The share of examples whose class is not the one of the largest output; coarse, so that many are level.

    >>> errors(np.array([[0.5], [-0.1]]), np.array([[1.0], [1.0]]), np.ones(2))
    0.5
    """
    return float(weights @ (decided(outputs) != decided(signs)) / weights.sum())


def logistic(outputs: Matrix, signs: Matrix, weights: Vector) -> float:
    """The mean of ln(1 + exp(−3 y f)), summed over functions: between errors and squares.

    >>> round(logistic(np.array([[0.0]]), np.array([[1.0]]), np.ones(1)), 6)  # ln 2
    0.693147
    """
    return float(weights @ np.logaddexp(0.0, -RATE * signs * outputs).sum(axis=1) / weights.sum())


CRITERIA: dict[str, Criterion] = {"logistic": logistic, "squares": squares, "errors": errors}
"""By name."""
