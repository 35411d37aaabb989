"""The Gaussian kernel: similarity that fades with squared distance."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from drupe.foundation.parameters import RATES, Interval, check, length
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.forms import Affine, Exp, Form, squared_distance


@dataclass(frozen=True)
class Gaussian(Kernel[Vectors]):
    """k(x, z) = exp(−‖x − z‖² / (2 width²)).

    The first kernel to try on vectors of comparable scale. A small width remembers every example, a large one
    comes close to a linear kernel.

    Parameters
    ----------
    width
        Distance at which the kernel has fallen to exp(−1/2) ≈ 0.61.

    Examples
    --------
    >>> round(Gaussian(width=1.0)([[0.0]], [[2.0]]).item() / math.exp(-2.0), 12)
    1.0

    References
    ----------
    [Herbrich02]_, table 2.1; [Cristianini00]_, corollary 3.13 (3) writes σ² for 2 width², and section 8.3 256σ² on
    images of 256 pixels; [Mika02]_, eq. 2.35, writes c for it, and c = 0.3 · 256 on such images; [Graepel02]_,
    section 10.4, writes σ², and so is the bandwidth D of its section 2.2.3. scikit-learn's gamma is 1 / (2 width²).
    """

    width: float = length(1.0)

    @classmethod
    def from_gamma(cls, gamma: float) -> "Gaussian":
        """The kernel exp(−gamma ‖x − z‖²)."""
        check("Gaussian", "gamma", gamma, RATES)
        return cls(math.sqrt(0.5 / gamma))

    @classmethod
    def from_dimension(cls, dimension: int, factor: float = 0.5) -> "Gaussian":
        """The kernel exp(−‖x − z‖² / (factor · dimension)), customary for images of so many pixels."""
        check("Gaussian", "dimension", dimension, Interval(1, whole=True))
        check("Gaussian", "factor", factor, Interval(0.0, closed_low=False))
        return cls(math.sqrt(0.5 * factor * dimension))

    @property
    def gamma(self) -> float:
        """The factor of the squared distance, 1 / (2 width²)."""
        return 0.5 / self.width**2

    def mass(self, dimension: int, /) -> float:
        """∫ k(0, z) dz over the space of this dimension."""
        return float((math.sqrt(2.0 * math.pi) * self.width) ** dimension)

    def form(self) -> Form:
        return squared_distance(self.gamma).map(Exp(-self.gamma))

    def fall(self) -> Form:
        """−2 ∂k/∂‖x − z‖²."""
        return self.form() * self.width**-2

    def derivatives(self) -> Mapping[str, Form]:
        return {"width": squared_distance(self.gamma).map(Affine(self.width**-3)) * self.form()}
