"""The cubic spline kernel: natural cubic splines with knots at the data."""

from dataclasses import dataclass

from drupe.kernels.definiteness import Definiteness
from drupe.kernels.forms import Affine, Form, OneColumn, Power, l1_distance
from drupe.kernels.null_space import ConditionallyPositive


@dataclass(frozen=True)
class CubicSpline(ConditionallyPositive):
    """k(x, z) = |x − z|³ / 12, on one column.

    Its norm is ∫ f″², which straight lines escape: conditionally positive definite of order 2.

    Examples
    --------
    >>> import math
    >>> math.isclose(CubicSpline()([[1.0]], [[3.0]]).item(), 8.0 / 12.0)
    True

    Notes
    -----
    The sign is the one that is conditionally positive definite; the source prints the opposite.

    References
    ----------
    [Mukherjee04]_, section 5.4, with the sign repaired; [Wahba90]_, section 1.2.
    """

    @property
    def definiteness(self) -> Definiteness:
        return Definiteness(2)

    def form(self) -> Form:
        return l1_distance(OneColumn("CubicSpline")).map(Power(3.0)).map(Affine(1.0 / 12.0))
