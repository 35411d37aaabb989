"""One variable at a time: Hildreth's method, the kernel Adatron, successive over-relaxation."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from drupe.foundation.parameters import Checked, Interval, ranged
from drupe.solvers.problem import BoxProblem
from drupe.textbook.algorithms.equalities import require_free
from drupe.textbook.algorithms.orders import Cyclic, Order
from drupe.textbook.algorithms.point import Point
from drupe.textbook.algorithms.stopping import UNTIL_OPTIMAL, StoppingRule
from drupe.textbook.algorithms.training import Training, train


@dataclass(frozen=True)
class CoordinateAscent(Checked):
    """αᵢ ← min(C, max(0, αᵢ + (relaxation / Kᵢᵢ) ∂W/∂αᵢ)), each with the newest values of all the others.

    With relaxation 1 a step goes to the exact maximum along its axis: that is Hildreth's method, known in learning as
    the kernel Adatron. Other values in (0, 2) over- or under-shoot it, and W still never falls: successive
    over-relaxation. For problems without an equality; a constant τ² added to the kernel emulates the offset
    b = τ² Σ αᵢyᵢ, exactly so as τ grows, and the more slowly.

    Parameters
    ----------
    relaxation
        ω, the share of the way to the maximum along the axis.
    order
        In which order the variables are taken.
    stopping
        When to stop; asked after each round.

    Examples
    --------
    >>> from drupe.grams import DenseGram
    >>> from drupe.solvers.balance import Free
    >>> signs = np.array([1.0, -1.0])
    >>> problem = BoxProblem(
    ...     DenseGram([[2.0, 0.0], [0.0, 1.0]]), signs, -np.ones(2), np.full(2, 9.0), np.arange(2), np.zeros(2), Free()
    ... )
    >>> CoordinateAscent().solve(problem).solution.alpha.tolist()
    [0.5, 1.0]

    References
    ----------
    [Cristianini00]_, table 7.1 and remarks 7.4 to 7.6; [Herbrich02]_, appendix D.2.
    """

    relaxation: float = ranged(Interval(0.0, 2.0, closed_low=False), 1.0)
    order: Order = field(default_factory=Cyclic)
    stopping: StoppingRule = UNTIL_OPTIMAL

    def solve(self, problem: BoxProblem) -> Training:
        """Ascends until the stopping rule speaks."""
        require_free(problem, "CoordinateAscent")
        point = Point(problem)
        return train(point, self._sweeps(point), self.stopping)

    def _sweeps(self, point: Point) -> Iterator[None]:
        for variables in self.order.rounds(point):
            moved = [self.step(point, int(i)) for i in variables]
            if not any(moved) and len(variables) == len(point.alpha):
                return
            yield

    def step(self, point: Point, i: int) -> bool:
        """Changes one variable; whether it moved."""
        slope, curvature = point.slope(i), float(point.diagonal[i])
        if curvature > 0:
            target = point.alpha[i] + self.relaxation / curvature * slope
        else:  # a zero vector in feature space: W is a straight line along this axis
            target = np.copysign(np.inf, slope) if slope else point.alpha[i]
        return point.move(i, float(np.clip(target, 0.0, point.problem.upper[i])))
