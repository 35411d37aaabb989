"""The polynomial of the inner product with any constant: scikit-learn's "poly" where it is no kernel."""

from dataclasses import dataclass

from drupe.foundation.parameters import nonnegative, real, whole
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.definiteness import INDEFINITE, Definiteness
from drupe.kernels.forms import Affine, Form, Power, dot


@dataclass(frozen=True)
class IndefinitePolynomial(Kernel[Vectors]):
    """k(x, z) = (scale ⟨x, z⟩ + coef0)^degree, with a coef0 that may be negative.

    Parameters
    ----------
    degree
        The power.
    coef0
        What is added to the inner product; positive semi-definiteness is lost where it is negative.
    scale
        Factor of the inner product; 0 leaves only the constant.

    Examples
    --------
    >>> IndefinitePolynomial(degree=3, coef0=-1.0)([[1.0]], [[3.0]]).item()
    8.0

    References
    ----------
    [Cristianini00]_, section 3.2.
    """

    degree: int = whole(1, 3)
    coef0: float = real(0.0)
    scale: float = nonnegative(1.0)

    @property
    def definiteness(self) -> Definiteness:
        return INDEFINITE

    def form(self) -> Form:
        return dot().map(Affine(self.scale, self.coef0)).map(Power(float(self.degree)))
