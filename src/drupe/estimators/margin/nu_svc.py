"""The support vector classifier with a share of margin errors, scikit-learn's NuSVC."""

from collections.abc import Callable
from copy import copy
from itertools import combinations
from typing import Any, ClassVar

import numpy as np

from drupe.estimators.margin.pair_rules import PairRule
from drupe.estimators.margin.pairwise_classifier import PAIRWISE_RANGES, PairwiseClassifier
from drupe.estimators.margin.support_vector_machine import SHARE
from drupe.estimators.ranges import Range
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Vector
from drupe.foundation.errors import ConvergenceError
from drupe.grams.base import Gram
from drupe.kernels.base import Kernel
from drupe.solvers.builders.nu_svc import largest_nu, nu_svc, nu_svc_without_offset
from drupe.solvers.margin_units import solve_in_margin_units
from drupe.solvers.one_vs_one import Build, PairSolution
from drupe.solvers.options import Options
from drupe.solvers.problem import BoxProblem
from drupe.solvers.solution import Solution, Stop

NOISE = 10.0
"""Units of the violation up to which ρ is taken for 0 where the violation can get no smaller."""


class NuSVC(PairwiseClassifier):
    """min ½‖w‖² − ν ρ Σᵢ wᵢ + Σᵢ wᵢ max(0, ρ − yᵢ f(xᵢ)): at most a share ν of margin errors.

    Takes the place of `sklearn.svm.NuSVC`. The fitted functions are divided by the margin ρ, as there, so that they are
    those of an SVC with C = 1/ρ. With sample weights one thing differs: a weight of 3 is the same as three copies also
    in `gamma="scale"`, which in scikit-learn looks at X alone; `gamma="unweighted_scale"` gives its answer.

    Parameters
    ----------
    nu
        Upper bound of the share of margin errors and lower bound of that of support vectors, in (0, 1]. It cannot
        exceed twice the share of the smaller of two classes.
    kernel
        "linear", "poly", "rbf", "sigmoid", "precomputed", a function f(X, Z) or a kernel of drupe.
    degree
        Degree of "poly".
    gamma
        Factor in "rbf", "poly" and "sigmoid": a number, "scale" for 1/(d · variance of X), "auto" for 1/d. With weights
        the variance is that of the weighted examples; "unweighted_scale" takes X as it came, as scikit-learn does.
    coef0
        Constant in "poly" and "sigmoid".
    shrinking
        Has no effect: the solver sets examples aside as it sees fit.
    probability
        Whether to learn probabilities too; the fit then takes about five times as long.
    tol
        Largest violation of the optimality conditions at which the solver may stop, before and after the division by ρ.
    cache_size
        Memory for kernel rows in MB.
    class_weight
        Has no effect on the fit, as in scikit-learn: the coefficients of both classes have the same sum anyway. Use
        `SVC` to weight classes.
    verbose
        Whether to show a bar that fills.
    max_iter
        Limit of the solver's steps for each pair of classes; −1 for ten million, or 100 n if that is more.
    decision_function_shape
        Whether `decision_function` has a column for each class, "ovr", or for each pair, "ovo".
    break_ties
        Whether the margins decide between classes with equally many votes, instead of their order.
    random_state
        Has no effect: nothing here is random.
    fit_intercept
        Whether f has an offset; without one there is no equality constraint.
    n_jobs
        Threads; None leaves the number to OpenMP, −1 takes all processors.
    max_time
        Limit of the solver's time in seconds, for all pairs of classes together.
    on_interrupt
        Whether Ctrl-C raises, "raise", or keeps the best machine so far, "keep".
    precision
        In which precision kernel rows are held: "auto", "single" or "double".
    start
        Where to begin: a machine fitted on as many examples, or coefficients for each example.

    Attributes
    ----------
    classes_, class_weight_, support_, support_vectors_, n_support_, dual_coef_, intercept_, coef_, fit_status_,
    n_iter_, shape_fit_, n_features_in_, feature_names_in_, probA_, probB_
        As in scikit-learn.
    predictor_
        The functions of all pairs.
    solution_
        One `PairSolution` for each pair of classes.
    solver_info_
        Gap, violation, steps, seconds and why the solver stopped.

    Notes
    -----
    A weight of 3 is the same as three copies of an example, and one below zero leaves it out. Without an offset, only
    the sum of all coefficients is fixed, not that of each class. Probabilities, and what small problems get, are as in
    `SVC`. Where ρ is hardly above the violation that was reached, there is no margin to divide by: the fit is refused.

    Examples
    --------
    >>> machine = NuSVC(nu=0.4, kernel="linear").fit([[0.0], [1.0], [3.0], [4.0]], [0, 0, 1, 1])
    >>> machine.decision_function([[1.0], [3.0]]).round(6).tolist()
    [-1.0, 1.0]

    References
    ----------
    [Herbrich02]_, section 2.4.3; [Cristianini00]_, remark 6.13; [Scholkopf02]_, section 7.5; [Chang11]_, section 2.2.
    """

    _ranges: ClassVar[dict[str, Range]] = {**PAIRWISE_RANGES, "nu": SHARE}

    def __init__(
        self,
        *,
        nu: float = 0.5,
        kernel: str | Kernel[Any] | Callable[[Any, Any], Any] = "rbf",
        degree: int = 3,
        gamma: str | float = "scale",
        coef0: float = 0.0,
        shrinking: bool = True,
        probability: bool | str = False,
        tol: float = 1e-3,
        cache_size: float = 200,
        class_weight: dict[Any, float] | str | None = None,
        verbose: bool | int = False,
        max_iter: int = -1,
        decision_function_shape: str = "ovr",
        break_ties: bool = False,
        random_state: Any = None,
        fit_intercept: bool = True,
        n_jobs: int | None = None,
        max_time: float | None = None,
        on_interrupt: str = "raise",
        precision: str = "auto",
        start: Any = None,
    ):
        self.nu = nu
        self.kernel = kernel
        self.degree = degree
        self.gamma = gamma
        self.coef0 = coef0
        self.shrinking = shrinking
        self.probability = probability
        self.tol = tol
        self.cache_size = cache_size
        self.class_weight = class_weight
        self.verbose = verbose
        self.max_iter = max_iter
        self.decision_function_shape = decision_function_shape
        self.break_ties = break_ties
        self.random_state = random_state
        self.fit_intercept = fit_intercept
        self.n_jobs = n_jobs
        self.max_time = max_time
        self.on_interrupt = on_interrupt
        self.precision = precision
        self.start = start

    def _costs(self, weights: Vector, factors: Vector) -> Vector:
        """The weights alone: both classes have the same sum of coefficients, whatever their factors."""
        return weights

    def _build(self) -> Build:
        build = nu_svc if self.fit_intercept else nu_svc_without_offset
        return lambda gram, signs, costs, start=None: build(gram, signs, costs, self.nu, start)

    def _fold_pairs(self, gram: Gram, sample: Sample, costs: Vector, options: Options) -> tuple[PairSolution, ...]:
        """With the nearest ν that the part allows: its classes need not have quite the shares of the whole."""
        part = copy(self)
        for first, second in combinations(range(len(self.classes_)), 2):
            both = (sample.targets == first) | (sample.targets == second)
            signs = np.where(sample.targets[both] == first, 1.0, -1.0)
            part.nu = min(part.nu, largest_nu(signs, costs[both]))
        return part._pairs(gram, sample, costs, options)

    def _solve(self, problem: BoxProblem, options: Options) -> Solution:
        return solve_in_margin_units(problem, options)

    def _rule(self, pair: PairSolution) -> PairRule:
        """The function divided by ρ, which is where its examples inside the box lie."""
        solution = pair.solution
        rho = abs(solution.spread if self.fit_intercept else solution.offset)
        rounding = np.finfo(float).eps * max(1.0, float(np.abs(solution.outputs).max()))
        if rho <= (NOISE * solution.violation if solution.stop is Stop.STALLED else rounding):
            both = " and ".join(str(self.classes_[code]) for code in (pair.first, pair.second))
            raise ConvergenceError(
                f"NuSVC found no margin between the classes {both} at nu = {self.nu:g}: they overlap too much; "
                "choose a larger nu or another kernel."
            )
        offset = solution.offset / rho if self.fit_intercept else 0.0
        return PairRule(pair.first, pair.second, pair.examples, pair.signs * solution.alpha / rho, offset)
