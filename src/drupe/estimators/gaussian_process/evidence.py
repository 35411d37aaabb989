"""The evidence of a Gaussian process: how probable the targets were before they were seen, and its slopes."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.blocks import blocks
from drupe.foundation.budget import DEFAULT_BYTES, require
from drupe.foundation.errors import InputError, ParameterError
from drupe.grams.lazy import LazyGram
from drupe.grams.owned import owned
from drupe.inputs.base import Inputs
from drupe.kernels.base import Kernel
from drupe.predictors.expansion import Expansion
from drupe.predictors.posterior import Posterior
from drupe.solvers.cholesky import STRIP, Cholesky, factored, mirror

NOISE = "noise"
"""The name of the noise variance among the parameters of a kernel."""


class Units(NamedTuple):
    """Where the targets of a process lie in the user's units, for each output; and threads for its predictions."""

    center: Vector
    scale: Vector
    n_jobs: int | None = None


class Conditioned(NamedTuple):
    """A process given its targets: the coefficients of its mean, and ln P(y)."""

    predictor: Posterior
    alpha: Matrix
    value: float


@dataclass(frozen=True, eq=False)
class Evidence:
    """ln P(y) = −½ yᵀC⁻¹y − ½ ln det C − (n/2) ln 2π with C = K + (noise + extra) I, summed over the outputs.

    Parameters
    ----------
    inputs
        The examples.
    targets
        y, one column for each output.
    budget
        Bytes that kernel matrices may take.
    extra
        What is added to the diagonal of C besides: one number, or one for each example.

    Notes
    -----
    Complexity: O(n³) time, one matrix of n² numbers; with slopes of a kernel that is made of others one more.

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
    extra: Vector | float = 0.0

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
        self._require_room(2)
        factor = self.factor(kernel, noise)
        alpha = factor.solve(self.targets)
        value = self.of_factor(factor, alpha)
        weights = self._weights(factor, alpha)
        with np.errstate(over="ignore", invalid="ignore"):
            found = kernel.slopes(self.inputs, weights) | {NOISE: float(np.trace(weights))}
        wild = [name for name, slope in found.items() if not math.isfinite(slope)]
        if wild:
            raise InputError(
                f"slopes of {type(kernel).__name__} are beyond float64 (in {wild[0]}); scale the features "
                "(sklearn.preprocessing.StandardScaler), or take optimizer=None."
            )
        return value, found

    def conditioned(self, kernel: Kernel[Any], noise: float, units: "Units") -> "Conditioned":
        """The process given the targets."""
        factor = self.factor(kernel, noise)
        alpha = factor.solve(self.targets)
        value = self.of_factor(factor, alpha)
        mean = Expansion(kernel, self.inputs, alpha * units.scale, units.center, units.n_jobs)
        return Conditioned(Posterior(mean, factor.triangle(), noise, units.scale), alpha, value)

    def _weights(self, factor: Cholesky, alpha: Matrix) -> Matrix:
        """½ Σ_c (α_cα_cᵀ − C⁻¹), the slope of ln P(y) in every entry of C; in the memory of the factor."""
        weights = factor.into_inverse_triangle()
        weights *= -0.5 * self.targets.shape[1]
        mirror(weights.T)
        for index in blocks(len(weights), STRIP):
            weights[index[0] : index[-1] + 1] += 0.5 * alpha[index] @ alpha.T
        return weights

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
        return factored(matrix, noise + self.extra)

    def _require_room(self, matrices: int) -> None:
        n = len(self.inputs)
        remedy = "fit on fewer examples, or allow a larger cache_size."
        require(8 * n * n * matrices, self.budget, f"a Gaussian process on {n} examples", remedy)


def added_to_diagonal(alpha: Any, n: int) -> Vector | float:
    """scikit-learn's `alpha` as one number, or one for each of n examples."""
    if np.ndim(alpha) == 0:
        return float(alpha)
    each = np.asarray(alpha, dtype=np.float64).reshape(-1)
    if len(each) not in (1, n):
        raise ParameterError(
            f"alpha must be a scalar or an array with same number of entries as y. ({len(each)} != {n})"
        )
    if not (np.isfinite(each).all() and (each >= 0.0).all()):
        raise ParameterError(f"alpha must hold finite numbers >= 0, got {each[~((each >= 0.0) & (each < np.inf))][0]}.")
    return float(each[0]) if len(each) == 1 else each


def merged(kernel: Kernel[Any], noise: float | None) -> Mapping[str, float]:
    """All parameters by name, the noise, if there is any, last."""
    return {**kernel.parameters(), **({} if noise is None else {NOISE: noise})}
