"""The exponential kernel: a Gaussian that has not been normalized."""

from collections.abc import Mapping
from dataclasses import dataclass

from drupe.foundation.parameters import length
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.forms import Affine, Exp, Form, dot


@dataclass(frozen=True)
class Exponential(Kernel[Vectors]):
    """k(x, z) = exp(⟨x, z⟩ / width²).

    All monomials of all degrees, the high ones damped. `Exponential(width).normalized()` is `Gaussian(width)`.

    Parameters
    ----------
    width
        Length of a vector whose kernel with itself is e. A small width on long vectors overflows.

    Examples
    --------
    >>> import math
    >>> math.isclose(Exponential(width=2.0)([[1.0, 3.0]], [[2.0, 2.0]]).item(), math.exp(2.0))
    True

    References
    ----------
    [Graepel02]_, section 2.3.3; [Cristianini00]_, corollary 3.13 (2), applied to the scaled linear kernel.
    """

    width: float = length(1.0)

    def form(self) -> Form:
        return dot().map(Exp(float(self.width) ** -2))

    def derivatives(self) -> Mapping[str, Form]:
        return {"width": dot().map(Affine(-2.0 * self.width**-3)) * self.form()}
