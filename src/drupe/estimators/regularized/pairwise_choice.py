"""From the kernel words of scikit-learn's KernelRidge, which are more than those of its SVC, to a kernel."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from drupe.estimators.kernel_choice import KernelChoice
from drupe.estimators.ranges import NOTHING, Callable_, Either, OneOf
from drupe.estimators.regularized.row_function import RowFunction
from drupe.foundation.arrays import Index, Vector
from drupe.foundation.errors import ParameterError
from drupe.foundation.parameters import Interval
from drupe.inputs.base import Inputs
from drupe.inputs.vectors import Vectors
from drupe.kernels.additive_chi_squared import AdditiveChiSquared
from drupe.kernels.base import Kernel
from drupe.kernels.chi_squared import ChiSquared
from drupe.kernels.laplacian import Laplacian
from drupe.kernels.linear import Linear

SAME_WORD = {"linear": "linear", "poly": "poly", "polynomial": "poly", "rbf": "rbf", "sigmoid": "sigmoid"}
"""Words that mean what they mean for the support vector machines."""

PAIRWISE_KERNEL = Either(OneOf(*SAME_WORD, "laplacian", "chi2", "additive_chi2", "cosine", "precomputed"), Callable_())
PAIRWISE_GAMMA = Either(NOTHING, OneOf("scale", "auto"), Interval(0.0))


@dataclass(frozen=True, eq=False)
class PairwiseChoice(KernelChoice):
    """What the user of KernelRidge said about the kernel.

    Parameters
    ----------
    kernel
        A word of `sklearn.metrics.pairwise`, a function of two rows, or a kernel.
    degree
        Of "poly".
    gamma
        A number, "scale" or "auto" as in SVC; None for 1/d, and for 1 where the kernel is "chi2".
    coef0
        What "poly" and "sigmoid" add to the inner product.
    settings
        Further arguments of a function.
    """

    settings: Mapping[str, Any] | None = None

    WITH_GAMMA = ("rbf", "poly", "polynomial", "sigmoid", "laplacian", "chi2")

    def on(
        self, inputs: Inputs, weights: Vector, came: Inputs | None = None, codes: Index | None = None
    ) -> Kernel[Any]:
        """The kernel, its scale taken from the weighted examples if so chosen."""
        if callable(self.kernel) and not isinstance(self.kernel, Kernel):
            return RowFunction(self.kernel, dict(self.settings or {}))
        return super().on(inputs, weights, came, codes)

    def _of_vectors(self, inputs: Vectors, weights: Vector) -> Kernel[Vectors]:
        if self.kernel in SAME_WORD:
            return replace(self, kernel=SAME_WORD[self.kernel])._word_of_svc(inputs, weights)
        match self.kernel:
            case "laplacian":
                return Laplacian.from_gamma(self._gamma(inputs, weights))
            case "chi2":
                return ChiSquared.from_gamma(1.0 if self.gamma is None else self._gamma(inputs, weights))
            case "additive_chi2":
                return AdditiveChiSquared()
            case "cosine":
                return Linear().normalized()
        raise ParameterError(f"unknown kernel {self.kernel!r}.")

    def _word_of_svc(self, inputs: Vectors, weights: Vector) -> Kernel[Vectors]:
        return super()._of_vectors(inputs, weights)

    def _gamma(self, inputs: Vectors, weights: Vector) -> float:
        return 1.0 / inputs.dimension if self.gamma is None else super()._gamma(inputs, weights)
