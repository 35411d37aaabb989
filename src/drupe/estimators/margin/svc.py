"""The support vector classifier with a price on slack, scikit-learn's SVC."""

from collections.abc import Callable
from typing import Any, ClassVar

from drupe.estimators.margin.pair_rules import PairRule
from drupe.estimators.margin.pairwise_classifier import PAIRWISE_RANGES, PairwiseClassifier
from drupe.estimators.margin.pairwise_evidence import pairwise_evidence
from drupe.estimators.margin.support_vector_machine import COST
from drupe.estimators.ranges import Range
from drupe.foundation.arrays import Index, Vector
from drupe.inputs.base import Inputs
from drupe.kernels.base import Kernel
from drupe.solvers.balance import Balance, Balanced, Free
from drupe.solvers.builders.c_svc import CSvc
from drupe.solvers.one_vs_one import Build, PairSolution
from drupe.witness.evidence import Evidence


class SVC(PairwiseClassifier):
    """min ½‖w‖² + C Σᵢ wᵢ max(0, 1 − yᵢ f(xᵢ)): the 1-norm soft margin, one machine for each pair of classes.

    Takes the place of `sklearn.svm.SVC`: the same parameters, defaults, attributes and methods. `kernel` also takes any
    kernel of drupe, and then X may hold strings or whatever that kernel compares. With sample weights one thing
    differs: a weight of 3 is the same as three copies also in `gamma="scale"` and `class_weight="balanced"`, which in
    scikit-learn look at X and y alone. `gamma="unweighted_scale"` and weights of classes as numbers give its answers.

    Parameters
    ----------
    C
        Price of slack. A large one fits the examples, a small one prefers a wide margin.
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
        Largest violation of the optimality conditions at which the solver may stop. Where kernel values were held in
        single precision, the violation may be found up to twice as large when it is computed in double.
    cache_size
        Memory for kernel rows in MB.
    class_weight
        Factors of C by class, or "balanced" for n / (k nᶜ).
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
    A weight of 3 is the same as three copies of an example, in everything: classes, "balanced", "scale", the box, the
    probabilities. An example of negative weight is left out. Problems of up to 500 examples are solved far beyond
    `tol`, so that the order of rows does not matter. Of a run that ends before it converges, the rule with the least
    primal objective is kept, be it the one that says the same of every example.

    Probabilities: with `probability=True` a sigmoid P = 1/(1 + exp(A f + B)) is fitted for each pair of classes to
    outputs for examples that the machine had not seen, by five folds. The folds are no lottery: the distinct examples
    of a class are ordered by their contents and dealt out in turn. The pairs are coupled by least squares. Where the
    most probable class then differs from the predicted one, the probabilities of both (and of any between) are set to
    their mean, and the predicted one is kept ahead by about 1e-9: the most probable class is always the predicted one.

    Examples
    --------
    >>> machine = SVC(kernel="linear", C=10.0).fit([[0.0], [1.0], [3.0], [4.0]], [0, 0, 1, 1])
    >>> machine.decision_function([[1.0], [3.0]]).round(6).tolist()
    [-1.0, 1.0]
    >>> machine.support_.tolist(), machine.coef_.round(6).tolist(), machine.intercept_.round(6).tolist()
    ([1, 2], [[1.0]], [-2.0])

    References
    ----------
    [Cristianini00]_, section 6.1.2; [Herbrich02]_, section 2.4.2; [Mika02]_, eqs. 2.26-2.30; [Chang11]_, section 2.1;
    probabilities: [Platt99]_, section 2; [Lin07]_, algorithm 1; [Wu04]_, section 4.
    """

    _ranges: ClassVar[dict[str, Range]] = {**PAIRWISE_RANGES, "C": COST}

    def __init__(
        self,
        *,
        C: float = 1.0,
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
        self.C = C
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
        return self.C * weights * factors

    def _balance(self) -> Balance:
        return Balanced() if self.fit_intercept else Free()

    def _build(self) -> Build:
        return CSvc(self._balance())

    def _rule(self, pair: PairSolution) -> PairRule:
        solution = pair.solution
        return PairRule(pair.first, pair.second, pair.examples, pair.signs * solution.alpha, solution.offset)

    def _evidence(self, inputs: Inputs, codes: Index) -> Evidence:
        return pairwise_evidence(self, inputs, codes)
