"""The one-class machine: where the examples are, scikit-learn's OneClassSVM."""

from collections.abc import Callable
from typing import Any, ClassVar, Self

import numpy as np
import numpy.typing as npt
from sklearn.base import OutlierMixin

from drupe.estimators.margin.single_problem import SingleProblemMachine
from drupe.estimators.margin.support_vector_machine import SHARE, SOLVER_RANGES
from drupe.estimators.ranges import Range
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Vector
from drupe.grams.base import Gram
from drupe.kernels.base import Kernel
from drupe.solvers.builders.one_class import one_class
from drupe.solvers.problem import BoxProblem
from drupe.solvers.solution import Solution

ROUNDING = 1e-9
"""Outputs below this fraction of the threshold cannot be told from zero."""


class OneClassSVM(OutlierMixin, SingleProblemMachine):  # type: ignore[misc]
    """min ½‖w‖² − ν ρ Σᵢ wᵢ + Σᵢ wᵢ max(0, ρ − f(xᵢ)): a half-space that leaves out at most a share ν of the examples.

    Takes the place of `sklearn.svm.OneClassSVM`; `kernel` also takes any kernel of drupe. With sample weights one thing
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
    nu
        Upper bound of the share of examples outside and lower bound of that of support vectors, in (0, 1].
    shrinking
        Has no effect: the solver sets examples aside as it sees fit.
    cache_size
        Memory for kernel rows in MB.
    verbose
        Whether to show a bar that fills.
    max_iter
        Limit of the solver's steps; −1 for ten million, or a hundred for each example if that is more.
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
    n_features_in_, feature_names_in_, offset_
        As in scikit-learn.
    predictor_
        The fitted function.
    solution_
        What the solver found.
    solver_info_
        Gap, violation, steps, seconds and why the solver stopped.

    Notes
    -----
    A weight of 3 is the same as three copies of an example, and one below zero leaves it out. There is no
    `fit_intercept`: the threshold is what the machine is about.

    Examples
    --------
    >>> machine = OneClassSVM(nu=0.5, gamma=0.1).fit([[0.0], [1.0], [2.0], [9.0]])
    >>> machine.predict([[1.0], [20.0]]).tolist()
    [1, -1]

    References
    ----------
    [Scholkopf02]_, section 8.3; [Chang11]_, section 2.3.
    """

    _ranges: ClassVar[dict[str, Range]] = {**SOLVER_RANGES, "nu": SHARE}

    def __init__(
        self,
        *,
        kernel: str | Kernel[Any] | Callable[[Any, Any], Any] = "rbf",
        degree: int = 3,
        gamma: str | float = "scale",
        coef0: float = 0.0,
        tol: float = 1e-3,
        nu: float = 0.5,
        shrinking: bool = True,
        cache_size: float = 200,
        verbose: bool | int = False,
        max_iter: int = -1,
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
        self.nu = nu
        self.shrinking = shrinking
        self.cache_size = cache_size
        self.verbose = verbose
        self.max_iter = max_iter
        self.n_jobs = n_jobs
        self.max_time = max_time
        self.on_interrupt = on_interrupt
        self.precision = precision
        self.start = start

    def fit(self, X: Any, y: Any = None, sample_weight: Any = None) -> Self:
        """Learn where the examples are; y is ignored, and a weight of 3 counts as three examples."""
        return self._fit(X, None, sample_weight)

    def _problem(self, gram: Gram, sample: Sample, start: Vector | None) -> BoxProblem:
        return one_class(gram, sample.weights, self.nu, start)

    def _expansion(self, solution: Solution) -> tuple[Vector, float]:
        return solution.alpha, solution.offset

    @property
    def offset_(self) -> Vector:
        """ρ, so that score_samples = decision_function + offset_."""
        return np.asarray(-self.intercept_)

    def decision_function(self, X: Any) -> Vector:
        """f(x) − ρ: positive inside, negative outside, and zero where it is zero up to rounding."""
        outputs = self._outputs(X)[:, 0]
        # Support vectors inside the box lie on the boundary itself; rounding must not decide on which side.
        return np.where(np.abs(outputs) <= ROUNDING * np.abs(self.offset_), 0.0, outputs)

    def score_samples(self, X: Any) -> Vector:
        """f(x), without the threshold."""
        return self.decision_function(X) + self.offset_

    def predict(self, X: Any) -> npt.NDArray[np.intp]:
        """+1 inside or on the boundary, −1 outside."""
        return np.where(self.decision_function(X) >= 0, 1, -1).astype(np.intp)
