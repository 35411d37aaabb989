"""What a stopping rule may look at: α and its outputs after a sweep."""

from dataclasses import dataclass
from functools import cached_property

from drupe.foundation.arrays import Vector
from drupe.solvers.optimality import Optimality, optimality
from drupe.solvers.problem import BoxProblem
from drupe.textbook.algorithms.point import Point


@dataclass(frozen=True, eq=False)
class Iterate:
    """A feasible α after so many sweeps.

    Parameters
    ----------
    problem
        What is being solved.
    alpha
        The variables.
    outputs
        K @ weights(α).
    number
        Sweeps made so far.
    """

    problem: BoxProblem
    alpha: Vector
    outputs: Vector
    number: int

    @classmethod
    def at(cls, point: Point, number: int) -> "Iterate":
        """A copy of where the algorithm stands."""
        return cls(point.problem, point.alpha.copy(), point.outputs.copy(), number)

    @cached_property
    def dual(self) -> float:
        """W(α) = −½ αᵀQα − pᵀα."""
        return -self.problem.objective(self.alpha, self.outputs)

    @cached_property
    def optimality(self) -> Optimality:
        """Violation, offset and gap at this α."""
        return optimality(self.problem, self.alpha, self.outputs)
