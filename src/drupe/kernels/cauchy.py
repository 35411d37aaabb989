"""The Cauchy kernel: a Gaussian's bell with a fat tail."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from drupe.foundation.errors import ParameterError
from drupe.foundation.parameters import length
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.forms import Affine, Form, Power, squared_distance


@dataclass(frozen=True)
class Cauchy(Kernel[Vectors]):
    """k(x, z) = 1 / (1 + ‖x − z‖² / width²).

    Far points keep some influence: the tail falls like a power, not like an exponential.

    Parameters
    ----------
    width
        Distance at which the kernel has fallen to one half.

    Examples
    --------
    >>> round(Cauchy(width=2.0)([[0.0]], [[2.0]]).item(), 12)
    0.5

    References
    ----------
    [Rasmussen06]_, eq. 4.19, with α = 1 and length scale width/√2; [Graepel02]_, section 2.2.3, figure 2.5 (c),
    whose bandwidth D is `width`.
    """

    width: float = length(1.0)

    def mass(self, dimension: int, /) -> float:
        """∫ k(0, z) dz, which is finite on the line only."""
        if dimension != 1:
            raise ParameterError(
                f"the Cauchy kernel has no finite integral in {dimension} dimensions, so it is no density there; "
                "use it on one column, or take the Gaussian or Epanechnikov kernel."
            )
        return math.pi * self.width

    def _raised(self) -> Form:
        return squared_distance(self.width**-2).map(Affine(float(self.width) ** -2, 1.0))

    def form(self) -> Form:
        return self._raised().map(Power(-1.0))

    def derivatives(self) -> Mapping[str, Form]:
        # With u = 1 + t/width²: ∂(1/u)/∂width = 2t/(width³u²).
        rate = float(self.width) ** -2
        return {"width": squared_distance(rate).map(Affine(2.0 * self.width**-3)) * self._raised().map(Power(-2.0))}
