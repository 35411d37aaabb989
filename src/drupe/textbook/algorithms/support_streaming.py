"""Coordinate ascent for more examples than memory: only the support vectors are held, the others stream by."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Index
from drupe.foundation.parameters import Checked, positive, whole
from drupe.solvers.problem import BoxProblem
from drupe.textbook.algorithms.coordinate_ascent import CoordinateAscent
from drupe.textbook.algorithms.equalities import require_free
from drupe.textbook.algorithms.orders import Order
from drupe.textbook.algorithms.point import Point
from drupe.textbook.algorithms.residuals import residuals
from drupe.textbook.algorithms.stopping import UNTIL_OPTIMAL, MaxSweeps, ObjectiveGrowth, StoppingRule
from drupe.textbook.algorithms.sub_problem import sub_problem
from drupe.textbook.algorithms.training import Training, train


@dataclass(frozen=True)
class SmallestFirst(Order):
    """By ascending α."""

    def rounds(self, point: Point) -> Iterator[Index]:
        while True:
            yield np.argsort(point.alpha, kind="stable")


@dataclass(frozen=True)
class SupportStreaming(Checked):
    """Cycle through the α > 0 by ascending size until W stalls; let everything else pass by once; again.

    Memory holds the kernel between support vectors and between them and one stripe of the stream, never a whole row.
    For problems without an equality.

    Parameters
    ----------
    added
        Violators of a pass that become support vectors; the worst are taken.
    stripe
        Examples of the stream that are looked at together.
    growth
        Relative growth of W in one cycle below which it has stalled.
    stopping
        When to stop; asked after each pass.

    References
    ----------
    [Cristianini00]_, remark 7.8.
    """

    added: int = whole(1, 50)
    stripe: int = whole(1, 256)
    growth: float = positive(1e-6)
    stopping: StoppingRule = UNTIL_OPTIMAL

    def solve(self, problem: BoxProblem) -> Training:
        """Passes over the examples until the stopping rule speaks."""
        require_free(problem, "SupportStreaming")
        point = Point(problem)
        return train(point, self._passes(point), self.stopping)

    def _passes(self, point: Point) -> Iterator[None]:
        cycles = CoordinateAscent(order=SmallestFirst(), stopping=ObjectiveGrowth(self.growth) | MaxSweeps(1000))
        while True:
            violation = residuals(point)
            worst = np.argsort(-violation, kind="stable")[: self.added]
            held = np.union1d(np.flatnonzero(point.alpha), worst[violation[worst] > 0])
            before = point.alpha[held]
            solution = cycles.solve(sub_problem(point, held)).solution
            point.alpha[held] = solution.alpha
            point.steps += solution.iterations
            if np.array_equal(before, point.alpha[held]):
                return
            self._stream(point)
            yield

    def _stream(self, point: Point) -> None:
        """The outputs of all examples, stripe by stripe, from the support vectors alone."""
        weights = point.problem.weights(point.alpha)
        support = np.flatnonzero(weights)
        gram = point.problem.gram
        for first in range(0, len(gram), self.stripe):
            stripe = np.arange(first, min(first + self.stripe, len(gram)))
            point.outputs[stripe] = gram.block(stripe, support) @ weights[support]
