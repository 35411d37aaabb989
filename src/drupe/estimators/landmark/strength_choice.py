"""The strength of regularization by cross-validation, in the passes of one fit: folds and strengths are columns."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import numpy as np

from drupe.estimators.declaration import constant, declared, learned, parameter
from drupe.estimators.landmark.landmark_machine import LandmarkMachine, Task
from drupe.estimators.ranges import Collection_, Either, OneOf
from drupe.estimators.size_limits import LARGEST
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import ParameterError
from drupe.foundation.parameters import Interval
from drupe.foundation.shapes import Numbers
from drupe.solvers.passes.landmark_problem import LandmarkProblem
from drupe.solvers.passes.run_state import RunState

DECADES = (-9.0, 0.0)
"""Powers of ten between which λ is sought if only the number of candidates is given."""


@dataclass(frozen=True, eq=False)
class StrengthPath:
    """How well each strength does on rows left out.

    Parameters
    ----------
    strengths
        λ, from weak to strong.
    losses, errors
        Means over the rows of each fold left out: one row for each strength, one column for each fold; NaN for a fold
        without rows.

    Examples
    --------
    >>> path = StrengthPath(np.array([0.1, 1.0]), np.array([[0.5, 0.7], [0.6, 0.8]]), np.array([[0.2], [0.2]]))
    >>> path.best("loss"), path.best("error")
    (0, 1)
    """

    strengths: Annotated[Vector, Numbers("strengths")]
    losses: Annotated[Matrix, Numbers("strengths", "folds")]
    errors: Annotated[Matrix, Numbers("strengths", "folds")]

    def mean(self, criterion: str) -> Vector:
        """Over folds, each as heavy as any other; infinite where nothing is known."""
        table = self.losses if criterion == "loss" else self.errors
        there = ~np.isnan(table)
        means = np.where(there, table, 0.0).sum(axis=1) / np.maximum(there.sum(axis=1), 1)
        return np.where(there.any(axis=1), means, np.inf)

    def best(self, criterion: str) -> int:
        """The place of the strength with the least mean; of equally good ones the strongest."""
        means = self.mean(criterion)
        return int(np.flatnonzero(means <= means.min())[-1])


@declared
class StrengthChoice(LandmarkMachine):
    """Learns with all strengths at once, on all rows and with each fold left out, and keeps the best.

    Parameters
    ----------
    strengths
        Values of λ to try, or how many of them between 10⁻⁹ and 1.
    folds
        Into which the rows are dealt by a hash of their positions.
    criterion
        What decides on the rows left out: their mean "loss" or their mean "error".

    Attributes
    ----------
    strength_
        The λ that was chosen; of equally good ones the largest.
    path_
        Losses and errors of all strengths on all folds, a `StrengthPath`.
    n_candidates_, n_splits_
        How many strengths were tried, and on how many folds: what a bound has to pay for the choice.

    Notes
    -----
    Kernel values, which take the time, are computed once a pass for all columns. Landmarks are chosen among all rows,
    without their targets.
    """

    strengths: int | Sequence[float] | Vector = parameter(Either(Interval(1, whole=True), Collection_()), default=10)
    folds: int = parameter(Interval(2, whole=True), default=5)
    criterion: str = parameter(OneOf("loss", "error"), default="loss")

    strength: float = constant(1e-6)
    C: float | None = constant(None)

    path_: StrengthPath = learned()
    n_candidates_: int = learned()
    n_splits_: int = learned()

    @property
    def _folds(self) -> int:  # type: ignore[override]
        return int(self.folds)

    def _strengths(self, task: Task | None) -> Vector:
        if isinstance(self.strengths, int | np.integer):
            return np.logspace(*DECADES, int(self.strengths))
        found = np.unique(np.asarray(self.strengths, dtype=np.float64))
        if not len(found) or not ((found > 0.0) & (found <= LARGEST)).all():
            raise ParameterError(f"strengths must hold numbers above zero, got {self.strengths!r}.")
        return found

    def _chosen(self, state: RunState, problem: LandmarkProblem) -> int:
        return self._path(state).best(self.criterion) * (self._folds + 1)

    def _more(self, state: RunState, problem: LandmarkProblem) -> dict[str, Any]:
        path = self._path(state)
        return {"path_": path, "n_candidates_": len(path.strengths), "n_splits_": self._folds}

    def _path(self, state: RunState) -> StrengthPath:
        """Groups come strength by strength, first the one with all rows, then one for each fold."""
        strengths, width = self._strengths(None), self._folds + 1
        if not len(state.trace):
            nothing = np.full((len(strengths), self._folds), np.nan)
            return StrengthPath(strengths, nothing, nothing)
        table = state.trace.left_out[-1].reshape(len(strengths), width, 2)[:, 1:]
        return StrengthPath(strengths, table[:, :, 0].copy(), table[:, :, 1].copy())
