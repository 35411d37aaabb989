"""The contender that won, fitted to the end on all training examples."""

from typing import Any

from sklearn.pipeline import make_pipeline

from drupe.analysis.part import Part
from drupe.analysis.search import Search
from drupe.foundation.progress import Progress

PROBABLE = 20_000
"""Training rows up to which probabilities are learned too."""

CALIBRATED = 6
"""Fits that this takes: one on all examples, and one for each of five folds."""


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
