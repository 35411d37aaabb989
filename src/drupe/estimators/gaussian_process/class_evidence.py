"""The evidence of a process behind classes: how probable the labels were before they were seen, and its slopes."""

import math
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.foundation.budget import DEFAULT_BYTES, require
from drupe.foundation.errors import InputError
from drupe.grams.lazy import LazyGram
from drupe.grams.owned import owned
from drupe.inputs.base import Inputs
from drupe.kernels.base import Kernel, Scaled

MATRICES = 4
"""Of n² numbers that are held at once for one process: K, an inner matrix, a factor and an inverse."""


class Approximation(Protocol):
    """A Gaussian in place of the posterior, for labels of some form: signs, or a column for each class."""

    def solve(self, K: Matrix, labels: Matrix, near: Any = None) -> Any:
        """The Gaussian, with its `log_evidence`; `near` is one of a similar K."""

    def weights(self, K: Matrix, found: Any) -> Matrix:
        """The slope of the logarithm of the evidence in every entry of K."""

    def for_search(self) -> "Approximation":
        """As rough, and fast, as a search for parameters bears it."""


@dataclass(frozen=True, eq=False)
class ClassEvidence:
    """ln P(labels | kernel) = ln ∫ P(labels | f) N(f; 0, K) df, as an approximation has it.

    Each Gaussian is found from the one before, which is near it while parameters are searched for.

    Parameters
    ----------
    inputs
        The examples.
    labels
        ±1 for each, or for several processes a column of zeros and ones for each class.
    approximation
        Laplace's, soft-max or not, or expectation propagation.
    budget
        Bytes that matrices may take.
    recent
        The Gaussian that was found last, from which the next run starts; none before the first.

    Notes
    -----
    Complexity: O(n³) time, all slopes together at the price of one inverse.

    Examples
    --------
    >>> from drupe.inputs import Vectors
    >>> from drupe.kernels import Linear
    >>> from drupe.solvers.probit_propagation import ProbitPropagation
    >>> one = ClassEvidence(Vectors.of([[1.0]]), np.array([1.0]), ProbitPropagation())
    >>> round(float(np.exp(one.value(Linear()))), 9)
    0.5

    References
    ----------
    [Rasmussen06]_, section 5.5; [Herbrich02]_, section 3.2.2.
    """

    inputs: Inputs
    labels: Matrix
    approximation: Approximation
    budget: int = DEFAULT_BYTES
    recent: list[Any] = field(default_factory=list, repr=False)

    def gaussian(self, kernel: Kernel[Any]) -> Any:
        """The Gaussian in place of the posterior."""
        return self._found(self._matrix(kernel))

    def value(self, kernel: Kernel[Any]) -> float:
        """ln P(labels)."""
        return float(self.gaussian(kernel).log_evidence)

    def slopes(self, kernel: Kernel[Any]) -> tuple[float, dict[str, float]]:
        """ln P(labels), and its slope in each parameter of the kernel."""
        K = self._matrix(kernel)
        found = self._found(K)
        weights = self.approximation.weights(K, found)
        with np.errstate(over="ignore", invalid="ignore"):
            slopes = self._slopes(kernel, K, weights)
        wild = [name for name, slope in slopes.items() if not math.isfinite(slope)]
        if wild:
            raise InputError(
                f"slopes of {type(kernel).__name__} are beyond float64 (in {wild[0]}); scale the features "
                "(sklearn.preprocessing.StandardScaler), or take optimizer=None."
            )
        return float(found.log_evidence), slopes

    def _slopes(self, kernel: Kernel[Any], K: Matrix, weights: Matrix) -> dict[str, float]:
        """Those of the kernel, but for a factor, whose slope K itself tells."""
        if not isinstance(kernel, Scaled) or not kernel.factor:
            return kernel.slopes(self.inputs, weights)
        inner = kernel.kernel.slopes(self.inputs, weights)
        found = {f"kernel.{name}": kernel.factor * slope for name, slope in inner.items()}
        return found | {"factor": float(np.vdot(weights, K)) / kernel.factor}

    def for_search(self) -> "ClassEvidence":
        """The same, as rough as a search for parameters bears it; each starts where the other was last."""
        return replace(self, approximation=self.approximation.for_search())

    def _found(self, K: Matrix) -> Any:
        found = self.approximation.solve(K, self.labels, *self.recent)
        if found.converged:
            self.recent[:] = [found]
        return found

    def _matrix(self, kernel: Kernel[Any]) -> Matrix:
        n = len(self.inputs)
        matrices = MATRICES + (0 if self.labels.ndim == 1 else 2 * self.labels.shape[1])
        remedy = "fit on fewer examples, or allow a larger cache_size."
        require(8 * n * n * matrices, self.budget, f"a Gaussian process on {n} examples", remedy)
        K = owned(LazyGram(kernel, self.inputs), self.budget)
        lowest = int(K.diagonal().argmin())
        if not K[lowest, lowest] >= 0.0:
            raise InputError(
                f"k(x, x) is the variance of f(x) and cannot be negative, but {type(kernel).__name__} is "
                f"{K[lowest, lowest]:.1e} at example {lowest}; take a positive kernel."
            )
        return K
