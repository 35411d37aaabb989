"""Norms of a translation-invariant kernel's space on the line, taken in the domain of frequencies."""

import math
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
from scipy.integrate import quad

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError
from drupe.inputs.vectors import Vectors
from drupe.textbook.spaces.regularizers import Regularizer

Transform: TypeAlias = Callable[[float], complex]
"""ω → f̃(ω) = ∫ f(x) e^(−iωx) dx."""

_INTERVALS = 500
"""How often an integral may be halved in search of its accuracy."""


def fourier_inner_product(
    regularizer: Regularizer, left: Transform, right: Transform, highest: float = math.inf
) -> float:
    """⟨f, g⟩ = (1/2π) ∫ f̃(ω) conj(g̃(ω)) / K̃(ω) dω, from the transforms of two real functions.

    Parameters
    ----------
    regularizer
        Whose symbol is 1 / K̃, in one dimension.
    left
        f̃, which for a real f is even in its real part and odd in its imaginary part.
    right
        g̃.
    highest
        Frequency up to which to integrate; worth giving where transforms oscillate and fall slowly.

    Examples
    --------
    >>> from drupe.textbook.spaces.regularizers import DerivativeEnergy
    >>> bump = lambda w: math.sqrt(2 * math.pi) * math.exp(-w * w / 2)  # of exp(−x²/2)
    >>> round(fourier_inner_product(DerivativeEnergy(1), bump, bump), 9) == round(math.sqrt(math.pi) / 2, 9)
    True

    References
    ----------
    [Mukherjee04]_, section 5.4.
    """
    if regularizer.dimension != 1:
        raise InputError(f"the Fourier norm is of functions on the line, not of {regularizer.dimension} variables.")

    def density(frequency: float) -> float:
        product = complex(left(frequency)) * complex(right(frequency)).conjugate()
        return product.real * float(regularizer.symbol(frequency)) if product else 0.0

    # Real functions: the integrand is even, its imaginary part odd.
    area, _ = quad(density, 0.0, min(highest, regularizer.band), limit=_INTERVALS, epsabs=1e-12, epsrel=1e-10)
    return float(area / math.pi)


def fourier_squared_norm(regularizer: Regularizer, transform: Transform, highest: float = math.inf) -> float:
    """‖f‖² = (1/2π) ∫ |f̃(ω)|² / K̃(ω) dω; for a band limit, of the part of f inside the band."""
    return fourier_inner_product(regularizer, transform, transform, highest)


def expansion_transform(regularizer: Regularizer, centers: Any, coefficients: npt.ArrayLike) -> Transform:
    """f̃(ω) = K̃(ω) Σᵢ αᵢ e^(−iωxᵢ) of the kernel expansion f = Σᵢ αᵢ k(xᵢ, ·) on the line."""
    x = Vectors.of(centers).in_double().dense()
    alpha: Vector = np.asarray(coefficients, dtype=np.float64)
    if x.shape != (len(alpha), 1):
        raise InputError(f"expected one number for each of {len(alpha)} coefficients, got centers of shape {x.shape}.")

    def transform(frequency: float) -> complex:
        waves = complex(np.exp(-1j * frequency * x[:, 0]) @ alpha)
        return float(regularizer.spectrum(frequency)) * waves

    return transform
