"""Forward stagewise additive modeling: in each round the best rule for the slope of a loss, as far as it pays."""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import brentq

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import ParameterError
from drupe.foundation.progress import Progress
from drupe.losses.base import Loss, MarginLoss, Smoothness
from drupe.losses.exponential import Exponential
from drupe.losses.squared import Squared
from drupe.solvers.boosting.run import Boosted, Run
from drupe.solvers.boosting.steps import best_length
from drupe.solvers.boosting.vote_solution import LastRound
from drupe.solvers.boosting.weak import Found, Weak, chance

FLAT = float(np.finfo(np.float64).eps)
"""Slope, relative to that where a step begins, that counts as none: some losses fall for ever."""

DOUBLINGS = 200
"""Of a step, after which a loss is taken to have no least value."""


@dataclass(frozen=True, eq=False)
class AdditiveProblem:
    """min over votes f of Σᵢ wᵢ loss(f(xᵢ), yᵢ).

    Parameters
    ----------
    targets
        y: ±1 for losses of margins, real numbers for losses of residuals.
    weights
        w, above zero.
    loss
        Convex.
    """

    targets: Vector
    weights: Vector
    loss: Loss

    def value(self, outputs: Vector) -> float:
        """The weighted mean of the losses."""
        return float(self.weights @ self.loss.value(outputs, self.targets) / self.weights.sum())

    def pulls(self, outputs: Vector) -> Vector:
        """−wᵢ times the slope of the loss of each example: where its output should go, and how much it pays."""
        return np.asarray(-self.weights * self.loss.derivative(outputs, self.targets))


@dataclass(frozen=True)
class Stagewise:
    """fₜ = fₜ₋₁ + shrinkage · a h, h the rule of the steepest descent and a the best step along it.

    Earlier rules are not touched again. With the exponential loss this is AdaBoost; with the squared loss each rule is
    fitted to the residuals.

    Parameters
    ----------
    shrinkage
        Part of each step that is taken.

    Notes
    -----
    A loss with kinks may end where the rule of the steepest slope leads nowhere though others would; less often with
    shrinkage.

    References
    ----------
    [Mukherjee04]_, section 6.5, algorithm 3; [Friedman01]_, section 4, with shrinkage in section 5.
    """

    shrinkage: float = 1.0

    def run(
        self, weak: Weak, problem: AdditiveProblem, rounds: int, progress: Progress | None = None, keep: bool = False
    ) -> Boosted:
        """At most so many rounds; with `keep`, Ctrl-C leaves the sum so far."""
        return StagewiseRun(weak, problem, self.shrinkage).go(rounds, progress, keep)


class StagewiseRun(Run):
    """One run with any learner."""

    def __init__(self, weak: Weak, problem: AdditiveProblem, shrinkage: float):
        super().__init__(weak, np.zeros(len(problem.targets)))
        self.problem, self.shrinkage = problem, shrinkage
        self.loss = problem.value(self.outputs)

    def _round(self) -> LastRound | None:
        pulls = self.problem.pulls(self.outputs)
        total = float(np.abs(pulls).sum())
        if total == 0.0:
            return LastRound.LEAST
        found = self.weak.best(pulls / total)
        edge = float(pulls @ found.values) / total
        if edge <= chance(len(pulls)):
            return LastRound.LEAST if self.rules else LastRound.NO_BETTER
        if isinstance(self.problem.loss, MarginLoss) and np.all(self.problem.targets * found.values > 0.0):
            return self._alone(found)
        length = self.shrinkage * line_minimum(self.problem, self.outputs, found.values, pulls)
        if length <= 0.0:
            return LastRound.LEAST if self.rules else LastRound.NO_BETTER
        return self._take(found, 0.5 * (1.0 - edge), length)

    def _take(self, found: Found, error: float, length: float) -> LastRound | None:
        outputs = self.outputs + length * found.values
        before, after = self.loss, self.problem.value(outputs)
        # At a kink the slope that a loss tells is not that of all directions.
        if after >= before and self.problem.loss.smoothness is not Smoothness.DIFFERENTIABLE:
            return LastRound.LEAST
        self.outputs, self.loss = outputs, after
        self._join(found.rule, error, length, after / before if before > 0.0 else 1.0)
        return None

    def _alone(self, found: Found) -> LastRound:
        self._forget()
        self.outputs = np.zeros_like(self.outputs)
        self.loss = self.problem.value(self.outputs)
        self._take(found, 0.0, 1.0)
        return LastRound.PERFECT


def line_minimum(problem: AdditiveProblem, outputs: Vector, values: Vector, pulls: Vector) -> float:
    """argmin over a ≥ 0 of Σᵢ wᵢ loss(fᵢ + a hᵢ, yᵢ); where it falls for ever, the a at which it is flat.

    >>> from drupe.losses import Squared
    >>> problem = AdditiveProblem(np.array([1.0, 5.0]), np.ones(2), Squared())
    >>> line_minimum(problem, np.zeros(2), np.ones(2), problem.pulls(np.zeros(2)))
    3.0
    """
    loss = problem.loss
    edge = float(pulls @ values)
    if isinstance(loss, Squared):
        return edge / (2.0 * loss.weight * float(problem.weights @ np.square(values)))
    if isinstance(loss, Exponential):
        return best_length(problem.targets * values, np.abs(pulls))

    def slope(a: float) -> float:
        # The little that is added ends steps along which a loss falls for ever.
        return FLAT - float(problem.pulls(outputs + a * values) @ values) / edge

    high = 1.0
    for _ in range(DOUBLINGS):
        if slope(high) >= 0.0:
            break
        high *= 2.0
    else:
        raise ParameterError(f"{loss!r} has no least value along a rule, so that no step is the best one.")
    return float(brentq(slope, 0.0, high, xtol=1e-300, rtol=4.0 * FLAT, maxiter=500))
