"""The best stump: among all columns and thresholds the one that errs least, found exactly."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index, Vector
from drupe.foundation.errors import InputTypeError, ParameterError
from drupe.foundation.parameters import Checked, positive
from drupe.foundation.randomness import RandomState
from drupe.foundation.threads import thread_count
from drupe.inputs.base import Inputs
from drupe.inputs.vectors import Vectors
from drupe.native import CutColumns
from drupe.rules.stumps import Stumps
from drupe.solvers.boosting.weak import Found, Weak, WeakLearner

MOST_BINS = 256
"""Groups of numbers of a column, of which a byte can tell."""


@dataclass(frozen=True)
class BestStump(Checked, WeakLearner):
    """h(x) = ±1 if xⱼ ≤ threshold, else ∓1, with the least weighted error of all columns, thresholds and signs.

    Thresholds lie in the middle between numbers that differ; the rule that says the same of all examples belongs to the
    class. Of equally good rules that one is taken, or else the first column, and its lowest threshold.

    Parameters
    ----------
    bins
        Groups of like size between which columns of more different numbers are cut, from 2 to 256, for a million
        examples and more: a byte is held for each number. None cuts anywhere.

    Notes
    -----
    Complexity: O(n d) for each rule, after columns were sorted once.

    Examples
    --------
    >>> from drupe.inputs import Vectors
    >>> learner = BestStump().of_inputs(Vectors.of([[0.0], [1.0], [2.0], [3.0]]))
    >>> found = learner.best(np.array([0.3, 0.3, -0.2, -0.2]))
    >>> found.rule, found.values.tolist()
    ((0, 1.5, 1.0, -1.0), [1.0, 1.0, -1.0, -1.0])

    References
    ----------
    [Freund97]_, section 4; [Mukherjee04]_, section 6.4.
    """

    bins: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        check_bins(self.bins)

    def on(self, sample: Any, n_jobs: int | None = None, random_state: RandomState = None) -> "StumpSearch":
        return self.of_inputs(sample.inputs, n_jobs)

    def of_inputs(self, inputs: Inputs, n_jobs: int | None = None) -> "StumpSearch":
        """The learner on these examples."""
        return StumpSearch(self, inputs, n_jobs)


@dataclass(frozen=True)
class GradedStump(Checked, WeakLearner):
    """h(x) = left if xⱼ ≤ threshold, else right, by how much the classes on either side outweigh each other.

    ½ ln((W₊ + s) / (W₋ + s)), W the weights of the classes on a side, on a scale from −1 to 1; of all columns and
    thresholds those with the least Σ √(W₊ W₋) over both sides.

    Parameters
    ----------
    bins
        As for `BestStump`.
    smoothing
        s, in units of the weight of an example: it keeps values finite where a side holds one class only.

    References
    ----------
    [Schapire99]_, sections 4.1 and 4.2.
    """

    bins: int | None = None
    smoothing: float = positive(0.5)

    def __post_init__(self) -> None:
        super().__post_init__()
        check_bins(self.bins)

    def on(self, sample: Any, n_jobs: int | None = None, random_state: RandomState = None) -> "GradedStumpSearch":
        return GradedStumpSearch(self, sample.inputs, n_jobs, float(np.sum(sample.weights)))


def check_bins(bins: int | None) -> None:
    """Raise a ParameterError unless a byte can tell so many groups apart."""
    if bins is not None and not 2 <= bins <= MOST_BINS:
        raise ParameterError(f"bins must lie between 2 and {MOST_BINS}, or be None to cut anywhere; got {bins!r}.")


def doubles(numbers: Vector) -> npt.NDArray[np.float64]:
    """As the core takes them."""
    return np.ascontiguousarray(numbers, dtype=np.float64)


class StumpSearch(Weak):
    """Columns in order, and the search through them."""

    def __init__(self, learner: BestStump | GradedStump, inputs: Inputs, n_jobs: int | None):
        if not isinstance(inputs, Vectors):
            raise InputTypeError(
                f"stumps cut columns of numbers, but X holds {type(inputs).__name__}; name another estimator."
            )
        self.learner, self.space, self.threads = learner, inputs, thread_count(n_jobs)
        self.x = np.asarray(inputs.in_double().dense(), dtype=np.float64)
        self.columns = CutColumns(self.x, learner.bins or 0, self.threads)

    @property
    def places(self) -> int:
        """How many thresholds of all columns there are to choose from."""
        return int(self.columns.places)

    def best(self, pulls: Vector) -> Found:
        column, threshold, sign, _ = self.columns.best_sign(doubles(pulls), self.threads)
        return self._found(column, threshold, sign, -sign)

    def best_of_classes(self, weights: Vector, codes: Index, classes: int) -> Found:
        found = self.columns.best_classes(doubles(weights), codes.astype(np.int32), classes, self.threads)
        column, threshold, left, right, _ = found
        return self._found(column, threshold, float(left), float(right))

    def gathered(self, rules: Sequence[tuple[int, float, float, float]]) -> Stumps:
        table = np.array(rules, dtype=np.float64).reshape(-1, 4)
        thresholds, left, right = np.ascontiguousarray(table[:, 1:].T)
        return Stumps(table[:, 0].astype(np.int64), thresholds, left, right, self.space)

    def _found(self, column: int, threshold: float, left: float, right: float) -> Found:
        return Found((column, threshold, left, right), np.where(self.x[:, column] <= threshold, left, right))


class GradedStumpSearch(StumpSearch):
    """The same columns, with values by the weights on either side."""

    learner: GradedStump

    def __init__(self, learner: GradedStump, inputs: Inputs, n_jobs: int | None, count: float | None = None):
        super().__init__(learner, inputs, n_jobs)
        self.count = len(inputs) if count is None else count  # of examples, each as often as its weight says

    def best(self, pulls: Vector) -> Found:
        smoothing = self.learner.smoothing * float(np.abs(pulls).sum()) / self.count
        column, threshold, left, right, _ = self.columns.best_graded(doubles(pulls), smoothing, self.threads)
        scale = max(abs(left), abs(right)) or 1.0
        return self._found(column, threshold, left / scale, right / scale)
