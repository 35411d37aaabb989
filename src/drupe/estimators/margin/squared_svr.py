"""Support vector regression whose residuals outside the tube are squared."""

from typing import Any, ClassVar

import numpy as np

from drupe.estimators.margin.support_vector_machine import SOLVER_RANGES
from drupe.estimators.margin.tube_regressor import TubeRegressor
from drupe.estimators.ranges import POSITIVE
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Vector
from drupe.foundation.parameters import Interval
from drupe.grams.base import Gram
from drupe.losses.insensitive import SquaredEpsilonInsensitive
from drupe.solvers.balance import Balanced, Free
from drupe.solvers.builders.squared_eps_svr import squared_eps_svr
from drupe.solvers.native import recomputed_outputs
from drupe.solvers.objectives import Objectives, with_gap
from drupe.solvers.problem import BoxProblem
from drupe.solvers.solution import Solution


class SquaredSVR(TubeRegressor):
    """min ½‖w‖² + (C/2) Σᵢ max(0, |yᵢ − f(xᵢ)| − ε)².

    With ε = 0 it is ridge regression in feature space, λ = 1/C, with an unpenalized offset; the tube makes it sparse.
    scikit-learn's LinearSVR with the squared loss has no ½ before its C: it is this machine at 2C.

    Parameters
    ----------
    C
        What half a squared unit of residual outside the tube costs.
    epsilon
        Half the width of the tube inside which residuals cost nothing, in units of y.
    kernel, degree, gamma, coef0
        As in scikit-learn's SVC; `kernel` also takes any Kernel.
    fit_intercept
        Whether there is an offset b; without one the hyperplane passes through the origin.
    tol
        Largest violation of the optimality conditions at which the solver may stop.
    cache_size
        Megabytes for kernel rows.
    verbose
        Whether to show a bar on the terminal.
    max_iter
        Limit of steps, −1 for ten million, or a hundred for each example if that is more.
    max_time
        Limit of seconds, None for none.
    n_jobs
        Threads, None for OpenMP's number.
    on_interrupt
        "raise", or "keep" for the best machine so far.
    precision
        Of kernel values: "auto", "single" or "double".
    start
        Where to begin: a machine fitted on as many examples, or coefficients for each example.

    Attributes
    ----------
    objectives_
        Primal and dual objective.
    predictor_
        The fitted function.
    solution_
        What the solver found.

    Examples
    --------
    >>> machine = SquaredSVR(C=10.0, epsilon=0.1, kernel="linear").fit([[0], [1], [2], [3]], [0, 1, 1.5, 3])
    >>> machine.coef_.round(6).tolist(), machine.intercept_.round(6).tolist()
    ([[0.95098]], [-0.101471])

    References
    ----------
    [Cristianini00]_, proposition 6.20.
    """

    _ranges: ClassVar[Any] = {**SOLVER_RANGES, "C": POSITIVE, "epsilon": Interval(0.0)}

    objectives_: Objectives

    def __init__(
        self,
        C: float = 1.0,
        epsilon: float = 0.1,
        *,
        kernel: Any = "rbf",
        degree: int = 3,
        gamma: Any = "scale",
        coef0: float = 0.0,
        fit_intercept: bool = True,
        tol: float = 1e-3,
        cache_size: float = 200,
        verbose: bool = False,
        max_iter: int = -1,
        max_time: float | None = None,
        n_jobs: int | None = None,
        on_interrupt: str = "raise",
        precision: str = "auto",
        start: Any = None,
    ):
        self.C = C
        self.epsilon = epsilon
        self.kernel = kernel
        self.degree = degree
        self.gamma = gamma
        self.coef0 = coef0
        self.fit_intercept = fit_intercept
        self.tol = tol
        self.cache_size = cache_size
        self.verbose = verbose
        self.max_iter = max_iter
        self.max_time = max_time
        self.n_jobs = n_jobs
        self.on_interrupt = on_interrupt
        self.precision = precision
        self.start = start

    def _problem(self, gram: Gram, sample: Sample, start: Vector | None) -> BoxProblem:
        balance = Balanced() if self.fit_intercept else Free()
        return squared_eps_svr(gram, sample.targets, self.epsilon, self.C * sample.weights, start, balance)

    def _offset(self, solution: Solution) -> float:
        return solution.offset

    def _assessed(self, solution: Solution, gram: Gram, sample: Sample) -> tuple[Solution, dict[str, Any]]:
        objectives = self._objectives(solution, gram, sample)
        return with_gap(solution, objectives), {"objectives_": objectives}

    def _objectives(self, solution: Solution, gram: Gram, sample: Sample) -> Objectives:
        """Primal and dual from kernel values computed anew."""
        coefficients, offset = self._expansion(solution)
        costs = self.C * sample.weights
        outputs = recomputed_outputs(gram, coefficients)
        loss = SquaredEpsilonInsensitive(float(self.epsilon)).value(outputs + offset, sample.targets)
        half = 0.5 * float(coefficients @ outputs)
        gained = sample.targets @ coefficients - self.epsilon * np.abs(coefficients).sum()
        return Objectives(
            primal=half + 0.5 * float(costs @ loss),
            dual=float(gained - 0.5 * coefficients**2 @ (1.0 / costs)) - half,
        )
