"""The sigmoid kernel: the transfer function of a neural network, and not a kernel in general."""

from collections.abc import Mapping
from dataclasses import dataclass

from drupe.foundation.parameters import positive, real
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.definiteness import INDEFINITE, Definiteness
from drupe.kernels.forms import Affine, Form, Polynomial, Tanh, dot


@dataclass(frozen=True)
class Sigmoid(Kernel[Vectors]):
    """k(x, z) = tanh(slope ⟨x, z⟩ + offset).

    Its Gram matrices have negative eigenvalues for most data and parameters. Machines that need a positive
    semi-definite kernel may refuse it.

    Parameters
    ----------
    slope
        Factor of the inner product.
    offset
        What is added to it; where the kernel happens to be nearly positive, it is negative.

    Examples
    --------
    >>> import math
    >>> math.isclose(Sigmoid(slope=0.5, offset=-1.0)([[2.0]], [[3.0]]).item(), math.tanh(2.0))
    True

    References
    ----------
    [Mika02]_, table 2.2, writes κ and θ; [Cristianini00]_, section 8.3. scikit-learn: gamma and coef0.
    """

    slope: float = positive(1.0)
    offset: float = real(0.0)

    @property
    def definiteness(self) -> Definiteness:
        return INDEFINITE

    def form(self) -> Form:
        return dot().map(Affine(float(self.slope), float(self.offset))).map(Tanh())

    def derivatives(self) -> Mapping[str, Form]:
        # tanh' = 1 − tanh².
        steepness = self.form().map(Polynomial((1.0, 0.0, -1.0)))
        return {"slope": steepness * dot(), "offset": steepness}
