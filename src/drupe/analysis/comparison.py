"""Machines side by side on the same folds, with intervals and a test of each against the best."""

import time
import warnings
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.stats import binomtest
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import StratifiedKFold, cross_val_predict
from sklearn.pipeline import make_pipeline

from drupe.analysis.part import Part
from drupe.bounds.concentration.binomial_tail import binomial_lower, binomial_upper
from drupe.estimators.warnings import FitWarning
from drupe.foundation.errors import DrupeError
from drupe.foundation.progress import Progress


@dataclass(frozen=True)
class Result:
    """What cross-validation said of one machine.

    Parameters
    ----------
    name
        Of the machine.
    accuracy
        Share of right answers.
    low, high
        Exact binomial limits at 95 %, as if the folds' answers were independent.
    seconds
        What it cost.
    chance
        Probability that two equally good machines differ as much as this one and the best: the sign test on the rows
        that just one of both gets right.
    failure
        Why it could not be tried; empty if it could.
    """

    name: str
    accuracy: float
    low: float
    high: float
    seconds: float
    chance: float = 1.0
    failure: str = ""


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
    """

    results: tuple[Result, ...]
    n: int
    folds: int


def compare_machines(
    machines: Mapping[str, Any],
    part: Part,
    scaler: Any = None,
    *,
    folds: int = 5,
    seed: int = 0,
    progress: Progress | None = None,
) -> Comparison:
    """Cross-validate every machine on the same folds; Ctrl-C keeps what is finished.

    Parameters
    ----------
    machines
        Not fitted, by name.
    part
        The examples.
    scaler
        Fitted anew in every fold; None for none.
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
    part.require_enough(2)
    folds = min(folds, min(part.counts.values()))
    cuts = list(StratifiedKFold(folds, shuffle=True, random_state=seed).split(np.zeros((len(part), 1)), part.y))
    right: dict[str, npt.NDArray[np.bool_]] = {}
    results: list[Result] = []
    try:
        for number, (name, machine) in enumerate(machines.items()):
            result, right[name] = _tried(
                name, machine if scaler is None else make_pipeline(scaler, machine), part, cuts
            )
            results.append(result)
            if progress is not None:
                progress((number + 1) / len(machines))
    except KeyboardInterrupt:
        if not results:
            raise
    ranked = sorted(results, key=lambda one: (bool(one.failure), -one.accuracy))
    best = right[ranked[0].name]
    return Comparison(tuple(replace(one, chance=_chance(best, right[one.name])) for one in ranked), len(part), folds)


def _tried(name: str, machine: Any, part: Part, cuts: Any) -> tuple[Result, npt.NDArray[np.bool_]]:
    began = time.perf_counter()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            warnings.simplefilter("ignore", FitWarning)
            said = cross_val_predict(clone(machine), part.X, part.y, cv=cuts)
    except DrupeError as error:
        nothing = np.zeros(len(part), dtype=bool)
        return Result(name, 0.0, 0.0, 1.0, time.perf_counter() - began, failure=str(error)), nothing
    right = np.asarray(said == part.y)
    n, wrong = len(right), int((~right).sum())
    limits = 1.0 - binomial_upper(wrong, n, 0.025), 1.0 - binomial_lower(wrong, n, 0.025)
    return Result(name, float(right.mean()), *limits, time.perf_counter() - began), right


def _chance(best: npt.NDArray[np.bool_], other: npt.NDArray[np.bool_]) -> float:
    won, lost = int((best & ~other).sum()), int((other & ~best).sum())
    return float(binomtest(won, won + lost).pvalue) if won + lost else 1.0
