"""What machines of any convex loss share: the kernel matrix, the penalty, and the solver that both call for."""

import warnings
from typing import Annotated

import numpy as np
import numpy.typing as npt
from sklearn.exceptions import ConvergenceWarning

from drupe.estimators.base import Machine
from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.fitted import Fitted
from drupe.estimators.kernel_parameters import KernelParameters
from drupe.estimators.ranges import NOTHING, POSITIVE, TRUTH, Either, Instance, OneOf
from drupe.estimators.regularized.linear_or_expansion import linear_or_expansion
from drupe.estimators.regularized.risk_solver import PENALTIES, RiskSolver
from drupe.estimators.run_parameters import RunParameters
from drupe.estimators.sample import Sample
from drupe.estimators.size_limits import require_kernel_values, require_targets
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.budget import MEGABYTE
from drupe.foundation.callers import stacklevel_outside
from drupe.foundation.parameters import Interval
from drupe.foundation.progress import share
from drupe.foundation.shapes import Counted, Outputs, Reals, Wholes
from drupe.grams.lazy import LazyGram
from drupe.losses.base import Loss, Smoothness
from drupe.predictors.predictor import Predictor
from drupe.solvers.regularized_risk import RiskSolution
from drupe.solvers.solution import Stop


@declared
class RegularizedMachine(RunParameters, Machine, KernelParameters):
    """min P(f) + (C/n) Σᵢ loss(f(xᵢ) + b, yᵢ) for each column of targets, f = Σⱼ aⱼ k(xⱼ, ·).

    Parameters
    ----------
    C
        Price of the mean loss; 1/λ of Tikhonov's form.
    penalty
        P: "function" for ‖f‖², "coefficients" for ‖a‖², "absolute" for ‖a‖₁, which makes most coefficients zero. In
        programs that write alpha times half a squared norm, or times ‖a‖₁, beside the sum of losses, alpha is 2n/C, or
        n/C.
    fit_intercept
        Whether there is an offset b, which is not penalized. Losses with kinks, and "absolute", need one.
    tol
        Relative violation of the optimality conditions at which Newton's method ends; losses with kinks are solved at
        least as exactly as `SVR` does.
    max_iter
        Newton steps at most.
    cache_size
        Memory that the kernel matrix may take, in MB.

    Attributes
    ----------
    dual_coef_, intercept_
        α and b, one row for each function.
    objective_
        The value reached, summed over the functions.
    support_
        Positions of the examples with a coefficient.
    solution_, n_iter_
        How each function was found, and the most steps that one took.
    """

    loss: Loss | None = parameter(Either(NOTHING, Instance(Loss)), default=None, kw_only=False)
    C: float = parameter(POSITIVE, default=100.0, before="kernel")
    penalty: str = parameter(OneOf(*PENALTIES), default="function")
    fit_intercept: bool = parameter(TRUTH, default=True)
    tol: float = parameter(POSITIVE, default=1e-8)
    max_iter: int = parameter(Interval(1, whole=True), default=200)
    cache_size: float = 4096

    predictor_: Annotated[Predictor, Outputs("functions")] = learned()
    solution_: Annotated[tuple[RiskSolution, ...], Counted("functions")] = learned()
    dual_coef_: Annotated[Matrix, Reals("functions", "support")] = learned()
    intercept_: Annotated[Vector, Reals("functions")] = learned()
    objective_: float = learned()
    support_: Annotated[npt.NDArray[np.int32], Wholes("support", below="examples")] = learned()
    n_iter_: int = learned()

    def _solved(self, sample: Sample, targets: Matrix, loss: Loss) -> Fitted:
        """One function for each column of targets, all with one kernel matrix."""
        sample = sample.in_double()
        kernel = self._kernel(sample)
        gram = LazyGram(kernel, sample.inputs, self.n_jobs)
        require_targets(targets)
        require_kernel_values(gram, kernel)
        K = np.asarray(gram.dense(int(self.cache_size * MEGABYTE)), dtype=np.float64)
        costs = self.C * sample.weights / sample.weights.sum()
        how = RiskSolver(PENALTIES[self.penalty], bool(self.fit_intercept), float(self.tol), int(self.max_iter))
        minimize = how.on(K, loss, costs, sample.weights)
        found: list[RiskSolution] = []
        with self._watch() as watch:
            for column in targets.T:
                told = share(watch.progress, len(found), targets.shape[1])
                found.append(minimize(column, told, watch.keeping))
                if found[-1].stop is Stop.INTERRUPTED and len(found) < targets.shape[1]:
                    raise KeyboardInterrupt
            watch.end(found[-1].stop is not Stop.INTERRUPTED)
        self._report(found, "Newton steps" if loss.smoothness is Smoothness.DIFFERENTIABLE else "steps")
        coefficients = np.column_stack([one.alpha for one in found])
        offset = np.array([one.offset for one in found])
        kept = np.flatnonzero(coefficients.any(axis=1)) if self.penalty == "absolute" else np.arange(len(sample))
        attributes = {
            "dual_coef_": np.ascontiguousarray(coefficients[kept].T),
            "intercept_": offset,
            "objective_": float(sum(one.objective for one in found)),
            "support_": sample.positions[kept].astype(np.int32),
            "n_iter_": max(1, max(one.iterations for one in found)),
        }
        centers = sample.inputs if len(kept) == len(sample) else sample.inputs.take(kept)
        predictor = linear_or_expansion(kernel, centers, coefficients[kept], offset, self.n_jobs)
        return Fitted(predictor, tuple(found), attributes)

    def _report(self, found: list[RiskSolution], steps: str) -> None:
        worst = max(found, key=lambda one: (not one.converged, one.violation))
        if not worst.converged:
            warnings.warn(
                f"{type(self).__name__} {worst.stop.value} after {worst.iterations} {steps}; the optimality "
                f"conditions are violated by {worst.violation:.1e} where tol = {self.tol:g}. Allow more max_iter, a "
                "larger tol, or a smaller C.",
                ConvergenceWarning,
                stacklevel=stacklevel_outside(),
            )
