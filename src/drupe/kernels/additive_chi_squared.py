"""The additive χ² kernel: minus the χ² distance of two histograms."""

from dataclasses import dataclass

from drupe.kernels.definiteness import Definiteness
from drupe.kernels.forms import Affine, Base, Form, Histograms, Metric
from drupe.kernels.null_space import ConditionallyPositive


@dataclass(frozen=True)
class AdditiveChiSquared(ConditionallyPositive):
    """k(x, z) = −Σⱼ (xⱼ − zⱼ)² / (xⱼ + zⱼ).

    For histograms: entries must be zero or more. Minus a squared distance in a Hilbert space (see `ChiSquared`), hence
    conditionally positive definite of order 1; machines with an offset can use it as it is.

    Examples
    --------
    >>> AdditiveChiSquared()([[1.0, 3.0, 0.0]], [[3.0, 1.0, 0.0]]).item()
    -2.0

    References
    ----------
    [Cristianini00]_, section 8.2.2, for the distance; [Scholkopf02]_, section 2.4, for kernels of this kind.
    """

    @property
    def definiteness(self) -> Definiteness:
        return Definiteness(1)

    def form(self) -> Form:
        return Base(Metric.CHI_SQUARED, (Histograms("AdditiveChiSquared"),)).map(Affine(-1.0))
