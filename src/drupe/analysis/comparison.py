"""Machines side by side on the same folds, with intervals and a test of each against the best."""

import time
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning

from drupe.analysis.class_outcomes import ClassOutcome, ClassOutcomes
from drupe.analysis.folds import FOLDS, folds_of
from drupe.analysis.forecasts import Forecasts
from drupe.analysis.limits import share_limits
from drupe.analysis.measure import MeanError, Measure, measure_for
from drupe.analysis.part import Part
from drupe.analysis.prepared_folds import PreparedFolds
from drupe.analysis.sign_flips import chance_of
from drupe.analysis.task import Task
from drupe.estimators.warnings import FitWarning
from drupe.foundation.errors import DrupeError
from drupe.foundation.progress import Progress
from drupe.selection.prepared_fold import PreparedFold

Answers = npt.NDArray[Any]


@dataclass(frozen=True, kw_only=True)
class Result:
    """What cross-validation said of one machine.

    Parameters
    ----------
    name
        Of the machine.
    seconds
        What it cost.
    chance
        Probability that two equally good machines differ as much as this one and the best.
    failure
        Why it could not be tried; empty if it could.
    """

    name: str
    seconds: float
    chance: float = 1.0
    failure: str = ""


@dataclass(frozen=True, kw_only=True)
class ClassResult(Result):
    """That of a classifier.

    Parameters
    ----------
    accuracy
        Share of right answers.
    low, high
        Exact binomial limits at 95 %, as if the folds' answers were independent.
    balanced_accuracy
        Mean of the classes' recalls.
    balanced_low, balanced_high
        Its limits at 95 %, which are approximate.
    classes
        Recall and precision of each class.
    """

    accuracy: float = 0.0
    low: float = 0.0
    high: float = 1.0
    balanced_accuracy: float = 0.0
    balanced_low: float = 0.0
    balanced_high: float = 1.0
    classes: tuple[ClassOutcome, ...] = ()


@dataclass(frozen=True, kw_only=True)
class QuantityResult(Result):
    """That of a machine for a quantity.

    Parameters
    ----------
    mean_error
        Mean of |f − y|.
    low, high
        Its limits at 95 %, as if the folds' answers were independent.
    r_squared
        R² of all answers together; None if the quantity does not vary.
    """

    mean_error: float = np.inf
    low: float = 0.0
    high: float = np.inf
    r_squared: float | None = None


@dataclass(frozen=True)
class Comparison:
    """The results of all compared machines, best first.

    Parameters
    ----------
    results
        One for each machine.
    n
        Rows that each machine answered.
    folds
        Into how many parts they were cut.
    measure
        What they are ranked by.
    """

    results: tuple[Result, ...]
    n: int
    folds: int
    measure: Measure


def compare_machines(
    machines: Mapping[str, Any],
    part: Part,
    before: Any = None,
    task: Task = Task.CLASSES,
    *,
    folds: int = FOLDS,
    seed: int = 0,
    progress: Progress | None = None,
) -> Comparison:
    """Cross-validate every machine on the same folds; Ctrl-C keeps what is finished.

    Parameters
    ----------
    machines
        Not fitted, by name.
    part
        The examples as they are.
    before
        A transformer, of which a copy learns from the seen rows of each fold; None for none. Quantities are brought to
        mean 0 and variance 1 besides, so that parameters in their units mean the same everywhere.
    task
        What is learned.
    folds, seed
        How the rows are cut.
    progress
        Told which share of the machines is done.

    Examples
    --------
    >>> from drupe import SVC, DefaultClassifier
    >>> part = Part.of([[float(i)] for i in range(40)], [0] * 24 + [1] * 16)
    >>> found = compare_machines({"SVC": SVC(), "default": DefaultClassifier()}, part, folds=4)
    >>> [(one.name, one.accuracy > 0.9) for one in found.results]
    [('SVC', True), ('default', False)]
    """
    cuts = PreparedFolds(part, folds_of(part, task, folds, seed))
    prepared, measure = cuts.after(before), measure_for(task, part.counts)
    answers: dict[str, Answers] = {}
    results: list[Result] = []
    try:
        for number, (name, machine) in enumerate(machines.items()):
            began, failure = time.perf_counter(), ""
            try:
                answers[name] = _answers(machine, cuts, prepared, task)
            except DrupeError as error:
                failure = str(error)
            facts = {"name": name, "seconds": time.perf_counter() - began, "failure": failure}
            results.append(_judged(answers.get(name), part.y, task, facts))
            if progress is not None:
                progress((number + 1) / len(machines))
    except KeyboardInterrupt:
        if not results:
            raise
    ranked = _ranked(results, answers, measure, part.y)
    return Comparison(ranked, len(part), len(cuts.folds), measure)


def _answers(machine: Any, cuts: PreparedFolds, prepared: tuple[PreparedFold, ...], task: Task) -> Answers:
    """One answer for each row, from a machine that has not seen it."""
    said = np.empty(len(cuts.part), dtype=task.dtype(cuts.part.y))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        warnings.simplefilter("ignore", FitWarning)
        for cut, fold in zip(cuts.folds, prepared, strict=True):
            middle, spread = _units(fold.targets, task)
            targets = fold.targets if task is Task.CLASSES else (fold.targets - middle) / spread
            found = clone(machine).fit(fold.seen, targets).predict(fold.held)
            said[cut.held] = found if task is Task.CLASSES else middle + spread * found
    return said


def _units(targets: Answers, task: Task) -> tuple[float, float]:
    """Mean and standard deviation of a quantity."""
    return (0.0, 1.0) if task is Task.CLASSES else (float(targets.mean()), float(targets.std()) or 1.0)


def _judged(said: Answers | None, truth: Answers, task: Task, facts: Mapping[str, Any]) -> Result:
    """The worst result for a machine that has no answers."""
    if task is Task.QUANTITY:
        if said is None:
            return QuantityResult(**facts)
        found = Forecasts(True, truth, said, float(np.median(truth)))
        low, high = MeanError().interval(said, truth)
        return QuantityResult(mean_error=found.mean_error, low=low, high=high, r_squared=found.explained, **facts)
    if said is None:
        return ClassResult(**facts)
    classes, right = ClassOutcomes.of(truth, said), int((said == truth).sum())
    low, high = share_limits(right, len(truth))
    balanced_low, balanced_high = classes.balanced_interval
    return ClassResult(
        accuracy=right / len(truth),
        low=low,
        high=high,
        balanced_accuracy=classes.balanced_accuracy,
        balanced_low=balanced_low,
        balanced_high=balanced_high,
        classes=classes.each,
        **facts,
    )


def _ranked(
    results: list[Result], answers: Mapping[str, Answers], measure: Measure, truth: Answers
) -> tuple[Result, ...]:
    """Best first, those that failed last, each with its chance against the best."""
    scores = {name: measure.score(float(measure.values(said[None], truth)[0])) for name, said in answers.items()}
    order = sorted(results, key=lambda one: -scores.get(one.name, -np.inf))
    best = answers.get(order[0].name)
    if best is None:
        return tuple(order)
    chances = {name: chance_of(measure.gains(best, said, truth)) for name, said in answers.items()}
    return tuple(replace(one, chance=chances.get(one.name, 0.0)) for one in order)
