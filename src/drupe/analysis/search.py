"""The choice among contenders by cross-validation, on the same folds for all."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.analysis.contenders import Contender
from drupe.analysis.folds import folds_of
from drupe.analysis.measure import Measure, measure_for
from drupe.analysis.part import Part
from drupe.analysis.prepared_folds import PreparedFolds
from drupe.analysis.task import Task
from drupe.analysis.trials import Trial, tried
from drupe.foundation.errors import DrupeError, InputError
from drupe.foundation.progress import Progress


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
    before
        What stands before machines without a view of their own, not fitted; None for nothing.
    """

    trials: tuple[Trial, ...]
    planned: int
    failures: tuple[tuple[Contender, str], ...]
    n: int
    folds: int
    before: Any = None

    @property
    def measure(self) -> Measure:
        """What the best was chosen by."""
        return self.trials[0].measure

    @property
    def task(self) -> Task:
        """What was learned."""
        return self.measure.task

    @property
    def best(self) -> Trial:
        """The best; of equals the one that ran first."""
        return self.ranked[0]

    @property
    def ranked(self) -> tuple[Trial, ...]:
        """The trials, best score first."""
        return tuple(sorted(self.trials, key=lambda trial: -trial.score))

    @property
    def candidates(self) -> int:
        """How many machines with all their parameters were compared: what a bound has to pay for the choice."""
        return sum(trial.contender.candidates for trial in self.trials)

    @property
    def seconds(self) -> float:
        """The time of all trials together."""
        return sum(trial.seconds for trial in self.trials)

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C ended it before all contenders were tried."""
        return len(self.trials) + len(self.failures) < self.planned


def search(
    part: Part,
    contenders: Sequence[Contender],
    task: Task = Task.CLASSES,
    *,
    before: Any = None,
    measure: Measure | None = None,
    seed: int = 0,
    progress: Progress | None = None,
) -> Search:
    """Cross-validate every contender on the same folds; Ctrl-C ends the search and keeps what is finished.

    Parameters
    ----------
    part
        The examples as they are.
    contenders
        Who takes part.
    task
        What is learned.
    before
        A transformer, not fitted, that stands before all machines without a view of their own: a copy learns from the
        seen rows of each fold. None for nothing.
    measure
        What they are chosen by; None for what suits the targets.
    seed
        Of the folds.
    progress
        Told which share of the work is done, fold by fold.

    Examples
    --------
    >>> from drupe import SVC
    >>> part = Part.of([[0.0], [1.0], [2.0], [5.0], [6.0], [7.0]], [0, 0, 0, 1, 1, 1])
    >>> search(part, [Contender(SVC(kernel="linear"), (0.1, 10.0))]).best.value
    1.0
    """
    chosen_by = measure_for(task, part.counts) if measure is None else measure
    folds = PreparedFolds(part, folds_of(part, task, seed=seed))
    trials: list[Trial] = []
    failures: list[tuple[Contender, str]] = []
    work = np.cumsum([0, *(one.candidates for one in contenders)]) / sum(one.candidates for one in contenders)
    try:
        for number, contender in enumerate(contenders):
            told = _between(progress, float(work[number]), float(work[number + 1]))
            try:
                trials.append(tried(contender, folds, chosen_by, before, told))
            except DrupeError as error:
                failures.append((contender, str(error)))
            if told is not None:
                told(1.0)
            mine = contender.before(before)
            if all(later.before(before) is not mine for later in contenders[number + 1 :]):
                folds.forget(mine)
    except KeyboardInterrupt:
        if not trials:
            raise
    if not trials:
        contender, reason = failures[0]
        raise InputError(f"none of {len(failures)} machines could be fitted; {contender.machine}: {reason}")
    return Search(tuple(trials), len(contenders), tuple(failures), len(part), len(folds.folds), before)


def _between(progress: Progress | None, low: float, high: float) -> Progress | None:
    """A progress for the part of the work between two shares of the whole; None if there is none for the whole."""
    if progress is None:
        return None
    whole = progress
    return lambda fraction: whole(low + (high - low) * fraction)
