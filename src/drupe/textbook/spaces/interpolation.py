"""Interpolation: the function of smallest norm that takes given values."""

from typing import Any, cast

import numpy as np
import numpy.typing as npt

from drupe.foundation.errors import InputError
from drupe.inputs.coerce import coerce
from drupe.kernels.base import I, Kernel
from drupe.textbook.spaces.finite_domain import FiniteDomain
from drupe.textbook.spaces.functions import KernelFunction

_REACHED = 1e-6
"""Values missed by less than this share of the largest are met."""


def interpolant(kernel: Kernel[I], data: Any, values: npt.ArrayLike) -> KernelFunction[I]:
    """f = Σᵢ αᵢ k(xᵢ, ·) with K α = y: of all functions with f(xᵢ) = yᵢ the one of smallest norm, ‖f‖² = yᵀK⁻¹y.

    If the values are those of a function t of the space, f is also the expansion nearest to t.

    Parameters
    ----------
    kernel
        A positive semi-definite kernel.
    data
        The examples xᵢ.
    values
        The values yᵢ. Where K is singular, not all can be had; those that cannot are refused.

    Examples
    --------
    >>> from drupe.kernels import Linear
    >>> interpolant(Linear(), [[2.0]], [6.0])([[1.0]]).tolist()
    [3.0]

    References
    ----------
    [Cristianini00]_, example 3.11 and example 5.6.
    """
    inputs = cast(I, coerce(data))
    y = np.asarray(values, dtype=np.float64)
    if y.shape != (len(inputs),):
        raise InputError(f"there are {len(inputs)} examples, but the values have shape {y.shape}.")
    gram = np.asarray(kernel.matrix(inputs, inputs))
    domain = FiniteDomain.of(gram)
    alpha = domain.solve(y)
    missed = np.abs(gram @ alpha - y)
    if missed.max(initial=0.0) > _REACHED * np.abs(y).max(initial=0.0):
        i = int(missed.argmax())
        raise InputError(
            f"no function of this space takes these values: the Gram matrix of {len(y)} examples has rank "
            f"{domain.rank}, and the value {y[i]:g} of example {i} is missed by {missed[i]:g}. Give equal examples "
            "equal values, take a richer kernel, or do not interpolate: regularize."
        )
    return KernelFunction.of(kernel, inputs, alpha)
