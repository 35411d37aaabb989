"""What the machines of version space share: a kernel with its extensions, one problem for each class, the words."""

from abc import abstractmethod
from dataclasses import replace
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from drupe.estimators.bayes_point.version_space import VersionSpace
from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.fixed_kernel import unfit
from drupe.estimators.kernel_parameters import KernelFirst
from drupe.estimators.largest_output import class_signs
from drupe.estimators.linear_rule import NOT_MORE, linear_evidence, no_plane
from drupe.estimators.ranges import TRUTH, Either, OneOf
from drupe.estimators.run_parameters import RunParameters
from drupe.estimators.sample import Sample
from drupe.estimators.unweighted import Unweighted
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.budget import MEGABYTE
from drupe.foundation.parameters import Interval
from drupe.foundation.shapes import Outputs, Reals, Wholes
from drupe.grams.base import Gram
from drupe.grams.held import held, held_bytes
from drupe.grams.lazy import LazyGram
from drupe.inputs.base import Inputs
from drupe.kernels.base import Kernel
from drupe.kernels.constant import Constant
from drupe.kernels.function_kernel import FunctionKernel
from drupe.kernels.noise import Noise
from drupe.predictors.expansion import Expansion
from drupe.predictors.predictor import Predictor
from drupe.witness.evidence import Evidence
from drupe.witness.hyperplane import Hyperplane
from drupe.witness.posterior import Region
from drupe.witness.volume import EstimatedVolume, MirroredVolume

LARGEST = 1000
"""Examples up to which the volume is estimated without being asked: time grows with their square and more."""

DIFFERENT = 0.02
"""Share of answers of the samples that rounding may turn over, and the labels still count as those of the fit."""


@declared
class VersionSpaceMachine(RunParameters, Unweighted, KernelFirst):
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

    def _evidence(self, inputs: Inputs, codes: Index) -> Evidence:
        """How much of the prior agrees with all labels, and around which rule."""
        n = len(codes)
        if len(self.classes_) > 2:
            kinds: tuple[type, ...] = (EstimatedVolume, MirroredVolume, Hyperplane)
            return Evidence(n, {}, dict.fromkeys(kinds, NOT_MORE), otherwise=no_plane(self))
        self._recognize(inputs, codes)
        space = self._version_space(inputs, np.where(codes == 1, 1.0, -1.0))
        volumes: dict[type, Any] = {EstimatedVolume: lambda: EstimatedVolume(space.volume, n)}
        rule = self._rule()
        if rule is None:
            found = Evidence(n, {}, loose=unfit(self, space.kernel, inputs), otherwise=no_plane(self))
        else:
            found = linear_evidence(self, rule, inputs, codes)
            volumes[MirroredVolume] = lambda: MirroredVolume(space.volume, n)
        found = replace(found, checks=space.check, missing={Region: self._believed_volume()})
        return found.with_witnesses(volumes, dict.fromkeys(volumes, LARGEST))

    def _version_space(self, inputs: Inputs, signs: Vector) -> VersionSpace:
        """What agrees with the labels of two classes, around the fitted rule or the mean of the samples."""
        kernel, alpha = self._functions().kernel, self._middle(len(signs))
        return VersionSpace(kernel, inputs, signs, alpha, float(self.fit_intercept), float(self.diagonal))

    def _rule(self) -> Expansion | None:
        """The one function that answers; None where many vote, or one is drawn."""
        return None

    @abstractmethod
    def _functions(self) -> Expansion:
        """The functions that were learned."""

    @abstractmethod
    def _middle(self, n: int) -> Vector:
        """Coefficients of the middle of version space, one for each of n examples of two classes."""

    @abstractmethod
    def _recognize(self, inputs: Inputs, codes: Index) -> None:
        """Raise an InputError if these cannot be the training examples of two classes."""

    def _believed_volume(self) -> str:
        """Why what the machine itself believes of the volume certifies nothing."""
        return (
            "it needs the volume of version space, which samples from it do not tell; version_space_gibbs measures it"
        )
