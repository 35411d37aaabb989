"""Rounds of boosting: the best rule for what the vote so far gets wrong joins, and the weights follow."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.progress import Progress
from drupe.native import boost_stumps
from drupe.rules.stumps import Stumps
from drupe.solvers.boosting.best_stump import GradedStumpSearch, StumpSearch, doubles
from drupe.solvers.boosting.run import Boosted, Run
from drupe.solvers.boosting.steps import AdaBoostStep, ArcStep, Step
from drupe.solvers.boosting.vote_solution import LARGEST, LastRound, VoteSolution, sign_factors
from drupe.solvers.boosting.weak import Weak, chance

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
        return np.asarray(self.weights / self.weights.sum(), dtype=np.float64)


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
    return SteppedRun(weak, problem, step).go(rounds, progress, keep)


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
        doubles(problem.signs),
        doubles(problem.shares),
        doubles(problem.outputs),
        problem.length,
        rounds,
        rate,
        arc,
        weak.threads,
        keep,
        progress,
    )
    rules = Stumps(columns, thresholds, signs, -signs, weak.space)
    why = ENDS[end]
    if arc and why is LastRound.NO_BETTER and (len(steps) or problem.length) and (problem.signs * outputs).min() >= 0.0:
        why = LastRound.OPTIMAL
    return Boosted(rules, VoteSolution(steps, errors, sign_factors(errors, steps), why), outputs)


class SteppedRun(Run):
    """One run with any learner and any step."""

    def __init__(self, weak: Weak, problem: BoostingProblem, step: Step):
        super().__init__(weak, problem.outputs.copy())
        self.problem, self.step, self.length = problem, step, problem.length
        self.soft = problem.signs * problem.outputs

    def _round(self) -> LastRound | None:
        problem = self.problem
        # In logarithms, so that no weight is too small for a number before the largest is 1.
        logarithms = np.log(problem.shares) - self.soft
        weights = np.exp(logarithms - logarithms.max())
        weights /= weights.sum()
        found = self.weak.best(weights * problem.signs)
        signed = problem.signs * found.values
        # Margins are not as large as they can be after a graded rule, but any step along it is too short for AdaBoost.
        if np.all(signed == 1.0 if isinstance(self.step, ArcStep) else signed > 0.0):
            return self._alone(found.rule, found.values)
        edge = float(weights @ signed)
        direction = self.step.direction(signed, weights / problem.shares)
        margin = float((problem.signs * self.outputs).min() / self.length) if self.length else None
        length = self.step.length(signed, direction, weights, margin)
        if isinstance(self.step, ArcStep) and self.length:
            if length <= 0.0:
                return LastRound.OPTIMAL
        elif edge <= chance(len(weights)) or length <= 0.0:
            return LastRound.NO_BETTER
        self._join(
            found.rule, 0.5 * (1.0 - edge), length, float(weights @ np.exp(np.minimum(-length * signed, LARGEST)))
        )
        self.outputs += length * found.values
        self.soft += length * direction
        self.length += length
        return None

    def _alone(self, rule: Any, values: Vector) -> LastRound:
        self._forget()
        self._join(rule, 0.0, 1.0, float(self.problem.shares @ np.exp(-self.problem.signs * values)))
        self.outputs = values.copy()
        self.soft = self.problem.signs * values
        return LastRound.PERFECT
