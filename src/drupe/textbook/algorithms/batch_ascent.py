"""Steepest ascent: all variables move along the slope at once and are put back into the box."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from drupe.foundation.errors import ParameterError
from drupe.foundation.parameters import Checked, Interval, check
from drupe.solvers.problem import BoxProblem
from drupe.textbook.algorithms.equalities import require_free
from drupe.textbook.algorithms.point import Point
from drupe.textbook.algorithms.stopping import UNTIL_OPTIMAL, StoppingRule
from drupe.textbook.algorithms.training import Training, train

ROWS_AT_A_TIME = 256


@dataclass(frozen=True)
class BatchAscent(Checked):
    """α ← min(C, max(0, α + rate ∂W/∂α)), all components from the old α.

    W never falls if the rate is at most 1 / λ with λ the largest eigenvalue of Q; from 2 / λ on it may oscillate for
    ever. For problems without an equality: fix the offset first.

    Parameters
    ----------
    rate
        Length of a step in units of the slope; None takes one over the largest absolute row sum of Q, which is safe.
    stopping
        When to stop.

    Examples
    --------
    >>> from drupe.grams import DenseGram
    >>> from drupe.solvers.balance import Free
    >>> signs = np.array([1.0, -1.0])
    >>> problem = BoxProblem(
    ...     DenseGram(np.eye(2)), signs, -np.ones(2), np.full(2, 0.25), np.arange(2), np.zeros(2), Free()
    ... )
    >>> BatchAscent().solve(problem).solution.alpha.tolist()
    [0.25, 0.25]

    References
    ----------
    [Cristianini00]_, section 7.2.
    """

    rate: float | None = None
    stopping: StoppingRule = UNTIL_OPTIMAL

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.rate is not None:
            check("BatchAscent", "rate", self.rate, Interval(0.0, closed_low=False))

    def solve(self, problem: BoxProblem) -> Training:
        """Ascends until the stopping rule speaks."""
        require_free(problem, "BatchAscent")
        point = Point(problem)
        return train(point, self._sweeps(point), self.stopping)

    def _sweeps(self, point: Point) -> Iterator[None]:
        rate = self.rate or 1.0 / _largest_row_sum(point.problem)
        everything = np.arange(len(point.alpha))
        while point.replace(everything, np.clip(point.alpha + rate * point.slopes(), 0.0, point.problem.upper)):
            yield


def _largest_row_sum(problem: BoxProblem) -> float:
    """max over rows of Σ |Q|, no less than the largest eigenvalue of Q."""
    variables = np.bincount(problem.examples, minlength=len(problem.gram)).astype(np.float64)
    stripes = range(0, len(problem.gram), ROWS_AT_A_TIME)
    sums = [
        np.abs(problem.gram.rows(np.arange(first, min(first + ROWS_AT_A_TIME, len(problem.gram))))) @ variables
        for first in stripes
    ]
    largest = float(np.concatenate(sums).max())
    if largest == 0.0:
        raise ParameterError("every kernel value is zero: there is no safe rate, pass one.")
    return largest
