"""The multiquadric: a rounded cone, turned over so that nearness counts."""

from collections.abc import Mapping
from dataclasses import dataclass

from drupe.foundation.parameters import length
from drupe.kernels.definiteness import Definiteness
from drupe.kernels.forms import Affine, Form, Power, Sqrt, squared_distance
from drupe.kernels.null_space import ConditionallyPositive


@dataclass(frozen=True)
class Multiquadric(ConditionallyPositive):
    """k(x, z) = −√(‖x − z‖² + offset²).

    Conditionally positive definite of order 1: an expansion needs a free constant and coefficients that sum to zero.
    The literature often leaves out the minus sign, which turns smoothing into its opposite.

    Parameters
    ----------
    offset
        Rounds the tip of the cone.

    Examples
    --------
    >>> Multiquadric(offset=3.0)([[0.0]], [[4.0]]).item()
    -5.0

    References
    ----------
    [Wendland05]_, theorem 8.15; named in [Mika02]_, section 2.3.
    """

    offset: float = length(1.0)

    @property
    def definiteness(self) -> Definiteness:
        return Definiteness(1)

    def _raised(self) -> Form:
        return squared_distance(0.5 * self.offset**-2).map(Affine(1.0, float(self.offset) ** 2))

    def form(self) -> Form:
        return self._raised().map(Sqrt()).map(Affine(-1.0))

    def derivatives(self) -> Mapping[str, Form]:
        return {"offset": self._raised().map(Power(-0.5)).map(Affine(-float(self.offset)))}
