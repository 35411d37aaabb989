"""One contender, cross-validated: every C over one kernel matrix where that can be."""

import time
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning

from drupe.analysis.contenders import Contender
from drupe.analysis.part import Part
from drupe.analysis.task import Task
from drupe.bounds.concentration.binomial_tail import binomial_lower, binomial_upper
from drupe.estimators.margin.squared_svr import SquaredSVR
from drupe.estimators.margin.svc import SVC
from drupe.estimators.margin.svr import SVR
from drupe.estimators.margin.tube_regressor import TubeRegressor
from drupe.estimators.warnings import FitWarning
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.progress import Progress
from drupe.inputs.coerce import coerce
from drupe.kernels.base import Kernel
from drupe.selection.splits import Split
from drupe.selection.svc_path_cv import SVCPathCV
from drupe.selection.svr_path import svr_path
from drupe.solvers.options import Options

TOLERANCE = 1e-2
"""Of the solver while it is only to be found out which parameters are good; the one chosen is fitted to the end."""

STEPS, STEPS_PER_EXAMPLE = 20_000, 10
"""After so many the solver stops: a machine that needs more is rarely the best, and never quick."""

UNSURE = 0.05
"""Share of intervals that may miss."""

NORMAL = 1.959964
"""Standard deviations around a mean that hold all but that share."""


@dataclass(frozen=True, eq=False)
class Trial:
    """What cross-validation said of one contender.

    Parameters
    ----------
    contender
        Who.
    task
        What was learned: a value is an accuracy for classes, a mean absolute error for a quantity.
    values
        One for each C, or one number.
    interval
        Where the best value may lie, as if the answers in different folds were independent.
    seconds
        What it cost.
    """

    contender: Contender
    task: Task
    values: Vector = field(repr=False)
    interval: tuple[float, float]
    seconds: float

    @property
    def value(self) -> float:
        """The accuracy, or the mean error, with the best C."""
        return float(self.values[self._place])

    @property
    def score(self) -> float:
        """The same, larger where it is better."""
        return self.value if self.task is Task.CLASSES else -self.value

    @property
    def C(self) -> float | None:
        """The best C, the smallest of equals; None for machines without it."""
        return self.contender.Cs[self._place] if self.contender.Cs else None

    @property
    def estimator(self) -> Any:
        """The machine with the best C, not fitted."""
        machine = clone(self.contender.estimator)
        return machine if self.C is None else machine.set_params(C=self.C)

    @property
    def _place(self) -> int:
        return best_place(self.values, self.task)


def best_place(values: Vector, task: Task) -> int:
    """Where the best of some values stands: the largest accuracy or the smallest error, of equals the first."""
    return int(np.argmax(values) if task is Task.CLASSES else np.argmin(values))


def tried(contender: Contender, part: Part, folds: Sequence[Split], task: Task, progress: Progress | None) -> Trial:
    """Cross-validate one contender on these folds.

    >>> part = Part.of([[0.0], [1.0], [5.0], [6.0]], [0, 0, 1, 1])
    >>> folds = [Split(np.array([0, 2]), np.array([1, 3])), Split(np.array([1, 3]), np.array([0, 2]))]
    >>> tried(Contender(SVC(kernel="linear"), (0.1, 10.0)), part, folds, Task.CLASSES, None).value
    1.0
    """
    began = time.perf_counter()
    seen = part.seen_through(contender.view)
    with warnings.catch_warnings():
        # A machine that does not converge shows it by its accuracy; the one that is chosen is fitted with warnings.
        warnings.simplefilter("ignore", ConvergenceWarning)
        warnings.simplefilter("ignore", FitWarning)
        if type(contender.estimator) is SVC and contender.Cs:
            values = _svc_path(contender, seen, folds, progress)
            interval = _binomial(float(values.max()), len(part))
        else:
            said = _answers(contender, seen, folds, progress)
            values, interval = _judged(said, seen.y, task)
    return Trial(contender, task, values, interval, time.perf_counter() - began)


def _svc_path(contender: Contender, part: Part, folds: Sequence[Split], progress: Progress | None) -> Vector:
    cuts = [(fold.seen, fold.held) for fold in folds]
    kernel, steps = contender.estimator.kernel, _steps(len(part))
    machine = SVCPathCV(Cs=contender.Cs, cv=cuts, kernel=kernel, tol=TOLERANCE, max_iter=steps)
    return machine.scores(part.X, part.y, progress=progress).mean


def _answers(contender: Contender, part: Part, folds: Sequence[Split], progress: Progress | None) -> Any:
    """One row for each C, one answer for each example, from machines that have not seen it."""
    machine = clone(contender.estimator)
    if isinstance(machine, TubeRegressor | SquaredSVR):
        machine.set_params(tol=TOLERANCE * (float(np.std(part.y)) or 1.0), max_iter=_steps(len(part)))
    if type(machine) is SVR and isinstance(machine.kernel, Kernel) and contender.Cs:
        options = Options(tolerance=machine.tol, max_iterations=machine.max_iter, progress=progress)
        Cs = np.array(contender.Cs)
        return svr_path(machine.kernel, coerce(part.X), part.y, folds, Cs, machine.epsilon, options)
    settings = [{"C": C} for C in contender.Cs] or [{}]
    said = np.empty((len(settings), len(part)), dtype=part.y.dtype)
    for i, fold in enumerate(folds):
        seen, held = part.take(fold.seen), part.take(fold.held)
        for row, setting in enumerate(settings):
            said[row, fold.held] = clone(machine).set_params(**setting).fit(seen.X, seen.y).predict(held.X)
            if progress is not None:
                progress((i + (row + 1) / len(settings)) / len(folds))
    return said


def _steps(n: int) -> int:
    return max(STEPS, STEPS_PER_EXAMPLE * n)


def _judged(said: Any, truth: Any, task: Task) -> tuple[Vector, tuple[float, float]]:
    """Accuracies or mean absolute errors, and the interval of the best."""
    if task is Task.CLASSES:
        values = np.asarray((said == truth).mean(axis=1))
        return values, _binomial(float(values.max()), len(truth))
    off: Matrix = np.abs(said - truth)
    values = np.asarray(off.mean(axis=1))
    best = off[best_place(values, task)]
    half = NORMAL * float(best.std()) / np.sqrt(len(best))
    return values, (max(0.0, float(best.mean()) - half), float(best.mean()) + half)


def _binomial(accuracy: float, n: int) -> tuple[float, float]:
    """Exact limits of a binomial proportion."""
    wrong = min(n, max(0, round((1.0 - accuracy) * n)))
    return 1.0 - binomial_upper(wrong, n, UNSURE / 2), 1.0 - binomial_lower(wrong, n, UNSURE / 2)
