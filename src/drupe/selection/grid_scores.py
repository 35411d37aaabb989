"""How well each point of a grid of parameters did on examples that were held out."""

from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index, Matrix, Vector


@dataclass(frozen=True, eq=False)
class GridScores:
    """Scores of every candidate on every fold; larger is better.

    Parameters
    ----------
    names
        Of the parameters; the last one moves fastest from candidate to candidate.
    axes
        The values of each.
    folds
        One row for each candidate, one column for each fold; NaN where a candidate had been dropped.

    Examples
    --------
    >>> folds = np.array([[0.5, 0.7], [0.8, 0.9], [0.9, 0.8], [0.1, np.nan]])
    >>> scores = GridScores(("C", "gamma"), ((1.0, 10.0), (0.1, 0.5)), folds)
    >>> scores.best, scores.judged.tolist()  # of equals the first
    ({'C': 1.0, 'gamma': 0.5}, [2, 2, 2, 1])
    """

    names: tuple[str, ...]
    axes: tuple[tuple[Any, ...], ...]
    folds: Matrix

    def __len__(self) -> int:
        return len(self.folds)

    @property
    def params(self) -> list[dict[str, Any]]:
        """The candidates."""
        return [dict(zip(self.names, values, strict=True)) for values in product(*self.axes)]

    @property
    def judged(self) -> Index:
        """By how many folds each was judged; who was dropped, by fewer than there are."""
        return np.asarray(np.isfinite(self.folds).sum(axis=1), dtype=np.int64)

    @property
    def mean(self) -> Vector:
        """Over the folds that each was judged by, each counted once."""
        return self._over_folds(self.folds)

    @property
    def std(self) -> Vector:
        """Over the same folds."""
        return np.sqrt(self._over_folds(np.square(self.folds - self.mean[:, None])))

    @property
    def rank(self) -> Index:
        """1 for the best mean; equals share the lower rank, and who was dropped comes last."""
        mean = self._finished
        return np.asarray([1 + np.count_nonzero(mean > mine) for mine in mean], dtype=np.int64)

    @property
    def best_place(self) -> int:
        """The candidate with the best mean; of equals the first."""
        return int(np.argmax(self._finished))

    @property
    def best(self) -> dict[str, Any]:
        """Its parameters."""
        return self.params[self.best_place]

    def surface(self) -> npt.NDArray[np.float64]:
        """The means with one axis for each parameter."""
        return np.asarray(self.mean.reshape([len(axis) for axis in self.axes]), dtype=np.float64)

    def table(self) -> dict[str, Any]:
        """The columns of scikit-learn's `cv_results_`, times excepted, and how many folds judged each candidate."""
        params = self.params
        columns = {f"param_{name}": _column([one[name] for one in params]) for name in self.names}
        folds = {f"split{i}_test_score": column for i, column in enumerate(self.folds.T)}
        return {
            **columns,
            "params": params,
            **folds,
            "mean_test_score": self.mean,
            "std_test_score": self.std,
            "rank_test_score": self.rank.astype(np.int32),
            "n_folds": self.judged,
        }

    def _over_folds(self, values: Matrix) -> Vector:
        """The mean over the folds that each was judged by; NaN where there was none."""
        judged = self.judged
        return np.where(judged > 0, np.nansum(values, axis=1) / np.maximum(judged, 1), np.nan)

    @property
    def _finished(self) -> Vector:
        return np.where(self.judged == self.folds.shape[1], self.mean, -np.inf)


def _column(values: list[Any]) -> npt.NDArray[Any]:
    """Numbers as such, kernels as objects."""
    if all(isinstance(value, float) for value in values):
        return np.array(values)
    column = np.empty(len(values), dtype=object)
    column[:] = values
    return column
