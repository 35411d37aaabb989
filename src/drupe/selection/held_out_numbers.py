"""A regressor known by what it says about the examples held out, and how a scorer asks it."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.metrics import get_scorer

from drupe.foundation.arrays import Vector


class HeldOutNumbers(RegressorMixin, BaseEstimator):  # type: ignore[misc]
    """Numbers for the examples held out, which are named by their places among them.

    Parameters
    ----------
    predicted
        The number of each example.
    """

    def __init__(self, predicted: Vector):
        self.predicted = predicted

    def predict(self, X: npt.NDArray[np.int64]) -> Vector:
        """The numbers of the examples at these places, one row each."""
        return np.asarray(self.predicted[X[:, 0]])

    def __sklearn_is_fitted__(self) -> bool:
        return True


def scored_numbers(predicted: Vector, scoring: Any, targets: Vector, weights: Vector) -> float:
    """R² or what a scorer of scikit-learn's says; an example of weight 3 counts as three.

    >>> targets, weights = np.array([0.0, 2.0]), np.ones(2)
    >>> scored_numbers(np.array([1.0, 1.0]), None, targets, weights)  # no better than their mean
    0.0
    >>> scored_numbers(np.array([1.0, 1.0]), "neg_mean_squared_error", targets, weights)
    -1.0
    """
    scorer: Callable[..., float] = get_scorer("r2" if scoring is None else scoring)
    counted = {} if np.all(weights == weights[0]) else {"sample_weight": weights}
    return float(scorer(HeldOutNumbers(predicted), np.arange(len(targets))[:, None], targets, **counted))
