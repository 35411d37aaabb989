"""The polynomial kernel: all products of a given number of coordinates at the price of one inner product."""

from collections.abc import Mapping
from dataclasses import dataclass

from drupe.foundation.parameters import Interval, check, nonnegative, positive, whole
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.forms import Affine, Form, Power, dot


@dataclass(frozen=True)
class Polynomial(Kernel[Vectors]):
    """k(x, z) = (scale ⟨x, z⟩ + coef0)^degree.

    In d dimensions and with coef0 = 0 the features are the C(d + degree − 1, degree) monomials of exactly this
    degree; with coef0 > 0 they are all C(d + degree, degree) monomials up to it.

    Parameters
    ----------
    degree
        Degree of the monomials.
    coef0
        Weight of the lower degrees; 0 leaves them out.
    scale
        Factor of the inner product; 1/d keeps the values of d bounded coordinates bounded.

    Examples
    --------
    >>> Polynomial(degree=2)([[1.0, 2.0]], [[3.0, 1.0]]).item()
    25.0
    >>> Polynomial(degree=2, coef0=1.0)([[1.0, 2.0]], [[3.0, 1.0]]).item()
    36.0

    References
    ----------
    [Herbrich02]_, table 2.1; [Cristianini00]_, section 3.2, and section 8.3 for (⟨x, z⟩/256)^d; [Mika02]_,
    eq. 2.36, writes θ for coef0; [Graepel02]_, section 2.3.3. scikit-learn's gamma is `scale`.
    """

    degree: int = whole(1, 3)
    coef0: float = nonnegative(0.0)
    scale: float = positive(1.0)

    @classmethod
    def from_dimension(cls, dimension: int, degree: int = 3) -> "Polynomial":
        """The kernel (⟨x, z⟩ / dimension)^degree, customary for images of so many pixels."""
        check("Polynomial", "dimension", dimension, Interval(1, whole=True))
        return cls(degree, 0.0, 1.0 / dimension)

    def _inner(self) -> Form:
        return dot().map(Affine(float(self.scale), float(self.coef0)))

    def form(self) -> Form:
        return self._inner().map(Power(float(self.degree)))

    def derivatives(self) -> Mapping[str, Form]:
        outer = self._inner().map(Power(self.degree - 1.0)).map(Affine(float(self.degree)))
        return {"coef0": outer, "scale": outer * dot()}
