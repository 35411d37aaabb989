"""The offset found from outside: fixed-offset problems are solved until one of them happens to be balanced."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import ConvergenceError
from drupe.foundation.parameters import Checked
from drupe.solvers.problem import BoxProblem
from drupe.textbook.algorithms.batch_ascent import BatchAscent
from drupe.textbook.algorithms.coordinate_ascent import CoordinateAscent
from drupe.textbook.algorithms.equalities import require_balanced
from drupe.textbook.algorithms.fixed_offset import fixed_offset
from drupe.textbook.algorithms.point import Point
from drupe.textbook.algorithms.stopping import UNTIL_OPTIMAL, MaxSweeps, OptimalityConditions, StoppingRule
from drupe.textbook.algorithms.training import Training, train

TIGHT = CoordinateAscent(stopping=OptimalityConditions(1e-6) | MaxSweeps(10_000))
"""Solves a problem of fixed offset well enough for a search around it."""

DOUBLINGS = 60
"""How often a bracket for the offset is widened before there is taken to be none."""


@dataclass(frozen=True)
class OffsetSearch(Checked):
    """b with sᵀα(b) = sᵀα₀, by bisection; α(b) maximizes W under the fixed offset b.

    The balance sᵀα(b) falls as b grows: b is the multiplier of the equality, and the search climbs the dual of the
    dual. Ends of the bracket are mixed so that the balance holds exactly at every step; as the bracket closes the
    mixture becomes optimal, also where a singular K makes α(b) jump. Boxes should be finite: a wrong offset can make
    a hard margin impossible.

    Parameters
    ----------
    inner
        Solves each problem of fixed offset; its tolerance limits what the search can reach.
    stopping
        When to stop; asked after each halving.

    References
    ----------
    [Cristianini00]_, section 7.2; remark 7.16.
    """

    inner: CoordinateAscent | BatchAscent = TIGHT
    stopping: StoppingRule = UNTIL_OPTIMAL

    def solve(self, problem: BoxProblem) -> Training:
        """Searches until the stopping rule speaks."""
        require_balanced(problem, "OffsetSearch")
        point = Point(problem)
        return train(point, self._sweeps(point), self.stopping)

    def _sweeps(self, point: Point) -> Iterator[None]:
        problem = point.problem
        balance = float(problem.signs @ problem.start)
        low, high = self._bracket(problem, balance)
        _mix(point, low, high, balance)
        yield
        while low.offset < (middle := 0.5 * (low.offset + high.offset)) < high.offset:
            trial = self._trial(problem, middle, low.alpha)
            low, high = (trial, high) if trial.balance >= balance else (low, trial)
            _mix(point, low, high, balance)
            yield

    def _bracket(self, problem: BoxProblem, balance: float) -> tuple["_Trial", "_Trial"]:
        """Two offsets, the balance no smaller than asked for at the lower and no larger at the upper one."""
        low = high = self._trial(problem, 0.0, problem.start)
        for width in 2.0 ** np.arange(DOUBLINGS):
            if low.balance >= balance >= high.balance:
                return low, high
            if low.balance < balance:
                low = self._trial(problem, low.offset - width, low.alpha)
            else:
                high = self._trial(problem, high.offset + width, high.alpha)
        raise ConvergenceError("no offset was found that lets the balance hold; is the start feasible?")

    def _trial(self, problem: BoxProblem, offset: float, start: Vector) -> "_Trial":
        solution = self.inner.solve(fixed_offset(replace(problem, start=start), offset)).solution
        return _Trial(offset, solution.alpha, float(problem.signs @ solution.alpha))


@dataclass(frozen=True, eq=False)
class _Trial:
    offset: float
    alpha: Vector
    balance: float


def _mix(point: Point, low: _Trial, high: _Trial, balance: float) -> None:
    """Puts the point between the two ends, where the balance is the one asked for."""
    spread = low.balance - high.balance
    share = (low.balance - balance) / spread if spread > 0 else 0.5
    mixture = low.alpha + share * (high.alpha - low.alpha)
    point.replace(np.arange(len(point.alpha)), np.clip(mixture, 0.0, point.problem.upper))
