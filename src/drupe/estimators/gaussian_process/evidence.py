"""The evidence of a Gaussian process: how probable the targets were before they were seen, and its slopes."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.foundation.budget import DEFAULT_BYTES, require
from drupe.foundation.errors import InputError
from drupe.grams.lazy import LazyGram
from drupe.grams.owned import owned
from drupe.inputs.base import Inputs
from drupe.kernels.base import Kernel
from drupe.solvers.cholesky import Cholesky, factored

NOISE = "noise"
"""The name of the noise variance among the parameters of a kernel."""


@dataclass(frozen=True, eq=False)
class Evidence:
    """ln P(y) = −½ yᵀC⁻¹y − ½ ln det C − (n/2) ln 2π with C = K + noise I, summed over the outputs.

    Parameters
    ----------
    inputs
        The examples.
    targets
        y, one column for each output.
    budget
        Bytes that the kernel matrix and its slopes may take.

    Notes
    -----
    Complexity: O(n³) time, one matrix of n² numbers; with slopes one more for each parameter of the kernel.

    Examples
    --------
    >>> from drupe.inputs import Vectors
    >>> from drupe.kernels import Linear
    >>> one = Evidence(Vectors.of([[1.0]]), np.array([[1.0]]))  # y ~ N(0, 2)
    >>> round(one.value(Linear(), noise=1.0), 5)
    -1.51551

    References
    ----------
    [Cristianini00]_, section 6.2.3; [Herbrich02]_, remark 3.10; [Rasmussen06]_, eq. 5.8 and 5.9.
    """

    inputs: Inputs
    targets: Matrix
    budget: int = DEFAULT_BYTES

    def value(self, kernel: Kernel[Any], noise: float) -> float:
        """ln P(y)."""
        factor = self.factor(kernel, noise)
        return self.of_factor(factor, factor.solve(self.targets))

    def of_factor(self, factor: Cholesky, alpha: Matrix) -> float:
        """ln P(y) from LLᵀ = C and α = C⁻¹y."""
        energy = 0.5 * float(np.vdot(self.targets, alpha))
        outputs = float(self.targets.shape[1])
        return -energy - 0.5 * outputs * (factor.log_determinant + len(self.targets) * math.log(2.0 * math.pi))

    def slopes(self, kernel: Kernel[Any], noise: float) -> tuple[float, dict[str, float]]:
        """ln P(y), and its slope ½ Σ_c α_cᵀ C′ α_c − ½ tr(C⁻¹C′) in each parameter of the kernel and in the noise."""
        self._require_room(len(kernel.parameters()) + 1)
        factor = self.factor(kernel, noise)
        alpha = factor.solve(self.targets)
        value = self.of_factor(factor, alpha)
        inverse = factor.into_inverse_triangle()
        try:
            with np.errstate(over="raise", invalid="raise"):
                slopes = kernel.gradient(self.inputs)
                found = {name: self._slope(slope, alpha, inverse) for name, slope in slopes.items()}
        except FloatingPointError as cause:
            raise InputError(
                f"slopes of {type(kernel).__name__} are beyond float64 ({cause}); scale the features "
                "(sklearn.preprocessing.StandardScaler), or take optimizer=None."
            ) from cause
        found[NOISE] = 0.5 * float(np.vdot(alpha, alpha) - self.targets.shape[1] * np.trace(inverse))
        return value, found

    def factor(self, kernel: Kernel[Any], noise: float) -> Cholesky:
        """LLᵀ = C."""
        self._require_room(1)
        matrix = owned(LazyGram(kernel, self.inputs), self.budget)
        lowest = int(matrix.diagonal().argmin())
        if matrix[lowest, lowest] < 0.0:
            raise InputError(
                f"k(x, x) is the variance of f(x) and cannot be negative, but {type(kernel).__name__} is "
                f"{matrix[lowest, lowest]:.1e} at example {lowest}; take a positive kernel."
            )
        return factored(matrix, noise)

    def _slope(self, slope: Matrix, alpha: Matrix, inverse: Matrix) -> float:
        # Of the inverse only the lower triangle is there; both matrices are symmetric.
        trace = 2.0 * np.vdot(inverse, slope) - inverse.diagonal() @ slope.diagonal()
        return 0.5 * float(np.vdot(alpha, slope @ alpha) - self.targets.shape[1] * trace)

    def _require_room(self, matrices: int) -> None:
        n = len(self.inputs)
        remedy = "fit on fewer examples, hold parameters fixed, or allow a larger cache_size."
        require(8 * n * n * matrices, self.budget, f"a Gaussian process on {n} examples", remedy)


def merged(kernel: Kernel[Any], noise: float) -> Mapping[str, float]:
    """All parameters by name, the noise last."""
    return {**kernel.parameters(), NOISE: noise}
