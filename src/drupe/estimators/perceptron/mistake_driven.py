"""What the kernel perceptrons share: the Gram, one run for each class against the rest, and the account of mistakes."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Annotated, Any, ClassVar

import numpy as np
import scipy.sparse as sp

from drupe.estimators.fitted import Fitted
from drupe.estimators.largest_output import class_signs
from drupe.estimators.perceptron.account import MistakeMachine, account
from drupe.estimators.perceptron.convergence import report
from drupe.estimators.perceptron.running import KernelPasses
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.budget import MEGABYTE
from drupe.foundation.shapes import Reals, Wholes
from drupe.grams.base import Gram
from drupe.grams.cached import CachedGram
from drupe.grams.dense import DenseGram
from drupe.grams.lazy import LazyGram
from drupe.inputs.base import Inputs
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.function_kernel import FunctionKernel
from drupe.predictors.expansion import Expansion
from drupe.predictors.predictor import Predictor
from drupe.solvers.margins import Margins
from drupe.solvers.perceptrons.limits import Limits
from drupe.solvers.perceptrons.problem import PerceptronProblem, squared_radius
from drupe.solvers.perceptrons.run import MistakeRun


class MistakeDriven(MistakeMachine, KernelPasses):
    """A kernel machine that is the sum of its mistakes: an author writes `_run(problem, limits) -> MistakeRun`.

    Two classes make one run, more classes one for each class against the rest, all over the same kernel rows.

    Parameters
    ----------
    fit_intercept
        Whether b moves by yᵢR² at each mistake; without, hyperplanes pass through the origin.

    Attributes
    ----------
    support_, dual_coef_, coef_
        As in scikit-learn's SVC.
    """

    support_: Annotated[Index, Wholes("support", below="seen")]
    dual_coef_: Annotated[Matrix, Reals("scores", "support")]

    _remedies: ClassVar[str] = ""
    """What to say when passes run out; nothing, for machines that are made for that."""

    @abstractmethod
    def _run(self, problem: PerceptronProblem, limits: Limits) -> MistakeRun:
        """What was learned from examples with these signs."""

    def _alpha(self, run: MistakeRun) -> Vector:
        """The coefficients of the function that is kept of a run."""
        return run.alpha

    def _softened(self, gram: Gram) -> Gram:
        """The Gram on which mistakes are made."""
        return gram

    def _learn(self, sample: Sample) -> Fitted:
        kernel = self._kernel(sample)
        gram = self._gram(kernel, sample.inputs)
        softened = self._softened(gram)
        step = squared_radius(softened) if self.fit_intercept else 0.0
        signs = class_signs(sample.targets, len(self.classes_))
        with self._watch() as watch:
            runs = tuple(
                self._run(PerceptronProblem(softened, column, step), self._limits(watch.progress, part, signs.shape[1]))
                for part, column in enumerate(signs.T)
            )
        if self._remedies:
            report(type(self).__name__, runs, self._remedies)
        return self._fitted(kernel, gram, sample, runs)

    def _fitted(self, kernel: Kernel[Any], gram: Gram, sample: Sample, runs: tuple[MistakeRun, ...]) -> Fitted:
        alpha = np.column_stack([self._alpha(run) for run in runs])
        offsets = runs[0].offset_step * alpha.sum(axis=0)
        attributes = {
            **account(sample, runs),
            "offset_step_": runs[0].offset_step,
            "radius_": float(np.sqrt(squared_radius(gram))),
            "margins_": _margins(gram, alpha, offsets, runs),
            **_expansion_attributes(sample, alpha, offsets),
        }
        return Fitted(self._predictor(kernel, sample.inputs, alpha, offsets, runs), runs, attributes)

    def _predictor(
        self, kernel: Kernel[Any], inputs: Inputs, alpha: Matrix, offsets: Vector, runs: Sequence[MistakeRun]
    ) -> Predictor:
        """The function that predicts."""
        support = np.flatnonzero(alpha.any(axis=1))
        return Expansion(kernel, inputs.take(support), alpha[support], offsets, self.n_jobs)

    def _gram(self, kernel: Kernel[Any], inputs: Inputs) -> Gram:
        """Rows once computed are kept as far as the cache goes; if all of them fit, vectors and functions are compared
        at once."""
        budget = int(self.cache_size * MEGABYTE)
        if isinstance(kernel, FunctionKernel) and 8 * len(inputs) ** 2 <= budget:
            return DenseGram(kernel.matrix(inputs, inputs))
        lazy = LazyGram(kernel, inputs, self.n_jobs)
        if isinstance(inputs, Vectors) and lazy.dtype.itemsize * len(inputs) ** 2 <= budget:
            return DenseGram(lazy.dense(budget))  # all at once in less time than a third of them singly
        return CachedGram(lazy, budget) if len(inputs) * lazy.dtype.itemsize <= budget else lazy

    @property
    def coef_(self) -> Any:
        """Weights of the columns, for a linear kernel only, one row for each function."""
        if not self._kernel_choice().linear:
            raise AttributeError("coef_ is only available when using a linear kernel")
        function = getattr(self, "predictor_", None)
        if not isinstance(function, Expansion) or not isinstance(function.centers, Vectors):
            raise AttributeError("coef_ is only available after fit, for a machine that keeps one function")
        weights = function.coefficients.T @ function.centers.array
        return weights.toarray() if sp.issparse(weights) else np.asarray(weights)


def _expansion_attributes(sample: Sample, alpha: Matrix, offsets: Vector) -> dict[str, Any]:
    support = np.flatnonzero(alpha.any(axis=1))
    return {"support_": sample.positions[support], "dual_coef_": alpha[support].T, "intercept_": offsets}


def _margins(gram: Gram, alpha: Matrix, offsets: Vector, runs: Sequence[MistakeRun]) -> list[Margins]:
    """The margins of the examples under each function, on the kernel itself."""
    outputs, diagonal = _outputs(gram, alpha), gram.diagonal()
    return [
        Margins.of_outputs(outputs[:, c], diagonal, alpha[:, c], run.signs, float(offsets[c]))
        for c, run in enumerate(runs)
    ]


def _outputs(gram: Gram, alpha: Matrix, stripe: int = 256) -> Matrix:
    """K α from the rows of the support alone, which are mostly in the cache."""
    support = np.flatnonzero(alpha.any(axis=1))
    out = np.zeros(alpha.shape)
    for start in range(0, len(support), stripe):
        chosen = support[start : start + stripe]
        out += gram.rows(chosen).T @ alpha[chosen]
    return out
