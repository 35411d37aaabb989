"""From scikit-learn's `kernel=`, `gamma=`, `degree=` and `coef0=` to a kernel: the one place with those words."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.estimators.function_kernel import FunctionKernel
from drupe.estimators.indefinite_polynomial import IndefinitePolynomial
from drupe.estimators.ranges import Callable_, Either, OneOf, Range
from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputTypeError, ParameterError
from drupe.foundation.parameters import Interval
from drupe.inputs.base import Inputs
from drupe.inputs.coerce import coerce
from drupe.inputs.precomputed import Precomputed as PrecomputedInputs
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.constant import Constant
from drupe.kernels.gaussian import Gaussian
from drupe.kernels.linear import Linear
from drupe.kernels.polynomial import Polynomial
from drupe.kernels.precomputed import Precomputed
from drupe.kernels.sigmoid import Sigmoid

KERNEL_RANGES: dict[str, Range] = {
    "kernel": Either(OneOf("linear", "poly", "rbf", "sigmoid", "precomputed"), Callable_()),
    "degree": Interval(0, whole=True),
    "gamma": Either(OneOf("scale", "auto"), Interval(0.0)),
    "coef0": Interval(closed_low=False),
}


@dataclass(frozen=True, eq=False)
class KernelChoice:
    """What the user said about the kernel.

    Parameters
    ----------
    kernel
        A word of scikit-learn's, a function f(X, Z), or a kernel.
    degree
        Of "poly".
    gamma
        Factor of "rbf", "poly" and "sigmoid": a number, "scale" or "auto".
    coef0
        What "poly" and "sigmoid" add to the inner product.
    """

    kernel: Any
    degree: int = 3
    gamma: Any = "scale"
    coef0: float = 0.0

    @property
    def precomputed(self) -> bool:
        """Whether the data are kernel values."""
        return isinstance(self.kernel, Precomputed) or (isinstance(self.kernel, str) and self.kernel == "precomputed")

    @property
    def linear(self) -> bool:
        """Whether a weight vector can be read off."""
        return isinstance(self.kernel, Linear) or (isinstance(self.kernel, str) and self.kernel == "linear")

    def wrap(self, X: Any) -> Inputs:
        """Training data as inputs."""
        return PrecomputedInputs.of(X) if self.precomputed else coerce(X)

    def on(self, inputs: Inputs, weights: Vector) -> Kernel[Any]:
        """The kernel, its scale taken from the weighted examples if so chosen."""
        if isinstance(self.kernel, Kernel):
            return self.kernel
        if not isinstance(self.kernel, str):
            return FunctionKernel(self.kernel)
        if self.precomputed:
            return Precomputed()
        if not isinstance(inputs, Vectors):
            raise InputTypeError(
                f"kernel={self.kernel!r} compares vectors, but X holds {type(inputs).__name__}; "
                "pass a kernel value for them, or a function f(X, Z)."
            )
        return self._of_vectors(inputs, weights)

    def _of_vectors(self, inputs: Vectors, weights: Vector) -> Kernel[Vectors]:
        gamma = self._gamma(inputs, weights)
        match self.kernel:
            case "linear":
                return Linear()
            case "rbf":
                # With gamma = 0 every example is like every other.
                return Gaussian.from_gamma(gamma) if gamma > 0 else Constant(1.0)
            case "poly":
                return self._polynomial(gamma)
            case "sigmoid":
                return Sigmoid(gamma, float(self.coef0))
        raise ParameterError(f"unknown kernel {self.kernel!r}.")

    def _polynomial(self, gamma: float) -> Kernel[Vectors]:
        if self.degree == 0:
            return Constant(1.0)
        if gamma > 0 and self.coef0 >= 0:
            return Polynomial(int(self.degree), float(self.coef0), gamma)
        return IndefinitePolynomial(int(self.degree), float(self.coef0), gamma)

    def _gamma(self, inputs: Vectors, weights: Vector) -> float:
        """A number as it is, "auto" for 1/d, "scale" for 1/(d v) with v the variance of all entries."""
        if not isinstance(self.gamma, str):
            return float(self.gamma)
        spread = _variance(inputs, weights) if self.gamma == "scale" else 1.0
        return 1.0 / (inputs.dimension * spread) if spread > 0 else 1.0


def _variance(inputs: Vectors, weights: Vector) -> float:
    """Of all entries, each row counted as often as its weight says: around the mean, to keep digits."""
    total = float(weights.sum()) * inputs.dimension
    if inputs.sparse:
        mean = float(weights @ np.asarray(inputs.array.sum(axis=1), dtype=np.float64).ravel()) / total
        return max(0.0, float(weights @ inputs.squared_norms()) / total - mean**2)
    array = inputs.array
    mean = float(weights @ array.sum(axis=1, dtype=np.float64)) / total
    apart = array - mean
    return float(weights @ np.einsum("ij,ij->i", apart, apart, dtype=np.float64)) / total
