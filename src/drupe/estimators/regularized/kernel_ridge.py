"""Kernel ridge regression: least squares in feature space, scikit-learn's KernelRidge."""

import warnings
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from sklearn.exceptions import ConvergenceWarning

from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.fitted import Fitted
from drupe.estimators.many_targets import ManyTargets, as_columns
from drupe.estimators.ranges import NOTHING, POSITIVE, TRUTH, Either, Instance, OneOf
from drupe.estimators.regularized.leave_one_out import LeaveOneOut
from drupe.estimators.regularized.linear_or_expansion import linear_or_expansion
from drupe.estimators.regularized.pairwise_choice import PAIRWISE_GAMMA, PAIRWISE_KERNEL, PairwiseChoice
from drupe.estimators.regularized.ridge_solver import METHODS, RidgeSolver
from drupe.estimators.regularized.strengths import Strengths, strength_of_each
from drupe.estimators.run_parameters import RunParameters
from drupe.estimators.sample import Sample
from drupe.estimators.size_limits import require_kernel_values
from drupe.estimators.warnings import FitWarning
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.budget import MEGABYTE
from drupe.foundation.callers import stacklevel_outside
from drupe.foundation.errors import ParameterError
from drupe.foundation.parameters import Interval
from drupe.foundation.shapes import OneOrMany, Sometimes, Wholes
from drupe.grams.base import Gram
from drupe.grams.lazy import LazyGram
from drupe.grams.linear import LinearGram
from drupe.inputs.occupied import too_wide
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.kernels.linear import Linear
from drupe.predictors.linear import LinearFunction
from drupe.predictors.predictor import Predictor
from drupe.solvers.ridge_problem import Method, RidgeProblem, RidgeSolution
from drupe.solvers.solution import Stop


@declared
class KernelRidge(RunParameters, ManyTargets):
    """min Σᵢ wᵢ (yᵢ − f(xᵢ) − b)² + alpha ‖f‖², f = Σᵢ αᵢ k(xᵢ, ·) with α = (K + alpha W⁻¹)⁻¹ (y − b).

    Takes the place of `sklearn.kernel_ridge.KernelRidge`; `kernel` also takes any kernel of drupe, for strings too. It
    is the mean of a Gaussian process with the noise variance alpha, support vector regression with squared residuals
    and no tube at C = 1/alpha, and with the linear kernel ridge regression, which is then solved in the columns if they
    are fewer than the examples. A kernel matrix that is too large is never formed: conjugate gradients do without.

    Parameters
    ----------
    alpha
        Strength of the regularization, zero or more; an array for one for each target.
    kernel
        A word of scikit-learn's `pairwise_kernels`, a function of two rows, or a kernel of drupe.
    gamma
        Factor in "rbf", "poly", "sigmoid", "laplacian" and "chi2": a number, None for 1/d (1 for "chi2"), "scale" or
        "auto" as in SVC.
    degree
        Degree of "poly".
    coef0
        Constant in "poly" and "sigmoid".
    kernel_params
        Further arguments of a function.
    fit_intercept
        Whether there is an offset b, which is not penalized.
    method
        "cholesky" (O(n³) time, one matrix of n² numbers), "primal" (linear kernel only: O(nd²)), "conjugate_gradients"
        (O(n²d) for each step, memory for the data only), or "auto" for what suits the size and `cache_size`.
    leave_one_out
        Whether to say what each example would be missed by if it were left out, which doubles the time.
    tol
        Residual of the linear system, relative to y, at which conjugate gradients end.
    max_iter
        Their steps at most, None for 2n.
    cache_size
        Memory that the kernel matrix may take, in MB.
    on_interrupt
        Whether Ctrl-C raises, "raise", or keeps the best so far of conjugate gradients, "keep".

    Attributes
    ----------
    dual_coef_
        α, in the shape of y.
    intercept_
        b, a number or one for each target.
    coef_
        Weights of the columns, for the linear kernel.
    X_fit_
        The training examples of positive weight, for other kernels on vectors.
    leave_one_out_
        Residuals and predictions of examples left out, if asked for.
    progressive_outputs_
        With them, by a factorization of the kernel matrix: at each example the prediction of the machine of those
        before it, in the shape of y and the order of the sample; NaN at the first with an offset, else 0.
    support_
        Positions of the examples of positive weight.
    solution_, n_iter_
        How it was found, and the steps of conjugate gradients.

    Notes
    -----
    [Mukherjee04]_ writes nλ for alpha, as do all works that divide the sum of squares by n.

    Examples
    --------
    >>> from drupe.kernels import Gaussian
    >>> machine = KernelRidge(0.1, kernel=Gaussian(0.5**0.5)).fit([[0.0], [1.0], [2.0]], [0.0, 1.0, 0.5])
    >>> machine.dual_coef_.round(8).tolist(), machine.predict([[0.5]]).round(8).tolist()
    ([-0.32792322, 0.97383916, 0.13431884], [0.51719694])

    References
    ----------
    [Cristianini00]_, sections 2.2.2 and 6.2.2; [Mukherjee04]_, section 5.1.
    """

    alpha: Any = parameter(Strengths(), default=1.0, kw_only=False)
    kernel: Any = parameter(PAIRWISE_KERNEL, default="linear")
    gamma: Any = parameter(PAIRWISE_GAMMA, default=None)
    degree: int = parameter(Interval(0, whole=True), default=3)
    coef0: float = parameter(Interval(closed_low=False), default=1.0)
    kernel_params: dict[str, Any] | None = parameter(Either(NOTHING, Instance(dict)), default=None)
    fit_intercept: bool = parameter(TRUTH, default=False)
    method: str = parameter(OneOf("auto", *METHODS), default="auto")
    leave_one_out: bool = parameter(TRUTH, default=False)
    tol: float = parameter(POSITIVE, default=1e-8)
    max_iter: int | None = parameter(Either(NOTHING, Interval(1, whole=True)), default=None)
    cache_size: float = 4096

    solution_: RidgeSolution = learned()
    intercept_: float | Vector = learned()
    support_: Annotated[npt.NDArray[np.int32], Wholes("support", below="examples")] = learned()
    n_iter_: int = learned()
    leave_one_out_: Annotated[LeaveOneOut, Sometimes()] = learned()
    progressive_outputs_: Annotated[Matrix, OneOrMany("support", "targets"), Sometimes()] = learned()

    def predict(self, X: Any) -> Matrix:
        """f(x) for each example; one column for each target if y had columns."""
        return self._shaped(self._outputs(X))

    @property
    def coef_(self) -> Matrix:
        """Weights of the columns, one row for each target if y had columns; for the linear kernel only."""
        function = getattr(self, "predictor_", None)
        if not isinstance(function, LinearFunction):
            raise AttributeError("coef_ is only available after fit, and when using a linear kernel")
        weights = np.ascontiguousarray(function.weights.T)
        return weights[0] if self.dual_coef_.ndim == 1 else weights

    @property
    def X_fit_(self) -> Any:
        """The training examples of positive weight, in the order of `dual_coef_`."""
        centers = getattr(getattr(self, "predictor_", None), "centers", None)
        if not isinstance(centers, Vectors):
            raise AttributeError(
                "X_fit_ is only available after fit, and for kernels on vectors other than the linear one, of which "
                "the weights coef_ are all that is kept"
            )
        return centers.array

    def _kernel_choice(self) -> PairwiseChoice:
        return PairwiseChoice(self.kernel, self.degree, self.gamma, self.coef0, self.kernel_params)

    def _learn(self, sample: Sample) -> Fitted:
        sample = sample.in_double()
        problem, kernel = self._problem(sample)
        with self._watch() as watch:
            solution = self._solver().solve(problem, watch)
            watch.end(solution.stop is not Stop.INTERRUPTED)
        self._report(solution, kernel)
        predictor: Predictor
        if solution.primal is not None:
            predictor = LinearFunction(solution.primal, solution.offset, Vectors.of(sample.inputs))
        else:
            predictor = linear_or_expansion(kernel, sample.inputs, solution.coefficients, solution.offset, self.n_jobs)
        return Fitted(predictor, solution, self._attributes(sample, solution))

    def _problem(self, sample: Sample) -> tuple[RidgeProblem, Kernel[Any]]:
        """What is solved, and the kernel."""
        kernel = self._kernel(sample)
        return self._posed(kernel, sample, self._strength), kernel

    @property
    def _strength(self) -> Any:
        """One number for all targets, or one for each."""
        return self.alpha

    def _posed(self, kernel: Kernel[Any], sample: Sample, strength: Any) -> RidgeProblem:
        """The problem with this kernel and strength."""
        columns = isinstance(kernel, Linear) and isinstance(sample.inputs, Vectors)
        if self.method == "primal" and not columns:
            raise ParameterError(f"method='primal' works in the columns of a linear kernel, got {kernel!r}.")
        if columns and (self.method == "primal" or not too_wide(Vectors.of(sample.inputs))):
            gram: Gram = LinearGram(Vectors.of(sample.inputs))
        else:
            gram = LazyGram(kernel, sample.inputs, self.n_jobs)
        require_kernel_values(gram, kernel)
        targets = as_columns(sample.targets)
        strengths = strength_of_each(strength, targets.shape[1])
        return RidgeProblem(gram, targets, strengths, sample.weights, bool(self.fit_intercept))

    def _solver(self) -> RidgeSolver:
        return RidgeSolver(
            METHODS.get(self.method),
            int(self.cache_size * MEGABYTE),
            bool(self.leave_one_out),
            float(self.tol),
            self.max_iter,
        )

    def _attributes(self, sample: Sample, solution: RidgeSolution) -> dict[str, Any]:
        flat = sample.targets.ndim == 1
        found: dict[str, Any] = {
            "dual_coef_": solution.coefficients[:, 0] if flat else solution.coefficients,
            "intercept_": float(solution.offset[0]) if flat else solution.offset,
            "support_": sample.positions.astype(np.int32),
            "n_iter_": solution.iterations,
        }
        for name in ("leave_one_out_", "progressive_outputs_"):
            self.__dict__.pop(name, None)
        if solution.leave_one_out is not None:
            residuals = solution.leave_one_out[:, 0] if flat else solution.leave_one_out
            found["leave_one_out_"] = LeaveOneOut(sample.targets, residuals)
        if solution.progressive is not None:
            found["progressive_outputs_"] = solution.progressive[:, 0] if flat else solution.progressive
        return found

    def _report(self, solution: RidgeSolution, kernel: Kernel[Any]) -> None:
        if not solution.converged:
            warnings.warn(
                f"{type(self).__name__} {solution.stop.value} after {solution.iterations} steps of conjugate gradients"
                f"; the residual is {solution.residual:.1e} of y where tol = {self.tol:g}. Allow more max_iter, a "
                "larger alpha, or a larger cache_size for a factorization.",
                ConvergenceWarning,
                stacklevel=stacklevel_outside(),
            )
        # Σα = 0 is all that a kernel of order one needs.
        conditional = kernel.definiteness.order in (0, 1) and self.fit_intercept
        if solution.method is Method.SYMMETRIC and not conditional:
            warnings.warn(
                "the kernel matrix plus alpha has negative eigenvalues: what was found is no minimum, only a place "
                "where the slope is zero. Choose a larger alpha, or a positive kernel.",
                FitWarning,
                stacklevel=stacklevel_outside(),
            )
