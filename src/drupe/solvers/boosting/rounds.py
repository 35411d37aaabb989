"""Rounds of boosting: the best rule for what the vote so far gets wrong joins, and the weights follow."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.progress import Progress
from drupe.native import boost_stumps
from drupe.predictors.rules import Rules
from drupe.solvers.boosting.best_stump import GradedStumpSearch, StumpSearch
from drupe.solvers.boosting.steps import AdaBoostStep, ArcStep, Step
from drupe.solvers.boosting.vote_solution import LastRound, VoteSolution, sign_factors
from drupe.solvers.boosting.weak import Weak

ENDS = (LastRound.ROUNDS, LastRound.PERFECT, LastRound.NO_BETTER, LastRound.INTERRUPTED)
"""In the order in which the core counts them."""


@dataclass(frozen=True, eq=False)
class BoostingProblem:
    """Examples of two classes, and a vote from which to go on.

    Parameters
    ----------
    signs
        ±1 for each example.
    weights
        How often each counts, above zero.
    outputs
        Of the vote before, zero without one.
    length
        Σ of its weights.
    """

    signs: Vector
    weights: Vector
    outputs: Vector
    length: float = 0.0

    @classmethod
    def from_nothing(cls, signs: Vector, weights: Vector) -> "BoostingProblem":
        """Without a vote before."""
        return cls(signs, weights, np.zeros(len(signs)))

    @cached_property
    def shares(self) -> Vector:
        """Weights of sum 1."""
        return self.weights / self.weights.sum()


@dataclass(frozen=True, eq=False)
class Boosted:
    """The rules that joined, and how.

    Parameters
    ----------
    rules
        The rules.
    solution
        Their weights, and the facts of the rounds.
    outputs
        Of the whole vote at the examples.
    """

    rules: Rules
    solution: VoteSolution
    outputs: Vector


def boosted(
    weak: Weak,
    problem: BoostingProblem,
    step: Step,
    rounds: int,
    progress: Progress | None = None,
    keep: bool = False,
) -> Boosted:
    """At most so many rounds; with `keep`, Ctrl-C leaves the vote so far.

    A rule without errors ends the run and is the vote alone; one that is no better than chance ends it too.
    """
    if isinstance(weak, StumpSearch) and not isinstance(weak, GradedStumpSearch):
        if isinstance(step, AdaBoostStep):
            return _of_stumps(weak, problem, step.rate, False, rounds, progress, keep)
        if isinstance(step, ArcStep):
            return _of_stumps(weak, problem, 1.0, True, rounds, progress, keep)
    return _Run(weak, problem, step).go(rounds, progress, keep)


def _of_stumps(
    weak: StumpSearch,
    problem: BoostingProblem,
    rate: float,
    arc: bool,
    rounds: int,
    progress: Progress | None,
    keep: bool,
) -> Boosted:
    """All rounds in the core."""
    columns, thresholds, signs, errors, steps, outputs, end = boost_stumps(
        weak.columns,
        problem.signs,
        problem.shares,
        problem.outputs,
        problem.length,
        rounds,
        rate,
        arc,
        weak.threads,
        keep,
        progress,
    )
    rules = weak.gathered(np.column_stack([columns, thresholds, signs, -signs]))
    why = ENDS[end]
    if arc and why is LastRound.NO_BETTER and (len(steps) or problem.length):
        why = LastRound.OPTIMAL
    return Boosted(rules, VoteSolution(steps, errors, sign_factors(errors, steps), why), outputs)


class _Run:
    """The state of one run with any learner and any step."""

    def __init__(self, weak: Weak, problem: BoostingProblem, step: Step):
        self.weak, self.problem, self.step = weak, problem, step
        self.outputs, self.length = problem.outputs.copy(), problem.length
        self.soft = problem.signs * problem.outputs
        self.rules = list[Any]()
        self.steps, self.errors, self.factors = list[float](), list[float](), list[float]()

    def go(self, rounds: int, progress: Progress | None, keep: bool) -> Boosted:
        end = LastRound.ROUNDS
        try:
            for round in range(rounds):
                if progress is not None:
                    progress(round / rounds)
                found = self._round()
                if found is not None:
                    end = found
                    break
            if progress is not None:
                progress(1.0)
        except KeyboardInterrupt:
            if not keep or not self.rules:
                raise
            end = LastRound.INTERRUPTED
        facts = VoteSolution(*(np.array(one) for one in (self.steps, self.errors, self.factors)), end)
        return Boosted(self.weak.gathered(self.rules), facts, self.outputs)

    def _round(self) -> LastRound | None:
        """Lets one rule join; why no other may follow, or None."""
        problem = self.problem
        # In logarithms, so that no weight is too small for a number before the largest is 1.
        logarithms = np.log(problem.shares) - self.soft
        weights = np.exp(logarithms - logarithms.max())
        weights /= weights.sum()
        found = self.weak.best(weights * problem.signs)
        signed = problem.signs * found.values
        if np.all(signed == 1.0):
            self._alone(found.rule, found.values)
            return LastRound.PERFECT
        edge = float(weights @ signed)
        direction = self.step.direction(signed, weights / problem.shares)
        margin = float((problem.signs * self.outputs).min() / self.length) if self.length else None
        length = self.step.length(direction, weights, margin)
        if edge <= 0.0 or length <= 0.0:
            better = edge > 0.0 and isinstance(self.step, ArcStep)
            return LastRound.OPTIMAL if better else LastRound.NO_BETTER
        self._join(found.rule, 0.5 * (1.0 - edge), length, float(weights @ np.exp(-length * signed)))
        self.outputs += length * found.values
        self.soft += length * direction
        self.length += length
        return None

    def _join(self, rule: Any, error: float, length: float, factor: float) -> None:
        self.rules.append(rule)
        self.errors.append(error)
        self.steps.append(length)
        self.factors.append(factor)

    def _alone(self, rule: Any, values: Vector) -> None:
        for record in (self.rules, self.steps, self.errors, self.factors):
            record.clear()
        self._join(rule, 0.0, 1.0, float(np.exp(-1.0)))
        self.outputs = values.copy()
