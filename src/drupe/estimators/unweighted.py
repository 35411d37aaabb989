"""Classifiers for which no example can count more than once: their `fit` has no sample weights."""

from typing import Any, Self

from drupe.estimators.base import Classifier


class Unweighted(Classifier):
    """A classifier to which the order of examples matters, or how many there are nearby, but not a weight."""

    def fit(self, X: Any, y: Any) -> Self:  # type: ignore[override]
        """Learn from examples and their classes."""
        return self._fit(X, y)
