"""The polyharmonic spline kernel on the line: piecewise polynomials of any odd degree."""

import math
from dataclasses import dataclass

from drupe.foundation.parameters import Interval, ranged
from drupe.kernels.definiteness import Definiteness
from drupe.kernels.forms import Affine, Form, OneColumn, Power, l1_distance
from drupe.kernels.null_space import ConditionallyPositive

HIGHEST_ORDER = 85
"""Beyond it the factorial of the formula is no double any more."""


@dataclass(frozen=True)
class Polyharmonic(ConditionallyPositive):
    """k(x, z) = (−1)^order |x − z|^(2 order − 1) / (2 (2 order − 1)!), on one column.

    Its norm is the integral of the squared derivative of this order, which polynomials of lower degree escape:
    conditionally positive definite of that order. Order 1 is `LinearSpline`, order 2 is `CubicSpline`.

    Parameters
    ----------
    order
        The derivative that is penalized.

    Examples
    --------
    >>> math.isclose(Polyharmonic(order=3)([[0.0]], [[2.0]]).item(), -32.0 / 240.0)
    True

    Notes
    -----
    Sign and constant are those of the function with Fourier transform ω^(−2 order); the source prints others.

    References
    ----------
    [Mukherjee04]_, section 5.4, repaired; [Wendland05]_, theorem 8.16.
    """

    order: int = ranged(Interval(1, HIGHEST_ORDER, closed_high=True, whole=True), 2)

    @property
    def definiteness(self) -> Definiteness:
        return Definiteness(int(self.order))

    def form(self) -> Form:
        degree = 2 * int(self.order) - 1
        weight = (-1.0) ** int(self.order) / (2.0 * math.factorial(degree))
        return l1_distance(OneColumn("Polyharmonic")).map(Power(float(degree))).map(Affine(weight))
