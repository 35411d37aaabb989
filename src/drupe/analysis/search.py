"""The choice among contenders by cross-validation: one kernel matrix serves all folds and all values of C."""

import time
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import StratifiedKFold, cross_val_score

from drupe.analysis.contenders import Contender
from drupe.analysis.part import Part
from drupe.bounds.concentration.binomial_tail import binomial_lower, binomial_upper
from drupe.estimators.warnings import FitWarning
from drupe.foundation.arrays import Vector
from drupe.foundation.errors import DrupeError
from drupe.foundation.progress import Progress
from drupe.selection.svc_path_cv import SVCPathCV

FOLDS = 5

TOLERANCE = 1e-2
"""Of the solver while it is only to be found out which parameters are good; the one chosen is fitted to the end."""

STEPS, STEPS_PER_EXAMPLE = 20_000, 10
"""After so many the solver stops: a machine that needs more is rarely the best, and never quick."""

UNSURE = 0.05
"""Share of intervals that may miss."""


@dataclass(frozen=True, eq=False)
class Trial:
    """What cross-validation said of one contender.

    Parameters
    ----------
    contender
        Who.
    means
        Mean accuracy for each C, or one number.
    folds
        Accuracies of the best C on each fold.
    n
        Examples that were answered, each once.
    seconds
        What it cost.
    """

    contender: Contender
    means: Vector = field(repr=False)
    folds: Vector = field(repr=False)
    n: int
    seconds: float

    @property
    def accuracy(self) -> float:
        """Mean over the folds, of the best C."""
        return float(self.means.max())

    @property
    def C(self) -> float | None:
        """The best C, the smallest of equals; None for machines without it."""
        return self.contender.Cs[int(np.argmax(self.means))] if self.contender.Cs else None

    @property
    def interval(self) -> tuple[float, float]:
        """Where the accuracy may lie: exact binomial limits, as if the folds' answers were independent."""
        wrong = min(self.n, max(0, round((1.0 - self.accuracy) * self.n)))
        return (
            1.0 - binomial_upper(wrong, self.n, UNSURE / 2),
            1.0 - binomial_lower(wrong, self.n, UNSURE / 2),
        )

    @property
    def estimator(self) -> Any:
        """The machine with the best C, not fitted."""
        machine = clone(self.contender.estimator)
        return machine if self.C is None else machine.set_params(C=self.C)


@dataclass(frozen=True, eq=False)
class Search:
    """All trials that were finished.

    Parameters
    ----------
    trials
        In the order in which they ran.
    planned
        How many contenders there were.
    failures
        Contenders that could not be tried, and why.
    n
        Examples that the search looked at.
    folds
        Into how many parts they were cut.
    """

    trials: tuple[Trial, ...]
    planned: int
    failures: tuple[tuple[Contender, str], ...]
    n: int
    folds: int

    @property
    def best(self) -> Trial:
        """The most accurate; of equals the one that ran first."""
        return max(self.trials, key=lambda trial: trial.accuracy)

    @property
    def ranked(self) -> tuple[Trial, ...]:
        """Best first."""
        return tuple(sorted(self.trials, key=lambda trial: -trial.accuracy))

    @property
    def candidates(self) -> int:
        """How many machines with all their parameters were compared: what a bound has to pay for the choice."""
        return sum(trial.contender.candidates for trial in self.trials)

    @property
    def seconds(self) -> float:
        """What all of it cost."""
        return sum(trial.seconds for trial in self.trials)

    @property
    def interrupted(self) -> bool:
        """Whether someone ended it early."""
        return len(self.trials) + len(self.failures) < self.planned


def search(part: Part, contenders: Sequence[Contender], seed: int = 0, progress: Progress | None = None) -> Search:
    """Cross-validate every contender on the same folds; Ctrl-C ends the search and keeps what is finished.

    Parameters
    ----------
    part
        Scaled examples.
    contenders
        Who takes part.
    seed
        Of the folds.
    progress
        Told which share of the contenders has been tried.

    Examples
    --------
    >>> from drupe import SVC
    >>> part = Part.of([[0.0], [1.0], [2.0], [5.0], [6.0], [7.0]], [0, 0, 0, 1, 1, 1])
    >>> search(part, [Contender(SVC(kernel="linear"), (0.1, 10.0))]).best.accuracy
    1.0
    """
    part.require_enough(2)
    folds = min(FOLDS, min(part.counts.values()))
    splitter = StratifiedKFold(folds, shuffle=True, random_state=seed)
    cuts = list(splitter.split(np.zeros((len(part), 1)), part.y))
    trials: list[Trial] = []
    failures: list[tuple[Contender, str]] = []
    try:
        for number, contender in enumerate(contenders):
            try:
                trials.append(_tried(contender, part, cuts))
            except DrupeError as error:
                failures.append((contender, str(error)))
            if progress is not None:
                progress((number + 1) / len(contenders))
    except KeyboardInterrupt:
        if not trials:
            raise
    if not trials:
        raise type(error_of(failures))(str(error_of(failures)))
    return Search(tuple(trials), len(contenders), tuple(failures), len(part), folds)


def error_of(failures: Sequence[tuple[Contender, str]]) -> DrupeError:
    """Why nobody could be tried."""
    contender, reason = failures[0]
    return DrupeError(f"none of {len(failures)} machines could be fitted; {contender.machine}: {reason}")


def _tried(contender: Contender, part: Part, cuts: list[tuple[Any, Any]]) -> Trial:
    began = time.perf_counter()
    with warnings.catch_warnings():
        # A machine that does not converge shows it by its accuracy; the one that is chosen is fitted with warnings.
        warnings.simplefilter("ignore", ConvergenceWarning)
        warnings.simplefilter("ignore", FitWarning)
        if contender.Cs:
            path = _path(contender, cuts, len(part)).fit(part.X, part.y).path_
            means, folds = path.mean, path.folds[int(np.argmax(path.mean))]
        else:
            folds = cross_val_score(clone(contender.estimator), part.X, part.y, cv=cuts, error_score="raise")
            means = np.array([folds.mean()])
    return Trial(contender, means, np.asarray(folds), len(part), time.perf_counter() - began)


def _path(contender: Contender, cuts: list[tuple[Any, Any]], n: int) -> SVCPathCV:
    steps = max(STEPS, STEPS_PER_EXAMPLE * n)
    return SVCPathCV(Cs=contender.Cs, cv=cuts, kernel=contender.estimator.kernel, tol=TOLERANCE, max_iter=steps)
