"""Linear programs, their multipliers, and what was found."""

from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError
from drupe.solvers.duality import ConstrainedProblem
from drupe.solvers.linear_programs.constraints import Constraints


class InfeasibleError(InputError):
    """No point satisfies the constraints; the dual program then is unbounded, or infeasible as well."""


class UnboundedError(InputError):
    """The objective falls without end over the feasible region; the dual program then is infeasible."""


@dataclass(frozen=True, eq=False)
class Multipliers:
    """One for each constraint, in L(x) = f(x) + equalᵀ(E x − e) + inequalᵀ(G x − g) + lowerᵀ(l − x) + upperᵀ(x − u).

    All but those of equalities are zero or more. Minus a multiplier is how fast the optimum changes when the
    right-hand side of its constraint grows: its shadow price.
    """

    equal: Vector
    inequal: Vector
    lower: Vector
    upper: Vector


@dataclass(frozen=True, eq=False)
class ProgramSolution:
    """A minimum of a program, with the multipliers that prove it.

    Parameters
    ----------
    x
        The variables.
    objective
        What they cost.
    dual
        The lower bound that the multipliers give; equal to the objective but for rounding.
    multipliers
        One for each constraint.
    iterations
        Steps of the solver.
    seconds
        Wall time.
    """

    x: Vector
    objective: float
    dual: float
    multipliers: Multipliers
    iterations: int
    seconds: float

    @property
    def gap(self) -> float:
        """objective − dual: how far the objective can be from the optimum."""
        return self.objective - self.dual


@dataclass(frozen=True, eq=False)
class LinearProgram:
    """min ⟨linear, x⟩ under constraints.

    References
    ----------
    [Mukherjee04]_, section 5.5; [Herbrich02]_, appendix D.1 with H = 0.
    """

    linear: Vector
    constraints: Constraints

    def objective(self, x: Vector) -> float:
        """⟨linear, x⟩."""
        return float(self.linear @ x)

    def dual(self, multipliers: Multipliers) -> float:
        """The bound that the multipliers give where the Lagrangian is stationary in x."""
        given = self.constraints
        return (
            _priced(multipliers.lower, given.lower)
            - _priced(multipliers.upper, given.upper)
            - _priced(multipliers.equal, given.equal_to)
            - _priced(multipliers.inequal, given.at_most)
        )

    def as_problem(self) -> ConstrainedProblem:
        """The same as a general problem: inequalities first, then finite lower and finite upper ends."""
        given = self.constraints
        below, above = np.isfinite(given.lower), np.isfinite(given.upper)

        def inequalities(x: Vector) -> Vector:
            return np.concatenate([-given.slack(x), (given.lower - x)[below], (x - given.upper)[above]])

        return ConstrainedProblem(self.objective, inequalities, lambda x: np.asarray(given.equal @ x - given.equal_to))

    def stacked(self, multipliers: Multipliers) -> Vector:
        """The multipliers of all inequalities in the order of `as_problem`."""
        below, above = np.isfinite(self.constraints.lower), np.isfinite(self.constraints.upper)
        return np.concatenate([multipliers.inequal, multipliers.lower[below], multipliers.upper[above]])


def _priced(prices: Vector, ends: Vector) -> float:
    """⟨prices, ends⟩ over the ends that are finite."""
    finite = np.isfinite(ends)
    return float(prices[finite] @ ends[finite])
