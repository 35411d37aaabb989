"""One contender, cross-validated: every C over one kernel matrix for each fold where that can be."""

import time
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning

from drupe.analysis.contenders import Contender
from drupe.analysis.limits import Interval
from drupe.analysis.measure import Measure
from drupe.analysis.prepared_folds import PreparedFolds
from drupe.estimators.margin.squared_svr import SquaredSVR
from drupe.estimators.margin.svc import SVC
from drupe.estimators.margin.svr import SVR
from drupe.estimators.margin.tube_regressor import TubeRegressor
from drupe.estimators.regularized.kernel_ridge import KernelRidge
from drupe.estimators.warnings import FitWarning
from drupe.foundation.arrays import Vector
from drupe.foundation.progress import Progress
from drupe.kernels.base import Kernel
from drupe.selection.prepared_fold import PreparedFold
from drupe.selection.svc_path_cv import SVCPathCV
from drupe.selection.svr_path import svr_path
from drupe.solvers.options import Options

TOLERANCE = 1e-2
"""Of the solver while it is only to be found out which parameters are good; the one chosen is fitted to the end."""

STEPS, STEPS_PER_EXAMPLE = 20_000, 10
"""After so many the solver stops: a machine that needs more is rarely the best, and never quick."""

ROOM = 400
"""Memory for kernel values in MB: half of it holds the matrices of five folds of three thousand rows."""


@dataclass(frozen=True, eq=False)
class Trial:
    """What cross-validation said of one contender.

    Parameters
    ----------
    contender
        Who.
    measure
        What its answers were scored by.
    values
        One for each C, or one number.
    interval
        Where the best value may lie, as if the answers in different folds were independent.
    seconds
        What it cost.
    """

    contender: Contender
    measure: Measure
    values: Vector = field(repr=False)
    interval: Interval
    seconds: float

    @property
    def value(self) -> float:
        """The accuracy, the balanced accuracy or the mean error, with the best C."""
        return float(self.values[self._place])

    @property
    def score(self) -> float:
        """The same, larger where it is better."""
        return self.measure.score(self.value)

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
        return self.measure.best_place(self.values)


def tried(
    contender: Contender, folds: PreparedFolds, measure: Measure, before: Any = None, progress: Progress | None = None
) -> Trial:
    """Cross-validate one contender on these folds, after its view or else after what is common to all.

    >>> from drupe.analysis.folds import folds_of
    >>> from drupe.analysis.measure import Accuracy
    >>> from drupe.analysis.part import Part
    >>> part = Part.of([[0.0], [1.0], [5.0], [6.0]], [0, 0, 1, 1])
    >>> folds = PreparedFolds(part, folds_of(part, Accuracy.task, count=2))
    >>> tried(Contender(SVC(kernel="linear"), (0.1, 10.0)), folds, Accuracy()).value
    1.0
    """
    began = time.perf_counter()
    prepared, truth = folds.after(contender.before(before)), folds.part.y
    with warnings.catch_warnings():
        # A machine that does not converge shows it by its accuracy; the one that is chosen is fitted with warnings.
        warnings.simplefilter("ignore", ConvergenceWarning)
        warnings.simplefilter("ignore", FitWarning)
        each = _answers(contender, prepared, progress)
    said = np.empty((contender.candidates, len(truth)), dtype=measure.task.dtype(truth))
    for fold, answers in zip(folds.folds, each, strict=True):
        said[:, fold.held] = answers
    values = measure.values(said, truth)
    interval = measure.interval(said[measure.best_place(values)], truth)
    return Trial(contender, measure, values, interval, time.perf_counter() - began)


def _answers(contender: Contender, folds: Sequence[PreparedFold], progress: Progress | None) -> list[Any]:
    """For each fold one row for each C, one answer for each example held out."""
    machine, n = clone(contender.estimator), len(folds[0].seen) + len(folds[0].held)
    steps = max(STEPS, STEPS_PER_EXAMPLE * n)
    if isinstance(machine, TubeRegressor | SquaredSVR):
        scale = float(np.std(np.concatenate([fold.targets for fold in folds]))) or 1.0
        machine.set_params(tol=TOLERANCE * scale, max_iter=steps)
    if type(machine) is SVC and contender.Cs:
        path = SVCPathCV(Cs=contender.Cs, tol=TOLERANCE, max_iter=steps, cache_size=ROOM)
        path.set_params(kernel=machine.kernel, class_weight=machine.class_weight)
        return path.answers(folds, progress=progress)
    if type(machine) is SVR and isinstance(machine.kernel, Kernel) and contender.Cs:
        options = Options(tolerance=machine.tol, max_iterations=steps, progress=progress)
        return svr_path(machine.kernel, folds, np.array(contender.Cs), machine.epsilon, options)
    found: list[Any] = []
    for i, fold in enumerate(folds):
        rows = []
        for row, one in enumerate(_each(machine, contender.Cs)):
            rows.append(one.fit(fold.seen, fold.targets).predict(fold.held))
            if progress is not None:
                progress((i + (row + 1) / contender.candidates) / len(folds))
        found.append(np.array(rows))
    return found


def _each(machine: Any, Cs: Sequence[float]) -> list[Any]:
    """The machine with each C; without a tube, squared errors are least squares, which need no iterations."""
    if type(machine) is SquaredSVR and machine.epsilon == 0.0 and isinstance(machine.kernel, Kernel):
        same: dict[str, Any] = {"kernel": machine.kernel, "fit_intercept": machine.fit_intercept}
        return [KernelRidge(alpha=1.0 / C, **same) for C in Cs or (machine.C,)]
    return [clone(machine).set_params(C=C) for C in Cs] or [clone(machine)]
