"""The rational quadratic kernel: Gaussians of many widths, mixed."""

from collections.abc import Mapping
from dataclasses import dataclass

from drupe.foundation.parameters import length
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.forms import Affine, Form, Power, TimesLog, squared_distance


@dataclass(frozen=True)
class RationalQuadratic(Kernel[Vectors]):
    """k(x, z) = (1 + ‖x − z‖² / (2 shape width²))^(−shape).

    The mean of Gaussian kernels whose inverse squared width is drawn from a Gamma distribution: for functions that
    vary on several scales. As the shape grows the kernel tends to `Gaussian(width)`.

    Parameters
    ----------
    width
        Scale of the distance, as in the Gaussian kernel.
    shape
        How like a Gaussian: small values give heavy tails.

    Examples
    --------
    >>> round(RationalQuadratic(width=1.0, shape=2.0)([[0.0]], [[2.0]]).item(), 12)
    0.25

    References
    ----------
    [Rasmussen06]_, eq. 4.19; scikit-learn's length_scale is `width`, its alpha is `shape`.
    """

    width: float = length(1.0)
    shape: float = length(1.0)

    def _raised(self) -> Form:
        slope = 0.5 / (self.shape * self.width**2)
        return squared_distance(0.5 * self.width**-2).map(Affine(slope, 1.0))

    def form(self) -> Form:
        return self._raised().map(Power(-float(self.shape)))

    def fall(self) -> Form:
        """−2 ∂k/∂‖x − z‖²."""
        return self._raised().map(Power(-self.shape - 1.0)).map(Affine(self.width**-2))

    def derivatives(self) -> Mapping[str, Form]:
        # With u = 1 + t/(2 shape width²):  ∂/∂width = t width⁻³ u^(−shape−1),
        # ∂/∂shape = u^(−shape) (−log u + (u − 1)/u) = u^(−shape−1) (u − 1 − u log u).
        raised = self._raised()
        steeper = raised.map(Power(-self.shape - 1.0))
        squared = squared_distance(0.5 * self.width**-2)
        bent = raised.map(Affine(1.0, -1.0)) + raised.map(TimesLog()).map(Affine(-1.0))
        return {"width": squared.map(Affine(self.width**-3)) * steeper, "shape": bent * steeper}
