"""One training set and the examples that are left for the test."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Matrix


@dataclass(frozen=True, eq=False)
class Split:
    """Examples to learn from, and others to be judged by.

    Parameters
    ----------
    X, y
        To learn from.
    X_test, y_test
        Never shown to a learner.
    """

    X: Matrix
    y: npt.NDArray[Any]
    X_test: Matrix
    y_test: npt.NDArray[Any]

    def error(self, rule: Any) -> float:
        """Share of wrong answers in the test."""
        return float(np.mean(rule.predict(self.X_test) != self.y_test))

    def first(self, train: int | None, test: int | None) -> "Split":
        """Only so many of each, from the first on; None for all."""
        return Split(self.X[:train], self.y[:train], self.X_test[:test], self.y_test[:test])
