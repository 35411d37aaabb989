"""The linear spline kernel: piecewise linear functions with knots at the data."""

from dataclasses import dataclass

from drupe.kernels.definiteness import Definiteness
from drupe.kernels.forms import Affine, Form, OneColumn, l1_distance
from drupe.kernels.null_space import ConditionallyPositive


@dataclass(frozen=True)
class LinearSpline(ConditionallyPositive):
    """k(x, z) = −|x − z| / 2, on one column.

    Its norm is ∫ f′², which constants escape: conditionally positive definite of order 1.

    Examples
    --------
    >>> LinearSpline()([[1.0]], [[4.0]]).item()
    -1.5

    References
    ----------
    [Mukherjee04]_, section 5.4; [Wahba90]_, section 1.2.
    """

    @property
    def definiteness(self) -> Definiteness:
        return Definiteness(1)

    def form(self) -> Form:
        return l1_distance(OneColumn("LinearSpline")).map(Affine(-0.5))
