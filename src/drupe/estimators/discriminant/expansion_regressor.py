"""What regressions by programs over kernel expansions share: their program, and what a fit leaves behind."""

from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from drupe.estimators.base import Regressor
from drupe.estimators.declaration import declared, learned
from drupe.estimators.discriminant.expansion_machine import ExpansionMachine
from drupe.estimators.fitted import Fitted
from drupe.estimators.regularized.linear_or_expansion import linear_or_expansion
from drupe.estimators.sample import Sample
from drupe.estimators.size_limits import require_targets
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.shapes import Outputs, Reals, Wholes
from drupe.kernels.base import Kernel
from drupe.predictors.predictor import Predictor
from drupe.solvers.expansions.program import ExpansionProgram, ExpansionSolution


@declared
class ExpansionRegressor(Regressor, ExpansionMachine):
    """min Σᵢ wᵢ ℓ(f(xᵢ) + b, yᵢ) + alpha P(f), f = Σⱼ aⱼ k(xⱼ, ·): what discriminants do with real targets.

    A machine says what ℓ and P are, `_loss` and `_penalty`, and solves the program, `_solved`.

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

    def _program(self, sample: Sample, kernel: Kernel[Any]) -> ExpansionProgram:
        """The program of examples in float64."""
        targets = np.asarray(sample.targets)[:, None]
        require_targets(targets)
        return self._stated(sample, kernel, targets)

    def _learn(self, sample: Sample) -> Fitted:
        sample = sample.in_double()
        kernel = self._kernel(sample)
        program = self._program(sample, kernel)
        solution = self._run(program)
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
