"""Support vector classifiers: one machine for each pair of classes, put together as scikit-learn does."""

from abc import abstractmethod
from itertools import combinations, pairwise
from typing import Annotated, Any

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from drupe.estimators.base import Classifier
from drupe.estimators.class_weights import CLASS_WEIGHT, class_factors
from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.fitted import Fitted
from drupe.estimators.margin.convergence import report
from drupe.estimators.margin.held_out import held_out_outputs
from drupe.estimators.margin.pair_rules import PairRule, PairSupport, pair_coefficients
from drupe.estimators.margin.solver_parameters import StartedSolverParameters
from drupe.estimators.margin.starting import starting_coefficients
from drupe.estimators.margin.support_vector_machine import SupportVectorMachine, whole_numbers
from drupe.estimators.ranges import TRUTH, Either, OneOf
from drupe.estimators.sample import Sample
from drupe.estimators.solver_info import SolverInfo
from drupe.estimators.watch import Watch
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import ParameterError
from drupe.foundation.shapes import (
    BrokenPromise,
    Counted,
    Lengths,
    Numbers,
    Outputs,
    Reals,
    Sizes,
    Sometimes,
    Together,
    Wholes,
)
from drupe.grams.base import Gram
from drupe.inputs.base import Inputs
from drupe.kernels.base import Kernel
from drupe.predictors.consistent import consistent
from drupe.predictors.coupling import coupled
from drupe.predictors.one_vs_one import OneVsOne
from drupe.predictors.platt import Platt
from drupe.predictors.votes import margins, one_vs_rest, winners
from drupe.solvers.box import solve
from drupe.solvers.one_vs_one import Build, PairSolution, solve_pairs
from drupe.solvers.options import Options
from drupe.solvers.problem import BoxProblem
from drupe.solvers.solution import Solution


def _with_probability(machine: Any) -> bool:
    """Whether probabilities were asked for; scikit-learn's default for the parameter is no longer a truth value."""
    if machine.probability is not True and not (isinstance(machine.probability, np.bool_) and machine.probability):
        raise AttributeError("predict_proba is not available when probability=False")
    return True


@declared
class PairwiseClassifier(StartedSolverParameters, SupportVectorMachine, Classifier):
    """An author writes `_build`, what makes the problem of two classes, and how its solution becomes a rule.

    Parameters
    ----------
    probability
        Whether to learn probabilities too; the fit then takes about five times as long.
    class_weight
        Factors of C by class, or "balanced" for n / (k nᶜ).
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
    max_time
        Limit of the solver's time in seconds, for all pairs of classes together.

    Attributes
    ----------
    classes_, class_weight_, intercept_, probA_, probB_
        As in scikit-learn.
    predictor_
        The functions of all pairs.
    solution_
        One `PairSolution` for each pair of classes.
    """

    probability: bool | str = parameter(Either(TRUTH, OneOf("deprecated")), default=False, before="tol")
    class_weight: dict[Any, float] | str | None = parameter(CLASS_WEIGHT, default=None, before="verbose")
    decision_function_shape: str = parameter(OneOf("ovr", "ovo"), default="ovr", before="n_jobs")
    break_ties: bool = parameter(TRUTH, default=False, before="n_jobs")
    random_state: Any = parameter(default=None, before="n_jobs")
    fit_intercept: bool = parameter(TRUTH, default=True, before="n_jobs")
    shape_fit_: Annotated[tuple[int, ...], Sizes("examples", "columns"), Together()] = learned()
    predictor_: Annotated[OneVsOne, Outputs("pairs")] = learned()
    solution_: Annotated[tuple[PairSolution, ...], Counted("pairs"), Together()] = learned()
    support_: Annotated[npt.NDArray[np.int32], Wholes("support", below="examples"), Together()] = learned()
    dual_coef_: Annotated[Any, Reals("others", "support")] = learned()
    n_support_: Annotated[npt.NDArray[np.int32], Wholes("classes")] = learned()
    intercept_: Annotated[Vector, Reals("pairs")] = learned()
    class_weight_: Annotated[Vector, Numbers("classes"), Together()] = learned()
    fit_status_: Annotated[int, Together()] = learned()
    n_iter_: Annotated[npt.NDArray[np.int32], Wholes("pairs"), Together()] = learned()
    solver_info_: Annotated[SolverInfo, Together()] = learned()
    probA_: Annotated[Vector, Reals("pairs"), Sometimes()] = learned()
    probB_: Annotated[Vector, Reals("pairs"), Sometimes()] = learned()

    @abstractmethod
    def _build(self) -> Build:
        """What makes the box problem of two classes."""

    @abstractmethod
    def _rule(self, pair: PairSolution) -> PairRule:
        """The function of two classes."""

    @abstractmethod
    def _costs(self, weights: Vector, factors: Vector) -> Vector:
        """The box of each example, given how often it counts and the factor of its class."""

    def _solve(self, problem: BoxProblem, options: Options) -> Solution:
        """How the problem of two classes is solved."""
        return solve(problem, options)

    def _pairs(
        self, gram: Gram, sample: Sample, costs: Vector, options: Options, start: Matrix | None = None
    ) -> tuple[PairSolution, ...]:
        """The solutions of all pairs."""
        codes = sample.targets
        guesses = None
        if start is not None:
            pairs = combinations(range(int(codes.max()) + 1), 2)
            guesses = [np.abs(pair_coefficients(start, codes, first, second)) for first, second in pairs]
        return solve_pairs(gram, codes, costs, self._build(), options, guesses, self._solve)

    def _fold_pairs(self, gram: Gram, sample: Sample, costs: Vector, options: Options) -> tuple[PairSolution, ...]:
        """The same for a part of the examples."""
        return self._pairs(gram, sample, costs, options)

    def _learn(self, sample: Sample) -> Fitted:
        kernel, sample = self._seen(sample)
        k = len(self.classes_)
        counts: Vector = np.bincount(sample.targets, weights=sample.weights, minlength=k).astype(np.float64)
        factors = class_factors(self.class_weight, self.classes_, counts)
        start = starting_coefficients(self.start, sample, k - 1)
        gram, costs = self._gram(kernel, sample.inputs), self._costs(sample.weights, factors[sample.targets])
        with self._watch() as watch:
            pairs = self._pairs(gram, sample, costs, self._options(watch), start)
        info = self._info(watch, [pair.solution for pair in pairs])
        rules = [self._rule(pair) for pair in pairs]
        report(type(self).__name__, info, self.tol)
        support = PairSupport.of(rules, sample, k)
        predictor = support.predictor(kernel, rules, self.n_jobs)
        attributes = {
            **self._account(sample, predictor, support),
            "class_weight_": factors,
            **info.facts(),
            "n_iter_": whole_numbers([max(1, pair.solution.iterations) for pair in pairs]),
        }
        if self.probability is not False and self.probability != "deprecated":
            attributes |= self._calibrated(sample, kernel, factors, predictor, None if info.cut_short else watch)
        return Fitted(predictor, pairs, attributes)

    def _account(self, sample: Sample, predictor: OneVsOne, support: PairSupport) -> dict[str, Any]:
        """scikit-learn's attributes: support vectors class by class; of two classes the second is the positive one."""
        direction = -1.0 if len(self.classes_) == 2 else 1.0
        return {
            **self._support(sample.positions[support.chosen], support.vectors, direction * support.coefficients),
            "n_support_": whole_numbers(support.counts),
            "intercept_": direction * predictor.offsets,
        }

    def _calibrated(
        self, sample: Sample, kernel: Kernel[Any], factors: Vector, whole: OneVsOne, watch: Watch | None
    ) -> dict[str, npt.NDArray[np.float64]]:
        """A sigmoid for each pair, fitted to outputs for examples that the machine had not seen.

        Without a watch, as after a fit that was cut short, outputs of the machine itself take their place.
        """

        def learn(part: Sample) -> OneVsOne | None:
            if watch is None:
                return None
            options = self._options(watch).but(max_seconds=watch.left(self.max_time), progress=watch.told)
            gram, costs = self._gram(kernel, part.inputs), self._costs(part.weights, factors[part.targets])
            pairs = self._fold_pairs(gram, part, costs, options)
            if self._info(watch, [pair.solution for pair in pairs]).cut_short:
                return None
            rules = [self._rule(pair) for pair in pairs]
            return PairSupport.of(rules, part, len(self.classes_)).predictor(kernel, rules, self.n_jobs)

        outputs = held_out_outputs(sample, whole, learn)
        sigmoids = []
        for column, (first, second) in enumerate(combinations(range(len(self.classes_)), 2)):
            both = (sample.targets == first) | (sample.targets == second)
            signs = np.where(sample.targets[both] == first, 1.0, -1.0)
            sigmoids.append(Platt.fitted(outputs[both, column], signs, sample.weights[both]))
        return {
            "probA_": np.array([sigmoid.slope for sigmoid in sigmoids]),
            "probB_": np.array([sigmoid.offset for sigmoid in sigmoids]),
        }

    def decision_function(self, X: Any) -> Matrix:
        """Of two classes f(x), positive for the second; of more, one column for each class ("ovr") or pair ("ovo").

        The column of a class is its number of won pairs plus its summed margin squashed into (−1/3, 1/3); the column
        of a pair is positive for the first of the two.
        """
        pairs = self._outputs(X)
        if len(self.classes_) == 2:
            return -pairs[:, 0]
        return one_vs_rest(pairs) if self.decision_function_shape == "ovr" else pairs

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """The class that wins most pairs; among equals the first, or with `break_ties` the one with largest margins."""
        if self.break_ties and self.decision_function_shape == "ovo":
            raise ParameterError("break_ties must be False when decision_function_shape is 'ovo'")
        new = self._new(X)
        # Votes ask for signs only, margins for numbers.
        codes = self._codes(self.predictor_.decision(new)) if self.break_ties else self.predictor_.winners(new)
        return np.asarray(self.classes_[codes])

    def _labels_and_probabilities(self, new: Inputs) -> tuple[npt.NDArray[Any], Matrix]:
        """Both from one look at the examples."""
        pairs = self.predictor_.decision(new)
        codes = self._codes(pairs)
        return np.asarray(self.classes_[codes]), self._probabilities(pairs, codes)

    def _codes(self, pairs: Matrix) -> npt.NDArray[np.int64]:
        if self.break_ties and len(self.classes_) > 2:
            return np.asarray(one_vs_rest(pairs).argmax(axis=1), dtype=np.int64)
        return winners(pairs)

    @available_if(_with_probability)  # type: ignore[untyped-decorator]
    def predict_proba(self, X: Any) -> Matrix:
        """The probability of each class, in the order of `classes_`; the predicted class is the most probable one."""
        check_is_fitted(self, ["probA_", "probB_"])
        pairs = self._outputs(X)
        return self._probabilities(pairs, self._codes(pairs))

    def _probabilities(self, pairs: Matrix, codes: npt.NDArray[np.int64]) -> Matrix:
        """Of the classes, given the outputs of all pairs and the codes of the predicted classes."""
        beliefs = Platt(self.probA_, self.probB_).probability(pairs)
        lead = margins(pairs)[np.arange(len(pairs)), codes]
        return consistent(coupled(beliefs), codes, lead / (1.0 + np.abs(lead)))

    @available_if(_with_probability)  # type: ignore[untyped-decorator]
    def predict_log_proba(self, X: Any) -> Matrix:
        """The logarithm of `predict_proba`."""
        return np.asarray(np.log(self.predict_proba(X)))

    def _check_learned(self) -> None:
        """Raise a BrokenPromise unless the solutions go through the pairs of classes, on examples that there are."""
        pairs = getattr(self, "solution_", ())
        if pairs and [(pair.first, pair.second) for pair in pairs] != [*combinations(range(len(self.classes_)), 2)]:
            raise BrokenPromise("solution_ does not go through the pairs of classes")
        for pair in pairs:
            Wholes(None, below="examples").confirm(pair.examples, Lengths(examples=self.shape_fit_[0]))

    def _primal(self) -> Any:
        if len(self.classes_) == 2:
            return super()._primal()
        ends = np.concatenate([[0], np.cumsum(self.n_support_)])
        parts = [self.dual_coef_[:, a:b] @ self.support_vectors_[a:b] for a, b in pairwise(ends)]
        rows = [parts[i][[j - 1]] + parts[j][[i]] for i, j in combinations(range(len(parts)), 2)]
        return sp.vstack(rows, format="csr") if sp.issparse(rows[0]) else np.vstack(rows)
