"""How well each C did on examples that were held out."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index, Matrix, Vector


@dataclass(frozen=True, eq=False)
class PathScores:
    """Scores of every C on every fold; larger is better.

    Parameters
    ----------
    Cs
        The candidates, rising.
    folds
        One row for each C, one column for each fold.

    Examples
    --------
    >>> scores = PathScores(np.array([0.1, 1.0, 10.0]), np.array([[0.5, 0.7], [0.8, 0.9], [0.9, 0.8]]))
    >>> scores.mean.round(3).tolist(), scores.best  # of equals the smallest C, the smoothest machine
    ([0.6, 0.85, 0.85], 1.0)
    """

    Cs: Vector
    folds: Matrix

    def __len__(self) -> int:
        return len(self.Cs)

    @property
    def mean(self) -> Vector:
        """Over the folds, each counted once."""
        return np.asarray(self.folds.mean(axis=1))

    @property
    def std(self) -> Vector:
        """Over the folds."""
        return np.asarray(self.folds.std(axis=1))

    @property
    def rank(self) -> Index:
        """1 for the best mean; equals share the lower rank."""
        return np.asarray([1 + np.count_nonzero(self.mean > mine) for mine in self.mean], dtype=np.int64)

    @property
    def best_place(self) -> int:
        """The place of the best mean; of equals the first."""
        return int(np.argmax(self.mean))

    @property
    def best(self) -> float:
        """The C with the best mean; of equals the smallest."""
        return float(self.Cs[self.best_place])

    def table(self) -> dict[str, npt.NDArray[Any] | list[dict[str, float]]]:
        """The columns of scikit-learn's `cv_results_`, times excepted."""
        folds = {f"split{i}_test_score": column for i, column in enumerate(self.folds.T)}
        return {
            "param_C": self.Cs,
            "params": [{"C": C} for C in self.Cs.tolist()],
            **folds,
            "mean_test_score": self.mean,
            "std_test_score": self.std,
            "rank_test_score": self.rank.astype(np.int32),
        }
