"""A polynomial of another kernel, with coefficients that are not negative."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.foundation.parameters import nonnegative
from drupe.kernels.base import Entrywise, I, Kernel
from drupe.kernels.definiteness import INDEFINITE, POSITIVE, Definiteness
from drupe.kernels.forms import Polynomial, mapped
from drupe.kernels.frozen_arrays import frozen_vector


@dataclass(frozen=True)
class PolynomialOf(Entrywise[I]):
    """k(x, z) = Σᵢ coefficients[i] · inner(x, z)ⁱ.

    Weighs each degree of the inner kernel's products by hand, where (k + c) ** d weighs them by the binomial.

    Parameters
    ----------
    kernel
        The inner kernel, on any inputs.
    coefficients
        From the constant term upwards, none negative; one that is zero leaves its degree out.

    Examples
    --------
    >>> from drupe.kernels.constant import Constant
    >>> PolynomialOf(Constant(2.0), (1.0, 0.0, 3.0))([[0.0]]).item()
    13.0

    References
    ----------
    [Cristianini00]_, corollary 3.13 (1); [Graepel02]_, theorem 10 (7).
    """

    kernel: Kernel[I]
    coefficients: tuple[float, ...] = nonnegative()

    def __post_init__(self) -> None:
        object.__setattr__(self, "coefficients", frozen_vector("PolynomialOf", "coefficients", self.coefficients))
        super().__post_init__()

    @property
    def definiteness(self) -> Definiteness:
        inner = self.kernel.definiteness
        linear = not any(self.coefficients[2:])
        return inner if linear else (POSITIVE if inner.positive else INDEFINITE)

    @property
    def _map(self) -> Polynomial:
        return Polynomial(self.coefficients)

    @property
    def _slope(self) -> Polynomial:
        return Polynomial(tuple(i * weight for i, weight in enumerate(self.coefficients))[1:] or (0.0,))

    def parts(self) -> tuple[Kernel[I], ...]:
        return (self.kernel,)

    def combine(self, values: Sequence[Any]) -> Any:
        return mapped(self._map, values[0])

    def gradient(self, inputs: I) -> dict[str, Matrix]:
        inner = self.kernel.matrix(inputs, inputs)
        slopes: dict[str, Matrix] = {f"coefficients.{i}": inner**i for i in range(len(self.coefficients))}
        for name, slope in self.kernel.gradient(inputs).items():
            slopes[f"kernel.{name}"] = self._slope(inner) * slope
        return slopes

    def slopes(self, inputs: I, weights: Matrix) -> dict[str, float]:
        inner = self.kernel.matrix(inputs, inputs)
        found = {f"coefficients.{i}": float(np.vdot(weights, inner**i)) for i in range(len(self.coefficients))}
        steeper = self._slope(inner) * weights
        return found | {f"kernel.{name}": slope for name, slope in self.kernel.slopes(inputs, steeper).items()}
