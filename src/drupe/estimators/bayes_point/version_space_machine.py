"""What the machines of version space share: a kernel with its extensions, one problem for each class, the words."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

import numpy as np
import numpy.typing as npt

from drupe.estimators.interruptible import WATCHING_RANGES, Interruptible
from drupe.estimators.kernel_choice import KERNEL_RANGES
from drupe.estimators.largest_output import class_signs
from drupe.estimators.ranges import POSITIVE, THREADS, TRUTH, Either, OneOf, Range
from drupe.estimators.sample import Sample
from drupe.estimators.unweighted import Unweighted
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.budget import MEGABYTE
from drupe.foundation.parameters import Interval
from drupe.foundation.shapes import Outputs, Reals, Wholes
from drupe.grams.base import Gram
from drupe.grams.held import held, held_bytes
from drupe.grams.lazy import LazyGram
from drupe.kernels.base import Kernel
from drupe.kernels.constant import Constant
from drupe.kernels.function_kernel import FunctionKernel
from drupe.kernels.noise import Noise
from drupe.predictors.predictor import Predictor

VERSION_SPACE_RANGES: dict[str, Range] = {
    **KERNEL_RANGES,
    **WATCHING_RANGES,
    "noise": Either(OneOf("auto"), Interval(0.0, 0.5)),
    "diagonal": Interval(0.0),
    "fit_intercept": TRUTH,
    "cache_size": POSITIVE,
    "n_jobs": THREADS,
}


class VersionSpaceMachine(Interruptible, Unweighted):
    """A classifier made of directions through the origin of feature space, for each class one against the rest.

    There are no weights: an agreement counts once, however often it was seen.
    """

    _ranges: ClassVar[Mapping[str, Range]] = VERSION_SPACE_RANGES

    diagonal: float
    fit_intercept: bool
    cache_size: float
    n_jobs: int | None

    predictor_: Annotated[Predictor, Outputs("scores")]
    support_: Annotated[npt.NDArray[np.int32], Wholes("support", below="examples")]
    noise_: Annotated[Vector, Reals("scores")]

    def _sign_rows(self, sample: Sample) -> Matrix:
        """±1 for each example, one row for each problem: class c against the rest; of two classes only the second."""
        return np.ascontiguousarray(class_signs(sample.targets, len(self.classes_)).T)

    def _prior_kernel(self, kernel: Kernel[Any]) -> Kernel[Any]:
        """With a constant feature, whose weight is the offset, if one was asked for."""
        return kernel + Constant(1.0) if self.fit_intercept else kernel

    def _gram(self, kernel: Kernel[Any], sample: Sample) -> Gram:
        """K of the examples, with the constant feature and what is added to the diagonal."""
        extended = self._prior_kernel(kernel)
        if self.diagonal > 0.0:
            extended = extended + Noise(float(self.diagonal))
        return LazyGram(extended, sample.inputs, self.n_jobs)

    def _held(self, gram: Gram, kernel: Kernel[Any]) -> Gram:
        """The Gram as a matrix where it fits into the cache: most samplers, and all classes, need all of it."""
        fits = held_bytes(gram, gram.dtype) <= self.cache_size * MEGABYTE
        return held(gram, gram.dtype) if fits or isinstance(kernel, FunctionKernel) else gram

    def _offset(self, coefficients: Matrix) -> Any:
        """One number for each column: the weight of the constant feature is the sum of the coefficients."""
        return coefficients.sum(axis=0) if self.fit_intercept else np.zeros(coefficients.shape[1])

    def _shaped(self, outputs: Matrix) -> Matrix:
        """Outputs as scikit-learn has them: of two classes only one column, as a vector."""
        return outputs[:, 0] if outputs.shape[1] == 1 else outputs
