"""The χ² kernel: histograms compared bin by bin, each difference weighed by how full the bins are."""

from collections.abc import Mapping
from dataclasses import dataclass

from drupe.foundation.parameters import RATES, check, length
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.forms import Affine, Base, Exp, Form, Histograms, Metric


@dataclass(frozen=True)
class ChiSquared(Kernel[Vectors]):
    """k(x, z) = exp(−χ²(x, z) / width²) with χ² = Σⱼ (xⱼ − zⱼ)² / (xⱼ + zⱼ).

    For histograms: entries must be zero or more, and bins empty on both sides do not count.

    Parameters
    ----------
    width
        Root of the χ² distance at which the kernel has fallen to 1/e.

    Examples
    --------
    >>> import math
    >>> math.isclose(ChiSquared(width=2.0)([[1.0, 3.0, 0.0]], [[3.0, 1.0, 0.0]]).item(), math.exp(-0.5))
    True

    Notes
    -----
    Positive semi-definite, which the source leaves open: (x − z)²/(x + z) = x + z − 4xz/(x + z), and the last term is
    4 ∫ (x e^(−xs)) (z e^(−zs)) ds over s > 0, an inner product; so χ² is a squared distance in a Hilbert space.

    References
    ----------
    [Cristianini00]_, section 8.2.2, writes σ for width. scikit-learn's gamma is 1 / width².
    """

    width: float = length(1.0)

    @classmethod
    def from_gamma(cls, gamma: float) -> "ChiSquared":
        """The kernel exp(−gamma χ²(x, z))."""
        check("ChiSquared", "gamma", gamma, RATES)
        return cls(float(gamma) ** -0.5)

    @property
    def gamma(self) -> float:
        """The factor of χ², 1 / width²."""
        return float(self.width) ** -2

    def form(self) -> Form:
        return _chi_squared().map(Exp(-self.gamma))

    def derivatives(self) -> Mapping[str, Form]:
        return {"width": _chi_squared().map(Affine(2.0 * self.width**-3)) * self.form()}


def _chi_squared() -> Form:
    return Base(Metric.CHI_SQUARED, (Histograms("ChiSquared"),))
