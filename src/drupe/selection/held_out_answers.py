"""A machine known by what it says about the examples held out, and how a scorer asks it."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.metrics import get_scorer

from drupe.foundation.arrays import Matrix, Vector
from drupe.predictors.votes import one_vs_rest


class HeldOutAnswers(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Answers for the examples held out, which are named by their places among them.

    Parameters
    ----------
    classes
        The classes that it tells apart.
    predicted
        The class of each example.
    pairs
        One row of pair outputs for each example, positive for the first class of the pair.
    """

    def __init__(self, classes: npt.NDArray[Any], predicted: npt.NDArray[Any], pairs: Matrix):
        self.classes_ = classes
        self.predicted = predicted
        self.pairs = pairs

    def predict(self, X: npt.NDArray[np.int64]) -> npt.NDArray[Any]:
        """The class of the examples at these places, one row each."""
        return np.asarray(self.predicted[X[:, 0]])

    def decision_function(self, X: npt.NDArray[np.int64]) -> Matrix:
        """Of two classes f(x), positive for the second; of more, one column for each class."""
        pairs = self.pairs[X[:, 0]]
        return -pairs[:, 0] if len(self.classes_) == 2 else one_vs_rest(pairs)


def scored(machine: HeldOutAnswers, scoring: Any, labels: npt.NDArray[Any], weights: Vector) -> float:
    """Accuracy, or what a scorer of scikit-learn's says; an example of weight 3 counts as three.

    >>> machine = HeldOutAnswers(np.array([0, 1]), np.array([0, 1, 1]), np.array([[1.0], [-1.0], [-1.0]]))
    >>> labels, weights = np.array([0, 1, 0]), np.array([1.0, 1.0, 2.0])
    >>> scored(machine, None, labels, weights), scored(machine, "recall", labels, weights)
    (0.5, 1.0)
    """
    if scoring is None:
        return float(np.average(machine.predicted == labels, weights=weights))
    scorer: Callable[..., float] = get_scorer(scoring)
    places = np.arange(len(labels))[:, None]
    counted = {} if np.all(weights == weights[0]) else {"sample_weight": weights}
    return float(scorer(machine, places, labels, **counted))
