"""From scikit-learn's `kernel=`, `gamma=`, `degree=` and `coef0=` to a kernel: the one place with those words."""

from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from drupe.estimators.opposite_distances import distances_between
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.errors import InputError, InputTypeError, ParameterError
from drupe.inputs.base import Inputs
from drupe.inputs.coerce import coerce
from drupe.inputs.precomputed import Precomputed as PrecomputedInputs
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.constant import Constant
from drupe.kernels.function_kernel import FunctionKernel
from drupe.kernels.gaussian import Gaussian
from drupe.kernels.indefinite_polynomial import IndefinitePolynomial
from drupe.kernels.linear import Linear
from drupe.kernels.polynomial import Polynomial
from drupe.kernels.precomputed import Precomputed
from drupe.kernels.sigmoid import Sigmoid

ROUNDINGS = 2.0
"""Units of rounding by which entries may differ and still count as one and the same number."""

ENTRIES = 2**16
"""Entries that are looked at together, so that no second copy of the data is made."""

SCALES = ("scale", "unweighted_scale")
"""Words for a factor taken from the spread of the data."""

CLOSEST_OPPOSITE = "closest_opposite"
"""The word for a width taken from the distance of the closest two examples of different classes."""


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
        Factor of "rbf", "poly" and "sigmoid": a number, "scale", "unweighted_scale" or "auto"; of "rbf" alone also
        "closest_opposite".
    coef0
        What "poly" and "sigmoid" add to the inner product.
    """

    kernel: Any
    degree: int = 3
    gamma: Any = "scale"
    coef0: float = 0.0

    WITH_GAMMA: ClassVar[tuple[str, ...]] = ("rbf", "poly", "sigmoid")

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

    def on(
        self, inputs: Inputs, weights: Vector, came: Inputs | None = None, codes: Index | None = None
    ) -> Kernel[Any]:
        """The kernel, its scale taken from the weighted examples, or from the data as they came, if so chosen.

        The codes of their classes are needed where the width is taken from these.
        """
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
        if isinstance(self.gamma, str) and self.gamma == CLOSEST_OPPOSITE and not self.linear:
            return self._closest_opposite(inputs, codes)
        if self.gamma == "unweighted_scale" and isinstance(came, Vectors):
            return self._of_vectors(came, np.ones(len(came)))
        return self._of_vectors(inputs, weights)

    def _of_vectors(self, inputs: Vectors, weights: Vector) -> Kernel[Vectors]:
        if self.linear:
            return Linear()
        gamma = self._gamma(inputs, weights)
        match self.kernel:
            case "rbf":
                # With gamma = 0 every example is like every other.
                return Gaussian.from_gamma(gamma) if gamma > 0 else Constant(1.0)
            case "poly":
                return self._polynomial(gamma)
            case "sigmoid":
                return Sigmoid(gamma, float(self.coef0))
        raise ParameterError(f"unknown kernel {self.kernel!r}.")

    def _closest_opposite(self, inputs: Vectors, codes: Index | None) -> Gaussian:
        """The Gaussian kernel whose width is the distance of the closest two examples of different classes."""
        if self.kernel != "rbf":
            raise ParameterError(
                f"gamma={CLOSEST_OPPOSITE!r} is a width: it goes with kernel='rbf', not {self.kernel!r}."
            )
        if codes is None:
            raise ParameterError(
                f"gamma={CLOSEST_OPPOSITE!r} measures distances between classes, and none are known here; take 'scale'."
            )
        return Gaussian(width=distances_between(inputs, codes, Linear()).smallest)

    def _polynomial(self, gamma: float) -> Kernel[Vectors]:
        if self.degree == 0:
            return Constant(1.0)
        if gamma > 0 and self.coef0 >= 0:
            return Polynomial(int(self.degree), float(self.coef0), gamma)
        return IndefinitePolynomial(int(self.degree), float(self.coef0), gamma)

    def _gamma(self, inputs: Vectors, weights: Vector) -> float:
        """A number as it is, "auto" for 1/d, a scale for 1/(d v) with v the variance of all entries; 1 if v = 0."""
        if not isinstance(self.gamma, str):
            return float(self.gamma)
        spread = _variance(inputs, weights) if self.gamma in SCALES else 1.0
        return 1.0 / (inputs.dimension * spread) if spread > 0 else 1.0


def _variance(inputs: Vectors, weights: Vector) -> float:
    """Of all entries, each row counted as often as its weight says; 0 if they differ by no more than rounding does.

    The entries are compared with the first one, so that equal ones have no variance at all, and what is left of others
    after ROUNDINGS units of rounding of the largest entry is a variance.
    """
    entries = inputs.array.data if inputs.sparse else inputs.array
    if not entries.size:
        return 0.0
    largest = float(max(entries.max(), -entries.min()))
    found = _sparse_variance(inputs, weights) if inputs.sparse else _dense_variance(inputs.array, weights)
    rounding = ROUNDINGS * float(np.finfo(inputs.dtype).eps) * largest
    if not np.isfinite(found):
        raise InputError(
            f"the entries of X, up to {largest:.1e} in size, spread so far that their variance is beyond float64; "
            "scale the features (sklearn.preprocessing.StandardScaler)."
        )
    return found if np.sqrt(max(found, 0.0)) > rounding else 0.0


def _dense_variance(array: Matrix, weights: Vector) -> float:
    """In two passes, a few rows at a time: around the first entry for the mean, then around the mean."""
    total = float(weights.sum()) * array.shape[1]
    first, size = float(array[0, 0]), max(1, ENTRIES // array.shape[1])
    parts = [slice(start, start + size) for start in range(0, len(array), size)]
    mean, squares = first, 0.0
    with np.errstate(over="ignore", invalid="ignore"):
        for part in parts:
            apart = np.subtract(array[part], first, dtype=np.float64)
            mean += float(weights[part] @ apart.sum(axis=1)) / total
        for part in parts:
            apart = np.subtract(array[part], mean, dtype=np.float64)
            squares += float(weights[part] @ np.einsum("ij,ij->i", apart, apart))
        return float(squares / total)


def _sparse_variance(inputs: Vectors, weights: Vector) -> float:
    """Entries that are not stored are zero, and there are many of them."""
    stored = inputs.array
    each = np.repeat(weights, np.diff(stored.indptr))
    total = float(weights.sum()) * inputs.dimension
    with np.errstate(over="ignore", invalid="ignore"):
        values = stored.data.astype(np.float64)
        mean = float(each @ values) / total
        return float(each @ (values - mean) ** 2 + (total - each.sum()) * mean * mean) / total
