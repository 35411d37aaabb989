"""The exponential of a kernel: all its powers at once, the high ones faded out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.foundation.parameters import length
from drupe.kernels.base import Entrywise, I, Kernel
from drupe.kernels.definiteness import INDEFINITE, POSITIVE, Definiteness
from drupe.kernels.forms import Exp, mapped


@dataclass(frozen=True)
class ExponentialOf(Entrywise[I]):
    """k(x, z) = exp(inner(x, z) / width²).

    Of a dot product it is the kernel whose normalized form is the Gaussian.

    Parameters
    ----------
    kernel
        The inner kernel, on any inputs.
    width
        Square root of the inner kernel's unit; a small one makes the high powers count.

    Notes
    -----
    The exponential of a large number overflows: inner(x, z) / width² must stay below 709 in float64 and below 88 in
    float32. `GaussianOf` has the same features at length one and cannot overflow.

    Examples
    --------
    >>> import math
    >>> from drupe.kernels.constant import Constant
    >>> math.isclose(ExponentialOf(Constant(4.0), width=2.0)([[0.0]]).item(), math.exp(1.0))
    True

    References
    ----------
    [Herbrich02]_, corollary 2.21 (2); [Cristianini00]_, corollary 3.13 (2), with width 1.
    """

    kernel: Kernel[I]
    width: float = length(1.0)

    @property
    def definiteness(self) -> Definiteness:
        # Conditional positivity of order one suffices: such a kernel is a positive one plus g(x) + g(z), and the
        # exponential turns the latter into a rank-one factor.
        order = self.kernel.definiteness.order
        return POSITIVE if order is not None and order <= 1 else INDEFINITE

    @property
    def _map(self) -> Exp:
        return Exp(self.width**-2)

    def parts(self) -> tuple[Kernel[I], ...]:
        return (self.kernel,)

    def combine(self, values: Sequence[Any]) -> Any:
        return mapped(self._map, values[0])

    def gradient(self, inputs: I) -> dict[str, Matrix]:
        inner = self.kernel.matrix(inputs, inputs)
        value = self._map(inner)
        slopes: dict[str, Matrix] = {"width": -2.0 * self.width**-3 * inner * value}
        for name, slope in self.kernel.gradient(inputs).items():
            slopes[f"kernel.{name}"] = value * slope / self.width**2
        return slopes

    def slopes(self, inputs: I, weights: Matrix) -> dict[str, float]:
        inner = self.kernel.matrix(inputs, inputs)
        steeper = self._map(inner) * weights / self.width**2
        width = -2.0 / self.width * float(np.vdot(steeper, inner))
        return {"width": width} | {f"kernel.{n}": slope for n, slope in self.kernel.slopes(inputs, steeper).items()}
