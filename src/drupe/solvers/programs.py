"""Linear and quadratic programs, their multipliers, and what was found."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.solvers.constraints import Constraints
from drupe.solvers.duality import ConstrainedProblem


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
        return constraint_bound(self.constraints, multipliers)


@dataclass(frozen=True, eq=False)
class QuadraticProgram:
    """min ½ xᵀ quadratic x + ⟨linear, x⟩ under constraints; convex exactly if the matrix is PSD.

    Examples
    --------
    >>> program = QuadraticProgram(np.eye(2), np.array([-1.0, -1.0]), Constraints.of(2))
    >>> program.objective(np.array([1.0, 1.0])), program.convex
    (-1.0, True)

    References
    ----------
    [Herbrich02]_, appendix D.1; [Graepel02]_, appendix A; [Mukherjee04]_, section 5.5.
    """

    quadratic: Matrix
    linear: Vector
    constraints: Constraints

    def __post_init__(self) -> None:
        n = len(self.constraints)
        if np.shape(self.quadratic) != (n, n) or np.shape(self.linear) != (n,):
            raise InputError(
                f"{n} variables need a quadratic of shape ({n}, {n}) and {n} linear costs, got shapes "
                f"{np.shape(self.quadratic)} and {np.shape(self.linear)}."
            )
        if not np.allclose(self.quadratic, np.transpose(self.quadratic)):
            raise InputError("the quadratic must be symmetric; pass (H + H.T) / 2, which costs the same.")

    @property
    def convex(self) -> bool:
        """Whether no eigenvalue is negative but for rounding."""
        eigenvalues = np.linalg.eigvalsh(self.quadratic)
        return bool(eigenvalues[0] >= -1e-10 * max(1.0, float(np.abs(eigenvalues).max()))) if len(self.linear) else True

    def objective(self, x: Vector) -> float:
        """½ xᵀ quadratic x + ⟨linear, x⟩."""
        return float(0.5 * x @ self.quadratic @ x + self.linear @ x)

    def dual(self, x: Vector, multipliers: Multipliers) -> float:
        """The bound that x and the multipliers give where the Lagrangian is stationary in x."""
        return float(-0.5 * x @ self.quadratic @ x) + constraint_bound(self.constraints, multipliers)


def constraint_bound(constraints: Constraints, multipliers: Multipliers) -> float:
    """−⟨equal_to, β⟩ − ⟨at_most, α⟩ + ⟨lower, λ⟩ − ⟨upper, μ⟩ over the finite ends."""

    def priced(prices: Vector, ends: Vector) -> float:
        return float(prices[np.isfinite(ends)] @ ends[np.isfinite(ends)])

    return (
        priced(multipliers.lower, constraints.lower)
        - priced(multipliers.upper, constraints.upper)
        - float(multipliers.equal @ constraints.equal_to)
        - float(multipliers.inequal @ constraints.at_most)
    )


def as_problem(program: LinearProgram | QuadraticProgram) -> ConstrainedProblem:
    """The program as a general constrained problem: inequalities first, then finite lower and finite upper ends."""
    given = program.constraints
    below, above = np.isfinite(given.lower), np.isfinite(given.upper)

    def inequalities(x: Vector) -> Vector:
        return np.concatenate([-given.slack(x), (given.lower - x)[below], (x - given.upper)[above]])

    return ConstrainedProblem(
        objective=program.objective,
        inequalities=inequalities,
        equalities=lambda x: np.asarray(given.equal @ x - given.equal_to),
    )


def stacked(program: LinearProgram | QuadraticProgram, multipliers: Multipliers) -> Vector:
    """The multipliers of all inequalities in the order of `as_problem`."""
    given: Any = program.constraints
    below, above = np.isfinite(given.lower), np.isfinite(given.upper)
    return np.concatenate([multipliers.inequal, multipliers.lower[below], multipliers.upper[above]])


def dual_program(quadratic: Matrix, linear: Vector, rows: Matrix, right: Vector) -> tuple[QuadraticProgram, float]:
    """The dual of min ½ wᵀQw − kᵀw, Xw ≤ c: min ½ aᵀPa + dᵀa, a ≥ 0, and the constant −½ kᵀQ⁻¹k.

    P = XQ⁻¹Xᵀ, d = c − XQ⁻¹k. The primal optimum is the constant minus the minimum, and w = Q⁻¹(k − Xᵀa).

    Parameters
    ----------
    quadratic
        Q, positive definite.
    linear
        k.
    rows
        X.
    right
        c.

    References
    ----------
    [Cristianini00]_, example 5.24, with the inverse that its constant lacks.
    """
    solved = np.linalg.solve(quadratic, np.column_stack([rows.T, linear]))
    product, center = rows @ solved[:, :-1], solved[:, -1]
    program = QuadraticProgram(
        0.5 * (product + product.T), right - rows @ center, Constraints.of(len(right), lower=0.0)
    )
    return program, float(-0.5 * linear @ center)
