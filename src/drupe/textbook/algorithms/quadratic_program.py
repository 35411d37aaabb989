"""A quadratic program, with everything that duality says of its points."""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.solvers.problem import BoxProblem
from drupe.textbook.algorithms.equalities import equality_rows

ROUNDING = 1e-9
"""Eigenvalues and residuals below this fraction of the largest entry count as zero."""


@dataclass(frozen=True)
class Residuals:
    """By how much a point and its multipliers miss the Karush-Kuhn-Tucker conditions; all zero at an optimum.

    Parameters
    ----------
    stationarity
        Largest entry of the slope of the Lagrangian.
    equality
        Largest |Ax − b|.
    inequality
        Largest excess of Gx over h.
    complementarity
        Largest |multiplier · slack|.
    sign
        Largest negative part of an inequality's multiplier.
    """

    stationarity: float
    equality: float
    inequality: float
    complementarity: float
    sign: float

    @property
    def largest(self) -> float:
        """The worst of them."""
        return max(self.stationarity, self.equality, self.inequality, self.complementarity, self.sign)


@dataclass(frozen=True, eq=False)
class QuadraticProgram:
    """min ½ xᵀHx + cᵀx  subject to  Ax = b, Gx ≤ h, lower ≤ x ≤ upper.

    A linear program where H is zero. Multipliers of the inequalities are in the order of `constraints`: the rows
    of G, then the finite lower ends, then the finite upper ends.

    Parameters
    ----------
    quadratic
        H, symmetric.
    linear
        c.
    equalities
        A and b.
    inequalities
        G and h.
    lower
        Lower ends, minus infinity where there are none.
    upper
        Upper ends, infinity where there are none.

    Examples
    --------
    >>> program = QuadraticProgram.of(np.eye(1), [-2.0], upper=[1.0])
    >>> program.residuals(np.array([1.0]), np.array([1.0]), np.empty(0)).largest
    0.0

    References
    ----------
    [Herbrich02]_, appendix D, eq. D.1; [Mukherjee04]_, section 5.5; [Cristianini00]_, theorem 5.21.
    """

    quadratic: Matrix
    linear: Vector
    equalities: tuple[Matrix, Vector] = field(repr=False)
    inequalities: tuple[Matrix, Vector] = field(repr=False)
    lower: Vector
    upper: Vector

    @classmethod
    def of(
        cls,
        quadratic: Matrix,
        linear: Vector | list[float],
        *,
        equalities: tuple[Matrix, Vector] | None = None,
        inequalities: tuple[Matrix, Vector] | None = None,
        lower: Vector | list[float] | None = None,
        upper: Vector | list[float] | None = None,
    ) -> "QuadraticProgram":
        """Fills in what is left out: no such constraints, no such ends."""
        slopes = np.asarray(linear, dtype=np.float64)
        n = len(slopes)
        nothing = np.empty((0, n)), np.empty(0)
        matrix = np.asarray(quadratic, dtype=np.float64)
        if matrix.shape != (n, n):
            raise InputError(f"H must be {n} by {n} to fit the {n} entries of c, got shape {matrix.shape}.")
        return cls(
            matrix,
            slopes,
            equalities or nothing,
            inequalities or nothing,
            np.full(n, -np.inf) if lower is None else np.asarray(lower, dtype=np.float64),
            np.full(n, np.inf) if upper is None else np.asarray(upper, dtype=np.float64),
        )

    @classmethod
    def from_box_problem(cls, problem: BoxProblem) -> "QuadraticProgram":
        """The same problem with Q written out."""
        K = problem.gram.dense().astype(np.float64)[np.ix_(problem.examples, problem.examples)]
        rows = equality_rows(problem)
        return cls.of(
            problem.signs[:, None] * problem.signs * K,
            problem.linear,
            equalities=(rows, rows @ problem.start),
            lower=np.zeros(len(problem)),
            upper=problem.upper,
        )

    @cached_property
    def constraints(self) -> tuple[Matrix, Vector]:
        """All inequalities, the ends of the box among them, as one Gx ≤ h."""
        unit = np.eye(len(self.linear))
        low, high = np.isfinite(self.lower), np.isfinite(self.upper)
        rows, ends = self.inequalities
        return np.vstack([rows, -unit[low], unit[high]]), np.concatenate([ends, -self.lower[low], self.upper[high]])

    @cached_property
    def convex(self) -> bool:
        """Whether H is positive semi-definite, so that every local minimum is a global one."""
        eigenvalues = np.linalg.eigvalsh(self.quadratic)
        return bool(eigenvalues[0] >= -ROUNDING * max(1.0, eigenvalues[-1]))

    def objective(self, x: Vector) -> float:
        """½ xᵀHx + cᵀx."""
        return float(0.5 * x @ self.quadratic @ x + self.linear @ x)

    def lagrangian(self, x: Vector, multipliers: Vector, equality_multipliers: Vector) -> float:
        """objective + uᵀ(Gx − h) + vᵀ(Ax − b); a saddle point of it, low in x and high in u ≥ 0, is an optimum."""
        rows, ends = self.constraints
        equal, values = self.equalities
        return float(self.objective(x) + multipliers @ (rows @ x - ends) + equality_multipliers @ (equal @ x - values))

    def dual(self, multipliers: Vector, equality_multipliers: Vector) -> float:
        """The least value of the Lagrangian over all x, no more than any feasible objective; −inf if there is none."""
        slope = self.linear + self.constraints[0].T @ multipliers + self.equalities[0].T @ equality_multipliers
        x = np.linalg.lstsq(self.quadratic, -slope, rcond=None)[0]
        misfit = np.abs(self.quadratic @ x + slope).max(initial=0.0)
        if multipliers.min(initial=0.0) < 0 or not self.convex or misfit > ROUNDING * max(1.0, np.abs(slope).max()):
            return -np.inf
        return self.lagrangian(x, multipliers, equality_multipliers)

    def residuals(self, x: Vector, multipliers: Vector, equality_multipliers: Vector) -> Residuals:
        """How far the point is from satisfying the Karush-Kuhn-Tucker conditions."""
        rows, ends = self.constraints
        equal, values = self.equalities
        slope = self.quadratic @ x + self.linear + rows.T @ multipliers + equal.T @ equality_multipliers
        slack = ends - rows @ x
        return Residuals(
            stationarity=float(np.abs(slope).max(initial=0.0)),
            equality=float(np.abs(equal @ x - values).max(initial=0.0)),
            inequality=float((-slack).max(initial=0.0)),
            complementarity=float(np.abs(multipliers * slack).max(initial=0.0)),
            sign=float((-multipliers).max(initial=0.0)),
        )
