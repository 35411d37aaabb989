"""Where an algorithm stands: α and the outputs it gives, changed in place, a few variables at a time."""

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index, Vector
from drupe.foundation.errors import ConvergenceError
from drupe.solvers.problem import BoxProblem


class UnboundedError(ConvergenceError):
    """A variable without an upper end could grow for ever."""


class Point:
    """α in float64 with K @ weights(α) kept beside it, so that a slope costs nothing and a change one row of K.

    Parameters
    ----------
    problem
        Its `start` is where the point is at first.
    """

    def __init__(self, problem: BoxProblem):
        self.problem = problem
        self.alpha = np.array(problem.start, dtype=np.float64)
        self.outputs = np.array(problem.gram @ problem.weights(self.alpha))
        self.diagonal = problem.gram.diagonal()[problem.examples]
        self.steps = 0

    def slopes(self) -> Vector:
        """∂W/∂α = −(s ∘ outputs + p): what a small rise of each variable gains."""
        problem = self.problem
        return np.asarray(-(problem.signs * self.outputs[problem.examples] + problem.linear))

    def slope(self, i: int) -> float:
        """∂W/∂αᵢ."""
        problem = self.problem
        return -float(problem.signs[i] * self.outputs[problem.examples[i]] + problem.linear[i])

    def row(self, i: int) -> Vector:
        """k between the example of variable i and all examples."""
        return np.asarray(self.problem.gram.rows([self.problem.examples[i]])[0])

    def move(self, i: int, value: float) -> bool:
        """One step of one variable; whether it changed."""
        if value == self.alpha[i]:
            return False
        if not np.isfinite(value):
            raise UnboundedError(f"variable {i} has no upper end and its slope never vanishes.")
        self._shift(i, value)
        self.steps += 1
        return True

    def move_pair(self, i: int, j: int, value_i: float, value_j: float) -> None:
        """One step of two variables."""
        if not np.isfinite(value_i + value_j):
            raise UnboundedError(f"variables {i} and {j} have no upper ends and could grow together for ever.")
        self._shift(i, value_i)
        self._shift(j, value_j)
        self.steps += 1

    def replace(self, chosen: Index, values: Vector) -> bool:
        """One step of several variables; whether any changed."""
        changed = chosen[values != self.alpha[chosen]]
        change = np.zeros_like(self.alpha)
        change[chosen] = values - self.alpha[chosen]
        weights = self.problem.weights(change)
        moved = np.flatnonzero(weights)
        self.outputs += self.problem.gram.rows(moved).T @ weights[moved]
        self.alpha[chosen] = values
        self.steps += 1
        return bool(len(changed))

    def free(self) -> npt.NDArray[np.bool_]:
        """Variables strictly inside their box."""
        return np.asarray((self.alpha > 0) & (self.alpha < self.problem.upper))

    def _shift(self, i: int, value: float) -> None:
        self.outputs += self.problem.signs[i] * (value - self.alpha[i]) * self.row(i)
        self.alpha[i] = value
