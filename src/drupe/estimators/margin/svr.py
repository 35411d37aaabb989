"""Support vector regression with a tube of given width, scikit-learn's SVR."""

from collections.abc import Callable
from typing import Any, ClassVar

from drupe.estimators.margin.support_vector_machine import COST, SOLVER_RANGES
from drupe.estimators.margin.tube_regressor import TubeRegressor
from drupe.estimators.ranges import Range
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Vector
from drupe.foundation.parameters import Interval
from drupe.grams.base import Gram
from drupe.kernels.base import Kernel
from drupe.solvers.balance import Balanced, Free
from drupe.solvers.builders.eps_svr import eps_svr
from drupe.solvers.problem import BoxProblem
from drupe.solvers.solution import Solution


class SVR(TubeRegressor):
    """min ½‖w‖² + C Σᵢ wᵢ max(0, |yᵢ − f(xᵢ)| − ε): residuals inside a tube cost nothing.

    Takes the place of `sklearn.svm.SVR`; `kernel` also takes any kernel of drupe. With sample weights one thing
    differs: a weight of 3 is the same as three copies also in `gamma="scale"`, which in scikit-learn looks at X alone;
    `gamma="unweighted_scale"` gives its answer.

    Parameters
    ----------
    kernel
        "linear", "poly", "rbf", "sigmoid", "precomputed", a function f(X, Z) or a kernel of drupe.
    degree
        Degree of "poly".
    gamma
        Factor in "rbf", "poly" and "sigmoid": a number, "scale" for 1/(d · variance of X), "auto" for 1/d. With weights
        the variance is that of the weighted examples; "unweighted_scale" takes X as it came, as scikit-learn does.
    coef0
        Constant in "poly" and "sigmoid".
    tol
        Largest violation of the optimality conditions at which the solver may stop.
    C
        Price of residuals outside the tube.
    epsilon
        Half the width of the tube inside which residuals cost nothing, in units of y.
    shrinking
        Has no effect: the solver sets examples aside as it sees fit.
    cache_size
        Memory for kernel rows in MB.
    verbose
        Whether to show a bar that fills.
    max_iter
        Limit of the solver's steps; −1 for ten million, or a hundred for each example if that is more.
    fit_intercept
        Whether f has an offset; without one there is no equality constraint.
    n_jobs
        Threads; None leaves the number to OpenMP, −1 takes all processors.
    max_time
        Limit of the solver's time in seconds.
    on_interrupt
        Whether Ctrl-C raises, "raise", or keeps the best machine so far, "keep".
    precision
        In which precision kernel rows are held: "auto", "single" or "double".
    start
        Where to begin: a machine fitted on as many examples, or coefficients for each example.

    Attributes
    ----------
    support_, support_vectors_, n_support_, dual_coef_, intercept_, coef_, fit_status_, n_iter_, shape_fit_,
    n_features_in_, feature_names_in_
        As in scikit-learn.
    predictor_
        The fitted function.
    solution_
        What the solver found.
    solver_info_
        Gap, violation, steps, seconds and why the solver stopped.

    Notes
    -----
    A weight of 3 is the same as three copies of an example, and one below zero leaves it out. Problems of up to 500
    examples are solved far beyond `tol`, so that the order of rows does not matter.

    Examples
    --------
    >>> machine = SVR(kernel="linear", C=100.0, epsilon=0.5).fit([[0.0], [1.0], [2.0]], [0.0, 1.0, 2.0])
    >>> machine.coef_.round(6).tolist(), machine.predict([[1.0]]).round(6).tolist()
    ([[0.5]], [1.0])

    References
    ----------
    [Cristianini00]_, section 6.2.2; [Herbrich02]_, section 2.4.3; [Scholkopf02]_, section 9.2; [Chang11]_, section 2.4.
    """

    _ranges: ClassVar[dict[str, Range]] = {**SOLVER_RANGES, "C": COST, "epsilon": Interval(0.0)}

    def __init__(
        self,
        *,
        kernel: str | Kernel[Any] | Callable[[Any, Any], Any] = "rbf",
        degree: int = 3,
        gamma: str | float = "scale",
        coef0: float = 0.0,
        tol: float = 1e-3,
        C: float = 1.0,
        epsilon: float = 0.1,
        shrinking: bool = True,
        cache_size: float = 200,
        verbose: bool | int = False,
        max_iter: int = -1,
        fit_intercept: bool = True,
        n_jobs: int | None = None,
        max_time: float | None = None,
        on_interrupt: str = "raise",
        precision: str = "auto",
        start: Any = None,
    ):
        self.kernel = kernel
        self.degree = degree
        self.gamma = gamma
        self.coef0 = coef0
        self.tol = tol
        self.C = C
        self.epsilon = epsilon
        self.shrinking = shrinking
        self.cache_size = cache_size
        self.verbose = verbose
        self.max_iter = max_iter
        self.fit_intercept = fit_intercept
        self.n_jobs = n_jobs
        self.max_time = max_time
        self.on_interrupt = on_interrupt
        self.precision = precision
        self.start = start

    def _problem(self, gram: Gram, sample: Sample, start: Vector | None) -> BoxProblem:
        balance = Balanced() if self.fit_intercept else Free()
        return eps_svr(gram, sample.targets, self.epsilon, self.C * sample.weights, start, balance)

    def _offset(self, solution: Solution) -> float:
        return solution.offset
