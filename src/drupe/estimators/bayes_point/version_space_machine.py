"""What the machines of version space share: a kernel with its extensions, one problem for each class, the words."""

from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.function_kernel import FunctionKernel
from drupe.estimators.interruptible import Interruptible
from drupe.estimators.kernel_parameters import KernelFirst
from drupe.estimators.largest_output import class_signs
from drupe.estimators.ranges import TRUTH, Either, OneOf
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
from drupe.kernels.noise import Noise
from drupe.predictors.predictor import Predictor


@declared
class VersionSpaceMachine(Interruptible, Unweighted, KernelFirst):
    """A classifier made of directions through the origin of feature space, for each class one against the rest.

    There are no weights: an agreement counts once, however often it was seen.

    Parameters
    ----------
    noise
        θ: the probability that a label is wrong, or "auto" for the rate under which the labels are most probable.
    diagonal
        λ, added to the diagonal of K: makes any labels separable.
    fit_intercept
        Whether there is a constant feature, whose weight is an offset. Without, hyperplanes pass through the origin.
    cache_size
        Memory for a Gram that is held, in MB.

    Attributes
    ----------
    noise_
        θ of each problem.
    support_
        Positions of the examples with a coefficient.
    """

    noise: str | float = parameter(Either(OneOf("auto"), Interval(0.0, 0.5)), default=0.0)
    diagonal: float = parameter(Interval(0.0), default=0.0)
    fit_intercept: bool = parameter(TRUTH, default=False)
    cache_size: float = 400

    predictor_: Annotated[Predictor, Outputs("scores")] = learned()
    support_: Annotated[npt.NDArray[np.int32], Wholes("support", below="examples")] = learned()
    noise_: Annotated[Vector, Reals("scores")] = learned()

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
