"""The polyharmonic spline kernels: functions whose derivatives of some order are small, in any dimension."""

import math
from dataclasses import dataclass

from drupe.foundation.errors import ParameterError
from drupe.foundation.parameters import Interval, ranged
from drupe.kernels.definiteness import Definiteness
from drupe.kernels.forms import (
    Affine,
    Form,
    OfDimension,
    OneColumn,
    Power,
    TimesLog,
    exact_squared_distance,
    l1_distance,
)
from drupe.kernels.null_space import ConditionallyPositive

HIGHEST_ORDER = 85
"""Beyond it the factorial of the formula is no double any more."""


@dataclass(frozen=True)
class Polyharmonic(ConditionallyPositive):
    """k(x, z) = c r^(2 order − d), times log r for even d, with r = ‖x − z‖ and d the dimension.

    The constant c, positive or negative, is the one with which the norm is ∫ Σ (∂f)² over all partial derivatives of
    this order, mixed ones as often as they can be written; polynomials of lower degree escape it: conditionally
    positive definite of that order. On the line order 1 is `LinearSpline` and order 2 is `CubicSpline`; in the plane
    order 2 is `ThinPlate` divided by 8π, and in space −r / 8π.

    Parameters
    ----------
    order
        The derivatives that are penalized; more than half the dimension, or no function has a value at a point.
    dimension
        Number of columns of the data.

    Examples
    --------
    >>> math.isclose(Polyharmonic(order=3)([[0.0]], [[2.0]]).item(), -32.0 / 240.0)
    True
    >>> math.isclose(Polyharmonic(order=2, dimension=3)([[0.0, 0.0, 0.0]], [[8.0, 0.0, 0.0]]).item(), -1.0 / math.pi)
    True

    Notes
    -----
    Sign and constant are those of the function with Fourier transform ‖ω‖^(−2 order); the source prints others.

    References
    ----------
    [Mukherjee04]_, section 5.4, repaired; [Wahba90]_, eq. 2.4.7; [Wendland05]_, theorems 8.16 and 8.17.
    """

    order: int = ranged(Interval(1, HIGHEST_ORDER, closed_high=True, whole=True), 2)
    dimension: int = ranged(Interval(1, whole=True), 1)

    def __post_init__(self) -> None:
        super().__post_init__()
        if 2 * self.order <= self.dimension:
            raise ParameterError(
                f"Polyharmonic.order must be more than half the dimension, {self.dimension}, got {self.order}; take "
                f"{self.dimension // 2 + 1} or more."
            )

    @property
    def definiteness(self) -> Definiteness:
        return Definiteness(int(self.order))

    def form(self) -> Form:
        degree, weight = 2 * int(self.order) - int(self.dimension), Affine(self._constant())
        if self.dimension == 1:
            return l1_distance(OneColumn("Polyharmonic")).map(Power(float(degree))).map(weight)
        squared = exact_squared_distance(OfDimension("Polyharmonic", int(self.dimension)))
        if degree % 2:
            return squared.map(Power(0.5 * degree)).map(weight)
        # r^(2j) log r = ½ t^(j − 1) (t log t) with t = r².
        curved = squared.map(TimesLog())
        return (curved if degree == 2 else curved * squared.map(Power(0.5 * degree - 1.0))).map(weight)

    def _constant(self) -> float:
        """c; halved for even dimensions, where log r² takes the place of log r."""
        order, half = int(self.order), 0.5 * self.dimension
        if self.dimension % 2:
            strength = math.gamma(half - order)
        else:
            strength = (-1.0) ** (order + self.dimension // 2 + 1) / math.factorial(order - self.dimension // 2)
        return float(strength / (4.0**order * math.pi**half * math.factorial(order - 1)))
