"""The support vector classifier with a price on slack, scikit-learn's SVC."""

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from drupe.estimators.declaration import declared, parameter
from drupe.estimators.margin.pair_rules import PairRule
from drupe.estimators.margin.pairwise_classifier import PairwiseClassifier
from drupe.estimators.margin.support_vector_machine import COST
from drupe.estimators.margin.thorough import finished, is_small, thorough
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Vector
from drupe.grams.base import Gram
from drupe.solvers.balance import Balance, Balanced, Free
from drupe.solvers.builders.c_svc import c_svc
from drupe.solvers.one_vs_one import PairSolution, solve_one_vs_one
from drupe.solvers.options import Options
from drupe.solvers.problem import BoxProblem
from drupe.solvers.sequence import solve_in_sequence
from drupe.solvers.solution import Stop


@declared
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
    tol
        Largest violation of the optimality conditions at which the solver may stop. Where kernel values were held in
        single precision, the violation may be found up to twice as large when it is computed in double.

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

    C: float = parameter(COST, default=1.0, before="kernel")

    def _costs(self, weights: Vector, factors: Vector) -> Vector:
        return self.C * weights * factors

    def _balance(self) -> Balance:
        return Balanced() if self.fit_intercept else Free()

    def _pair_problem(self, gram: Gram, signs: Vector, costs: Vector, start: Vector | None) -> BoxProblem:
        return c_svc(gram, signs, costs, start, self._balance())

    def _pairs(self, gram: Gram, sample: Sample, costs: Vector, options: Options) -> Sequence[PairSolution]:
        """All pairs at once, over one cache."""
        if not is_small(len(gram)):
            return solve_one_vs_one(gram, sample.targets, costs, options, self._balance())
        began = time.perf_counter()
        tried = solve_one_vs_one(gram, sample.targets, costs, thorough(options, len(gram)), self._balance())
        if options.max_seconds is not None:
            options = replace(options, max_seconds=max(options.max_seconds - (time.perf_counter() - began), 0.0))
        return self._finished(gram, costs, tried, options)

    def _finished(
        self, gram: Gram, costs: Vector, tried: Sequence[PairSolution], options: Options
    ) -> list[PairSolution]:
        """Pairs whose first attempt met the tolerance as they are, the others taken up where it ended."""

        def problem(pair: PairSolution) -> BoxProblem:
            examples = pair.examples
            return self._pair_problem(gram.take(examples), pair.signs, costs[examples], pair.solution.alpha)

        short = [pair for pair in tried if not pair.solution.violation <= options.tolerance]
        firsts = iter([pair.solution for pair in short])
        second = solve_in_sequence(
            [partial(problem, pair) for pair in short],
            options,
            lambda problem, how: finished(next(firsts), problem, how),
        )
        rest = iter(second)
        return [
            replace(pair, solution=next(rest) if pair in short else pair.solution.with_facts(stop=Stop.CONVERGED))
            for pair in tried
        ]

    def _rule(self, pair: PairSolution) -> PairRule:
        solution = pair.solution
        return PairRule(pair.first, pair.second, pair.examples, pair.signs * solution.alpha, solution.offset)
