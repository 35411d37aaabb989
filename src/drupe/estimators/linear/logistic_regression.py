"""Logistic regression in the columns, of two classes or of several at once, scikit-learn's LogisticRegression."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
from scipy.special import expit, log_expit, log_softmax, softmax

from drupe.estimators.class_weights import CLASS_WEIGHT, class_factors
from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.fitted import Fitted
from drupe.estimators.largest_output import LargestOutput, class_signs
from drupe.estimators.linear.linear_fit import complete, entries_of, rows_of
from drupe.estimators.linear.linear_machine import LinearMachine
from drupe.estimators.linear.linear_parameters import PRICE
from drupe.estimators.linear.linear_svc import one_sided_factors
from drupe.estimators.linear.logistic_penalty import logistic_penalty
from drupe.estimators.ranges import NOTHING, TRUTH, Either, OneOf
from drupe.estimators.sample import Sample
from drupe.estimators.watch import Watch
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import ParameterError
from drupe.foundation.parameters import Interval
from drupe.foundation.progress import share
from drupe.foundation.shapes import Counted, Outputs, Reals, Wholes
from drupe.inputs.vectors import Vectors
from drupe.predictors.linear import LinearFunction
from drupe.solvers.linear import solve_linear
from drupe.solvers.linear_problem import LinearLoss, LinearPenalty, LinearProblem
from drupe.solvers.linear_solution import LinearRun, LinearSolution
from drupe.solvers.softmax_regression import SoftmaxProblem, solve_softmax

SOLVERS = OneOf("lbfgs", "liblinear", "newton-cg", "newton-cholesky", "sag", "saga")


@declared
class LogisticRegression(LinearMachine, LargestOutput):
    """min ½‖w‖² (or ‖w‖₁) + C Σᵢ sᵢ ln(1 + exp(−yᵢ(⟨w, xᵢ⟩ + b))); of several classes with the soft-max of all.

    Takes the place of `sklearn.linear_model.LogisticRegression`: the same parameters, defaults and attributes. It stops
    by the duality gap and says how large that is. The offset is free, as there, but for `solver="liblinear"`.

    Parameters
    ----------
    penalty
        "l1", "l2" or None; "deprecated" leaves it to `l1_ratio` and `C`.
    C
        Price of the loss; infinite for no penalty.
    l1_ratio
        0 for ½‖w‖², 1 for ‖w‖₁; what lies between is not solved here.
    dual
        Has no effect: the solver sees to it which problem is the easier one.
    class_weight
        Factors of C by class, or "balanced" for n / (k nᶜ).
    solver
        "liblinear" for one class against the rest and an offset that is penalized; all others mean the same: classes
        learned at once, and a free offset. The algorithm is chosen by the data.
    warm_start
        Whether to begin where the fit before ended.
    verbose
        Whether to show how far the fit is: a bar on a terminal, elsewhere lines on the standard error.

    Attributes
    ----------
    classes_
        The classes.

    Notes
    -----
    A weight of 3 is the same as three copies of an example.

    Examples
    --------
    >>> machine = LogisticRegression(C=1e6).fit([[0.0], [0.0], [0.0], [1.0], [1.0], [1.0]], [0, 0, 1, 0, 1, 1])
    >>> machine.predict_proba([[0.0], [1.0]]).round(3).tolist()  # the shares of the classes
    [[0.667, 0.333], [0.333, 0.667]]

    References
    ----------
    [Fan08]_, section 2 and appendix A; [Rasmussen06]_, eq. 3.34; [Mukherjee04]_, section 4.1.
    """

    penalty: str | None = parameter(
        Either(NOTHING, OneOf("l1", "l2", "elasticnet", "deprecated")), default="deprecated", kw_only=False
    )
    C: float = parameter(PRICE, default=1.0, before="tol")
    l1_ratio: float | None = parameter(Either(NOTHING, Interval(0.0, 1.0, closed_high=True)), default=0.0, before="tol")
    dual: bool = parameter(TRUTH, default=False, before="tol")
    class_weight: dict[Any, float] | str | None = parameter(CLASS_WEIGHT, default=None, before="random_state")
    solver: str = parameter(SOLVERS, default="lbfgs", before="max_iter")
    max_iter: int = 100
    warm_start: bool = parameter(TRUTH, default=False)

    predictor_: Annotated[LinearFunction, Outputs("scores")] = learned()
    coef_: Annotated[Any, Reals("scores", "columns")] = learned()
    intercept_: Annotated[Vector, Reals("scores")] = learned()
    solution_: Annotated[tuple[LinearSolution, ...], Counted(None)] = learned()
    gap_: float = learned()
    n_iter_: Annotated[npt.NDArray[np.int32], Wholes(None)] = learned()

    def predict_proba(self, X: Any) -> Matrix:
        """P(class | x): 1 / (1 + exp(−f(x))) of two classes, else the soft-max; by "liblinear" sigmoids, normed."""
        return self._proba(self._outputs(X))

    def predict_log_proba(self, X: Any) -> Matrix:
        """The logarithm of `predict_proba`, which stays finite where a probability is lost in rounding."""
        outputs = self._outputs(X)
        if outputs.shape[1] == 1:
            return np.hstack([log_expit(-outputs), log_expit(outputs)])
        return np.asarray(log_softmax(outputs, axis=1) if self._together else np.log(self._proba(outputs)))

    def _proba(self, outputs: Matrix) -> Matrix:
        if outputs.shape[1] == 1:
            above = expit(outputs)
            return np.hstack([1.0 - above, above])
        if self._together:
            return np.asarray(softmax(outputs, axis=1))
        above = expit(outputs)
        total = above.sum(axis=1, keepdims=True)
        return np.asarray(np.where(total > 0.0, above / np.where(total > 0.0, total, 1.0), 1.0 / outputs.shape[1]))

    @property
    def _together(self) -> bool:
        """Whether several classes are learned at once."""
        return self.solver != "liblinear"

    @property
    def _constant(self) -> float:
        """What stands in the column of the offset."""
        if not self.fit_intercept:
            return 0.0
        return float(self.intercept_scaling) if self.solver == "liblinear" else 1.0

    @property
    def _soft(self) -> bool:
        """Whether the soft-max is learned, and not one function or one for each class."""
        return self._together and len(self.classes_) > 2

    def _learn(self, sample: Sample) -> Fitted:
        with self._watch() as watch:
            problem = self._soft_max_problem(sample) if self._soft else self._problem(sample)
            options = self._options(watch, entries_of(problem.rows))
            if isinstance(problem, SoftmaxProblem):
                start = self._start(problem.classes, problem.rows.dimension)
                runs: Sequence[LinearRun] = (solve_softmax(problem, options, start),)
            else:
                runs = solve_linear(problem, options, self._start(len(problem.targets), problem.rows.dimension))
            watch.end(complete([run.solution for run in runs]))
        return self._found(problem.rows, problem.constant, runs)

    def _path(self, sample: Sample, Cs: Vector, watch: Watch) -> list[Fitted]:
        if not self._soft:
            return super()._path(sample, Cs, watch)
        problem, found = self._soft_max_problem(sample), list[Fitted]()
        options = replace(self._options(watch, entries_of(problem.rows)), keep=False)
        start = None
        for i, C in enumerate(Cs):
            told = replace(options, progress=share(options.progress, i, len(Cs)))
            run = solve_softmax(replace(problem, costs=C * problem.costs), told, start)
            start = run.weights
            found.append(self._found(problem.rows, problem.constant, (run,)))
        return found

    def _found(self, rows: Vectors, constant: float, runs: Sequence[LinearRun]) -> Fitted:
        machine = super()._found(rows, constant, runs)
        steps = {"n_iter_": np.array([max(1, one.steps) for one in machine.solution], dtype=np.int32)}
        return replace(machine, attributes={**machine.attributes, **steps})

    def _problem(self, sample: Sample) -> LinearProblem:
        self._vectors_only(sample)
        chosen = logistic_penalty(self.penalty, self.l1_ratio, self.C)
        signs = class_signs(sample.targets, len(self.classes_))
        costs = chosen.price * sample.weights * one_sided_factors(self.class_weight, self.classes_, sample, signs)
        return LinearProblem(
            rows_of(sample, signs.shape[1]),
            signs.T,
            costs,
            LinearLoss.LOGISTIC,
            penalty=chosen.kind,
            constant=self._constant,
            penalized=self.solver == "liblinear",
        )

    def _soft_max_problem(self, sample: Sample) -> SoftmaxProblem:
        self._vectors_only(sample)
        chosen = logistic_penalty(self.penalty, self.l1_ratio, self.C)
        if chosen.kind is LinearPenalty.ABSOLUTES:
            raise ParameterError(
                "several classes are learned at once with squares as the penalty only; take solver='liblinear', "
                "one class against the rest, for l1, or scikit-learn's LogisticRegression with solver='saga'."
            )
        k = len(self.classes_)
        counts = np.bincount(sample.targets, weights=sample.weights, minlength=k).astype(np.float64)
        factors = class_factors(self.class_weight, self.classes_, counts)
        costs = chosen.price * sample.weights * factors[sample.targets]
        return SoftmaxProblem(rows_of(sample, k), sample.targets, k, costs, self._constant)

    def _start(self, outputs: int, columns: int) -> Matrix | None:
        """The weights of the fit before, if they are to be used and of the right shape."""
        function = getattr(self, "predictor_", None)
        if not self.warm_start or function is None or function.weights.shape != (columns, outputs):
            return None
        if not self._constant:
            return np.ascontiguousarray(function.weights.T)
        return np.column_stack([function.weights.T, function.offset / self._constant])
