"""The thin-plate spline kernel: a metal sheet bent through the data."""

from dataclasses import dataclass

from drupe.kernels.definiteness import Definiteness
from drupe.kernels.forms import Affine, Form, TimesLog, exact_squared_distance
from drupe.kernels.null_space import ConditionallyPositive


@dataclass(frozen=True)
class ThinPlate(ConditionallyPositive):
    """k(x, z) = r² log r with r = ‖x − z‖.

    In the plane, and divided by 8π, its norm is the bending energy ∫∫ f₁₁² + 2f₁₂² + f₂₂², which affine functions
    escape. It is conditionally positive definite of order 2 in every dimension; the energy is special to the plane.

    Examples
    --------
    >>> import math
    >>> math.isclose(ThinPlate()([[0.0, 0.0]], [[0.0, math.e]]).item(), math.e**2)
    True

    References
    ----------
    [Mukherjee04]_, section 5.4; [Wahba90]_, section 2.4; [Wendland05]_, theorem 8.17.
    """

    @property
    def definiteness(self) -> Definiteness:
        return Definiteness(2)

    def form(self) -> Form:
        # r² log r = ½ t log t with t = r².
        return exact_squared_distance().map(TimesLog()).map(Affine(0.5))
