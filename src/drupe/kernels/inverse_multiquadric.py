"""The inverse multiquadric: a bell whose tail falls like one over the distance."""

from collections.abc import Mapping
from dataclasses import dataclass

from drupe.foundation.parameters import length
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.forms import Affine, Form, Power, squared_distance


@dataclass(frozen=True)
class InverseMultiquadric(Kernel[Vectors]):
    """k(x, z) = 1 / √(‖x − z‖² + offset²).

    Parameters
    ----------
    offset
        Rounds the peak, whose height is 1 / offset.

    Examples
    --------
    >>> round(InverseMultiquadric(offset=3.0)([[0.0]], [[4.0]]).item(), 12)
    0.2

    References
    ----------
    [Mika02]_, table 2.2, writes c for offset; [Wendland05]_, theorem 6.13.
    """

    offset: float = length(1.0)

    def _raised(self) -> Form:
        return squared_distance(0.5 * self.offset**-2).map(Affine(1.0, float(self.offset) ** 2))

    def form(self) -> Form:
        return self._raised().map(Power(-0.5))

    def derivatives(self) -> Mapping[str, Form]:
        return {"offset": self._raised().map(Power(-1.5)).map(Affine(-float(self.offset)))}
