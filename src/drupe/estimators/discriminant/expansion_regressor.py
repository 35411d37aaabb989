"""What regressions by programs over kernel expansions share: their program, and what a fit leaves behind."""

import warnings
from abc import abstractmethod
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from sklearn.exceptions import ConvergenceWarning

from drupe.estimators.base import Regressor
from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.discriminant.fisher_machine import STRENGTH
from drupe.estimators.fitted import Fitted
from drupe.estimators.kernel_parameters import KernelFirst
from drupe.estimators.regularized.linear_or_expansion import linear_or_expansion
from drupe.estimators.run_parameters import RunParameters
from drupe.estimators.sample import Sample
from drupe.estimators.size_limits import require_kernel_values, require_targets
from drupe.estimators.watch import Watch
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.budget import MEGABYTE
from drupe.foundation.callers import stacklevel_outside
from drupe.foundation.shapes import Outputs, Reals, Wholes
from drupe.grams.lazy import LazyGram
from drupe.kernels.base import Kernel
from drupe.losses.base import Loss
from drupe.losses.squared import Squared
from drupe.predictors.predictor import Predictor
from drupe.solvers.expansions.penalties import FunctionNorm, Penalty
from drupe.solvers.expansions.program import ExpansionProgram, ExpansionSolution
from drupe.solvers.solution import Stop


@declared
class ExpansionRegressor(RunParameters, Regressor, KernelFirst):
    """min Σᵢ wᵢ ℓ(f(xᵢ) + b, yᵢ) + alpha P(f), f = Σⱼ aⱼ k(xⱼ, ·): what discriminants do with real targets.

    A machine says what ℓ and P are, `_loss` and `_penalty`, and solves the program, `_solved`.

    Parameters
    ----------
    alpha
        What the penalty is multiplied by: the larger, the smoother.
    cache_size
        Memory that the kernel matrix may take, in MB.

    Attributes
    ----------
    dual_coef_
        a of the examples that have a coefficient, one row.
    support_
        Their positions.
    intercept_
        b, one number.
    objective_
        The value reached.
    solution_, n_iter_
        What the solver found, and its steps.
    """

    alpha: float = parameter(STRENGTH, default=1.0)
    cache_size: float = 4096

    predictor_: Annotated[Predictor, Outputs("functions")] = learned()
    solution_: ExpansionSolution = learned()
    dual_coef_: Annotated[Matrix, Reals("functions", "support")] = learned()
    intercept_: Annotated[Vector, Reals("functions")] = learned()
    objective_: float = learned()
    support_: Annotated[npt.NDArray[np.int32], Wholes("support", below="examples", once=True)] = learned()
    n_iter_: int = learned()

    def predict(self, X: Any) -> Vector:
        """f(x) + b for each example."""
        return self._outputs(X)[:, 0]

    @abstractmethod
    def _solved(self, program: ExpansionProgram, watch: Watch) -> ExpansionSolution:
        """The solution; a solver that is stopped by Ctrl-C returns what it has if `watch.keeping`."""

    def _loss(self) -> Loss:
        """ℓ."""
        return Squared(weight=0.5)

    def _penalty(self) -> Penalty:
        """P."""
        return FunctionNorm()

    @property
    def _budget(self) -> int:
        """Bytes that the kernel matrix may take."""
        return int(self.cache_size * MEGABYTE)

    def _program(self, sample: Sample, kernel: Kernel[Any]) -> ExpansionProgram:
        """The program of examples in float64."""
        gram = LazyGram(kernel, sample.inputs, self.n_jobs)
        require_kernel_values(gram, kernel)
        targets = np.asarray(sample.targets)[:, None]
        require_targets(targets)
        return ExpansionProgram(gram, targets, sample.weights, float(self.alpha), self._loss(), self._penalty())

    def _learn(self, sample: Sample) -> Fitted:
        sample = sample.in_double()
        kernel = self._kernel(sample)
        program = self._program(sample, kernel)
        with self._watch() as watch:
            solution = self._solved(program, watch)
            watch.end(solution.stop is not Stop.INTERRUPTED)
        self._report(solution)
        kept = np.flatnonzero((solution.coefficients != 0.0).any(axis=1))
        coefficients = solution.coefficients[kept]
        attributes = {
            "dual_coef_": np.ascontiguousarray(coefficients.T),
            "intercept_": solution.offset,
            "objective_": float(solution.objective.sum()),
            "support_": sample.positions[kept].astype(np.int32),
            "n_iter_": solution.iterations,
        }
        predictor = linear_or_expansion(kernel, sample.inputs.take(kept), coefficients, solution.offset, self.n_jobs)
        return Fitted(predictor, solution, attributes)

    def _report(self, solution: ExpansionSolution) -> None:
        if not solution.converged:
            warnings.warn(
                f"{type(self).__name__} {solution.stop.value} after {solution.iterations} steps; the objective is at "
                f"most {solution.gap.sum():.2e} above the least one. Choose a larger alpha, or allow more steps.",
                ConvergenceWarning,
                stacklevel=stacklevel_outside(),
            )
