"""The contender that won, fitted to the end on all training examples."""

from typing import Any

import numpy as np
from sklearn.pipeline import make_pipeline

from drupe.analysis.measure import NORMAL
from drupe.analysis.part import Part
from drupe.analysis.search import Search
from drupe.analysis.task import Task
from drupe.analysis.trials import Trial
from drupe.estimators.margin.squared_svr import SquaredSVR
from drupe.estimators.margin.svc import SVC
from drupe.estimators.margin.tube_regressor import TubeRegressor
from drupe.foundation.progress import Progress

PROBABLE = 20_000
"""Training rows up to which probabilities are learned too."""

CALIBRATED = 6
"""Fits that this takes: one on all examples, and one for each of five folds."""

INDISTINCT = 0.5
"""Standard errors by which a smaller C may seem worse in the search and still be taken, where the search saw a sample.

With a tenth of C a solver often needs a tenth of the steps. Of fourteen choices on a9a, ijcnn1, letter, mnist, shuttle,
w8a and made data this changed three, and the accuracy on 10,000 other rows was higher each time, by 0.1 to 0.9 %; a
whole standard error changed three more, each for the worse, by up to 0.2 %.
"""

FINE, COARSE, MANY = 1e-3, 1e-2, 20_000
"""Tolerances of the solver, the coarse one for more training rows than this, where it changes hardly any answer."""


def fit_best(training: Part, found: Search, progress: Progress | None = None) -> Any:
    """What stands before the machine, and the machine, fitted; None if Ctrl-C came before there was a machine.

    A support vector machine that is interrupted keeps the best it has found so far.

    >>> from drupe.analysis.contenders import Contender
    >>> from drupe.analysis.search import search
    >>> from drupe import SVC
    >>> part = Part.of([[0.0], [100.0], [200.0], [500.0], [600.0], [700.0]], [0, 0, 0, 1, 1, 1])
    >>> fit_best(part, search(part, [Contender(SVC(kernel="linear"))])).score(part.X, part.y)
    1.0
    """
    machine, view = found.best.estimator, found.best.contender.before(found.before)
    known = machine.get_params()
    if found.n < len(training) and found.best.C is not None:
        machine.set_params(C=cheapest_price(found.best))
    if isinstance(machine, SVC | TubeRegressor | SquaredSVR):
        machine.set_params(tol=tolerance_for(training, found.task))
    calibrated = "probability" in known and len(training) <= PROBABLE
    if calibrated:
        machine.set_params(probability=True)
    if "on_interrupt" in known:
        machine.set_params(on_interrupt="keep")
    told = None if progress is None else _Heard(progress, CALIBRATED if calibrated else 1)
    try:
        seen = training.seen_through(view)
        if told is not None and hasattr(machine, "set_callbacks"):
            machine.set_callbacks(told)
        machine.fit(seen.X, seen.y)
    except KeyboardInterrupt:
        return None
    if told is not None and hasattr(machine, "set_callbacks"):
        machine.set_callbacks()
    return machine if view is None else make_pipeline(view, machine)


def cheapest_price(trial: Trial) -> float:
    """The smallest C that the search could not tell from the best.

    >>> from drupe.analysis.contenders import Contender
    >>> from drupe.analysis.measure import Accuracy
    >>> contender = Contender(SVC(), (1.0, 10.0, 100.0))
    >>> cheapest_price(Trial(contender, Accuracy(), np.array([0.80, 0.84, 0.841]), (0.83, 0.852), 0.0))
    10.0
    """
    low, high = trial.interval
    error = (high - low) / (2.0 * NORMAL)
    near = np.abs(trial.values - trial.value) <= INDISTINCT * error
    return min(C for C, as_good in zip(trial.contender.Cs, near, strict=True) if as_good)


def tolerance_for(training: Part, task: Task) -> float:
    """How exactly to solve: in margins for classes, in units of the target's spread for a quantity.

    >>> tolerance_for(Part.of([[0.0], [1.0]], [-500.0, 500.0]), Task.QUANTITY)
    0.5
    """
    unit = float(np.std(training.y)) or 1.0 if task is Task.QUANTITY else 1.0
    return (COARSE if len(training) > MANY else FINE) * unit


class _Heard:
    """scikit-learn's callback, which tells of several runs, each from 0 to 1, as of one that rises once."""

    def __init__(self, progress: Progress, parts: int):
        self._progress, self._parts, self._part, self._last = progress, parts, 0, 0.0

    def setup(self, estimator: Any, context: Any) -> None:
        """Called by scikit-learn when a fit begins; nothing to do."""

    def teardown(self, estimator: Any, context: Any) -> None:
        """Called by scikit-learn when a fit is over; nothing to do."""

    def on_fit_task_begin(self, estimator: Any, context: Any, *, metadata: Any = None) -> None:
        """Called by scikit-learn before each report; nothing to do."""

    def on_fit_task_end(self, estimator: Any, context: Any, *, metadata: Any = None) -> bool:
        """Pass the fraction of a report on; False lets the fit go on."""
        if metadata and "fraction" in metadata:
            fraction = float(metadata["fraction"])
            self._part += fraction < self._last
            self._last = fraction
            self._progress(min(1.0, (self._part + fraction) / self._parts))
        return False
