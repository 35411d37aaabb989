"""Lagrange's theory of constrained minima: multipliers, optimality conditions, saddle points and dual bounds."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Matrix, Vector

STEP = 1e-6
"""Relative step of the central differences that stand in for gradients."""


def _none(x: Vector) -> Vector:
    """No constraints."""
    return np.zeros(0)


@dataclass(frozen=True)
class KktResiduals:
    """How far a point and its multipliers are from the five conditions of Karush, Kuhn and Tucker.

    Parameters
    ----------
    stationarity
        Largest entry of the gradient of the Lagrangian.
    equality
        Largest |h(x)|.
    inequality
        Largest g(x) above zero.
    complementarity
        Largest |αᵢ gᵢ(x)|.
    sign
        Largest −αᵢ above zero.
    """

    stationarity: float
    equality: float
    inequality: float
    complementarity: float
    sign: float

    @property
    def worst(self) -> float:
        """The largest of the five: 0 at an optimum of a convex problem, and only there."""
        return max(self.stationarity, self.equality, self.inequality, self.complementarity, self.sign)


@dataclass(frozen=True)
class ConstrainedProblem:
    """min f(x) subject to g(x) ≤ 0 and h(x) = 0, with the Lagrangian f + αᵀg + βᵀh.

    Parameters
    ----------
    objective
        f.
    inequalities
        g, a vector.
    equalities
        h, a vector.

    Examples
    --------
    >>> problem = ConstrainedProblem(lambda x: float(x @ x), lambda x: 1.0 - x)  # min x², x ≥ 1
    >>> problem.kkt(np.array([1.0]), alpha=np.array([2.0])).worst < 1e-8
    True

    References
    ----------
    [Cristianini00]_, definitions 5.1, 5.7 and 5.13, theorem 5.21; [Mukherjee04]_, section 5.5, whose g has the
    opposite sign.
    """

    objective: Callable[[Vector], float]
    inequalities: Callable[[Vector], Vector] = _none
    equalities: Callable[[Vector], Vector] = _none

    def lagrangian(self, x: Vector, alpha: Vector | None = None, beta: Vector | None = None) -> float:
        """f(x) + αᵀg(x) + βᵀh(x); multipliers that are not given are zero."""
        value = float(self.objective(x))
        if alpha is not None:
            value += float(alpha @ self.inequalities(x))
        if beta is not None:
            value += float(beta @ self.equalities(x))
        return value

    def feasible(self, x: Vector, tolerance: float = 1e-9) -> bool:
        """Whether x satisfies all constraints."""
        return max(self._violations(x)) <= tolerance

    def active(self, x: Vector, tolerance: float = 1e-9) -> npt.NDArray[np.int64]:
        """Positions of the inequalities that hold with equality."""
        return np.flatnonzero(np.abs(self.inequalities(x)) <= tolerance)

    def kkt(self, x: Vector, alpha: Vector | None = None, beta: Vector | None = None) -> KktResiduals:
        """The residuals of the optimality conditions; gradients by central differences."""
        alpha = np.zeros(0) if alpha is None else alpha
        above = self.inequalities(x)
        prices = np.zeros(len(above)) if not len(alpha) else alpha
        slope = gradient(lambda point: self.lagrangian(point, prices, beta), x)
        apart, excess = self._violations(x)
        return KktResiduals(
            stationarity=float(np.abs(slope).max(initial=0.0)),
            equality=apart,
            inequality=excess,
            complementarity=float(np.abs(prices * above).max(initial=0.0)),
            sign=float((-prices).max(initial=0.0)),
        )

    def dual_value(self, domain: Matrix, alpha: Vector | None = None, beta: Vector | None = None) -> float:
        """θ(α, β) = min over the rows x of a finite domain of the Lagrangian: never more than the least feasible f."""
        return min(self.lagrangian(x, alpha, beta) for x in domain)

    def least(self, domain: Matrix) -> float:
        """The least f(x) over the feasible rows of a finite domain; infinity if none is feasible."""
        return min((float(self.objective(x)) for x in domain if self.feasible(x)), default=np.inf)

    def _violations(self, x: Vector) -> tuple[float, float]:
        apart = float(np.abs(self.equalities(x)).max(initial=0.0))
        return apart, float(self.inequalities(x).max(initial=0.0))


def saddle_point_excess(
    problem: ConstrainedProblem,
    optimum: tuple[Vector, Vector, Vector],
    points: Matrix,
    prices: list[tuple[Vector, Vector]],
) -> float:
    """How much L(x*, α, β) ≤ L(x*, α*, β*) ≤ L(x, α*, β*) is violated at worst by these x and (α, β); 0 if it is not.

    References
    ----------
    [Cristianini00]_, theorem 5.18; [Mukherjee04]_, section 5.5, with x* in the middle term.
    """
    x, alpha, beta = optimum
    middle = problem.lagrangian(x, alpha, beta)
    over = max((problem.lagrangian(x, *pair) - middle for pair in prices), default=0.0)
    under = max((middle - problem.lagrangian(point, alpha, beta) for point in points), default=0.0)
    return max(over, under, 0.0)


def gradient(function: Callable[[Vector], float], x: Vector) -> Vector:
    """Central differences, exact for quadratics but for rounding.

    >>> gradient(lambda x: float(x @ x), np.array([1.0, -2.0])).round(6).tolist()
    [2.0, -4.0]
    """
    point = np.asarray(x, dtype=np.float64)
    steps = np.diag(STEP * np.maximum(1.0, np.abs(point)))
    return np.array([(function(point + step) - function(point - step)) / (2.0 * step.sum()) for step in steps])
