"""Regularizers and kernels: each way to measure roughness has a kernel whose Fourier transform is its inverse."""

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Checked, Interval, check, positive, whole
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel, Scaled
from drupe.kernels.cubic_spline import CubicSpline
from drupe.kernels.gaussian import Gaussian
from drupe.kernels.laplacian import Laplacian
from drupe.kernels.linear_spline import LinearSpline
from drupe.kernels.polyharmonic import Polyharmonic
from drupe.kernels.sinc import Sinc
from drupe.kernels.thin_plate import ThinPlate


class Regularizer(Checked, ABC):
    """Φ[f] = (2π)^(−d) ∫ |f̃(ω)|² symbol(‖ω‖) dω, with f̃(ω) = ∫ f(x) e^(−iωx) dx and d the `dimension`.

    The kernel of the space with ‖f‖² = Φ[f] has the Fourier transform 1 / symbol.
    """

    @property
    def dimension(self) -> int:
        """Number of variables of f."""
        return 1

    @property
    def band(self) -> float:
        """Frequency beyond which no function may have any energy."""
        return math.inf

    @abstractmethod
    def symbol(self, frequencies: npt.ArrayLike) -> Vector:
        """How much each frequency costs."""

    @abstractmethod
    def kernel(self) -> Kernel[Vectors]:
        """The kernel with Fourier transform 1 / symbol."""

    @property
    def order(self) -> int:
        """Polynomials of degree below it cost nothing; 0 for a proper norm."""
        return self.kernel().definiteness.order or 0

    def spectrum(self, frequencies: npt.ArrayLike) -> Vector:
        """The Fourier transform of the kernel; infinite at zero frequency if constants cost nothing."""
        with np.errstate(divide="ignore"):
            return np.asarray(1.0 / self.symbol(frequencies))

    def __mul__(self, factor: float) -> "Regularizer":
        return Weighted(self, factor)

    __rmul__ = __mul__


@dataclass(frozen=True)
class Weighted(Regularizer):
    """factor · Φ[f], whose kernel is that of Φ divided by the factor.

    Parameters
    ----------
    regularizer
        Φ.
    factor
        Above zero; `2.0 * regularizer` makes one.
    """

    regularizer: Regularizer
    factor: float = positive()

    @property
    def dimension(self) -> int:
        return self.regularizer.dimension

    @property
    def band(self) -> float:
        return self.regularizer.band

    def symbol(self, frequencies: npt.ArrayLike) -> Vector:
        return self.factor * self.regularizer.symbol(frequencies)

    def kernel(self) -> Kernel[Vectors]:
        return self.regularizer.kernel() * (1.0 / self.factor)


@dataclass(frozen=True)
class DerivativeEnergy(Regularizer):
    """Φ[f] = ∫ |f⁽ᵐ⁾(x)|² dx, the energy of the m-th derivative: splines of degree 2m − 1.

    Parameters
    ----------
    derivative
        Which derivative, m.

    Examples
    --------
    >>> DerivativeEnergy(2).kernel(), float(DerivativeEnergy(2).symbol(3.0)), DerivativeEnergy(2).order
    (Polyharmonic(order=2, dimension=1), 81.0, 2)

    References
    ----------
    [Mukherjee04]_, section 5.4; [Wahba90]_, section 1.2.
    """

    derivative: int = whole(1)

    def symbol(self, frequencies: npt.ArrayLike) -> Vector:
        return np.asarray(np.abs(np.asarray(frequencies, dtype=np.float64)) ** (2 * self.derivative))

    def kernel(self) -> Kernel[Vectors]:
        return Polyharmonic(self.derivative)


@dataclass(frozen=True)
class BendingEnergy(Regularizer):
    """Φ[f] = ∫∫ f₁₁² + 2 f₁₂² + f₂₂² in the plane: thin-plate splines, r² log r / 8π.

    Examples
    --------
    >>> float(BendingEnergy().symbol(2.0)), BendingEnergy().order
    (16.0, 2)

    References
    ----------
    [Mukherjee04]_, section 5.4; [Wahba90]_, section 2.4.
    """

    @property
    def dimension(self) -> int:
        return 2

    def symbol(self, frequencies: npt.ArrayLike) -> Vector:
        return np.asarray(np.asarray(frequencies, dtype=np.float64) ** 4)

    def kernel(self) -> Kernel[Vectors]:
        return ThinPlate() * (1.0 / (8.0 * math.pi))


@dataclass(frozen=True)
class AllDerivativesEnergy(Regularizer):
    """Φ[f] = Σₙ width²ⁿ / (2ⁿ n!) ∫ |f⁽ⁿ⁾|² / (√(2π) width): the Gaussian kernel penalizes every derivative.

    Parameters
    ----------
    width
        Width of the Gaussian kernel.

    Notes
    -----
    The symbol is exp(+ω² width² / 2) / (√(2π) width); the source prints the exponent with the opposite sign, and
    the series with other factors.

    Examples
    --------
    >>> AllDerivativesEnergy(2.0).kernel()
    Gaussian(width=2.0)

    References
    ----------
    [Mukherjee04]_, section 5.4, repaired.
    """

    width: float = positive(1.0)

    def symbol(self, frequencies: npt.ArrayLike) -> Vector:
        squared = np.square(np.asarray(frequencies, dtype=np.float64))
        with np.errstate(over="ignore"):
            return np.asarray(np.exp(0.5 * self.width**2 * squared) / (math.sqrt(2.0 * math.pi) * self.width))

    def kernel(self) -> Kernel[Vectors]:
        return Gaussian(self.width)

    def derivative_weights(self, count: int) -> Vector:
        """The factors of ∫ |f⁽ⁿ⁾|² for n = 0, ..., count − 1."""
        check("AllDerivativesEnergy", "count", count, Interval(1, whole=True))
        ratios = 0.5 * self.width**2 / np.arange(1, count)
        return np.asarray(np.cumprod([1.0, *ratios]) / (math.sqrt(2.0 * math.pi) * self.width))


@dataclass(frozen=True)
class ValueAndSlopeEnergy(Regularizer):
    """Φ[f] = ∫ rate |f|² + |f′|² / rate: the kernel exp(−rate |x − z|) / 2.

    Parameters
    ----------
    rate
        How fast the kernel falls.

    Notes
    -----
    The Fourier transform of the kernel is rate / (rate² + ω²); the source prints 1 / (1 + ω²), right for rate 1.

    Examples
    --------
    >>> ValueAndSlopeEnergy(1.0).kernel()([[0.0]], [[0.0]]).item()
    0.5

    References
    ----------
    [Mukherjee04]_, section 5.4, repaired.
    """

    rate: float = positive(1.0)

    def symbol(self, frequencies: npt.ArrayLike) -> Vector:
        return np.asarray(self.rate + np.square(np.asarray(frequencies, dtype=np.float64)) / self.rate)

    def kernel(self) -> Kernel[Vectors]:
        return Laplacian(1.0 / self.rate) * 0.5


@dataclass(frozen=True)
class BandLimit(Regularizer):
    """Φ[f] = ∫ |f|² for functions without frequencies above the cutoff, infinite for all others.

    Parameters
    ----------
    cutoff
        Highest angular frequency.

    Examples
    --------
    >>> BandLimit(2.0).symbol([1.0, 3.0]).tolist()
    [1.0, inf]

    References
    ----------
    [Mukherjee04]_, section 5.4.
    """

    cutoff: float = positive(1.0)

    @property
    def band(self) -> float:
        return self.cutoff

    def symbol(self, frequencies: npt.ArrayLike) -> Vector:
        return np.where(np.abs(np.asarray(frequencies, dtype=np.float64)) <= self.cutoff, 1.0, math.inf)

    def kernel(self) -> Kernel[Vectors]:
        return Sinc(self.cutoff)


def regularizer_of(kernel: Kernel[Any]) -> Regularizer:
    """The roughness that is the squared norm of a kernel's space: the dictionary read backwards.

    Kernels of several columns that factorize are meant on one column here, and the thin-plate kernel in the plane.

    >>> regularizer_of(CubicSpline())
    DerivativeEnergy(derivative=2)
    """
    match kernel:
        case LinearSpline():
            return DerivativeEnergy(1)
        case CubicSpline():
            return DerivativeEnergy(2)
        case Polyharmonic(order, 1):
            return DerivativeEnergy(order)
        case Polyharmonic(2, 2):
            return BendingEnergy()
        case ThinPlate():
            return BendingEnergy() * (1.0 / (8.0 * math.pi))
        case Gaussian(width):
            return AllDerivativesEnergy(width)
        case Laplacian(width):
            return ValueAndSlopeEnergy(1.0 / width) * 0.5
        case Sinc(cutoff):
            return BandLimit(cutoff)
        case Scaled(inner, factor) if factor > 0:
            return regularizer_of(inner) * (1.0 / factor)
    raise InputError(f"the dictionary has no regularizer for {kernel!r}.")
