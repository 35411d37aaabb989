"""The warning after a perceptron ran out of passes: how far it came, and what helps."""

import warnings
from collections.abc import Sequence

from sklearn.exceptions import ConvergenceWarning

from drupe.foundation.callers import stacklevel_outside
from drupe.solvers.perceptrons.run import MistakeRun


def report(owner: str, runs: Sequence[MistakeRun], remedies: str) -> None:
    """Warn if some run ended before a clean pass, with its mistakes and the remedies."""
    unfinished = [run for run in runs if not run.converged]
    if not unfinished:
        return
    worst = max(unfinished, key=lambda run: run.n_mistakes)
    last = worst.n_mistakes - (int(worst.pass_ends[-2]) if worst.passes > 1 else 0)
    warnings.warn(
        f"{owner} {worst.stop.value} after {worst.passes} passes and {worst.n_mistakes} mistakes, {last} of them in "
        f"the last pass: the kernel may not separate the classes at all. {remedies}",
        ConvergenceWarning,
        stacklevel=stacklevel_outside(),
    )
