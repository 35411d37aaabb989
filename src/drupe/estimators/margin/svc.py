"""The support vector classifier with a price on slack, scikit-learn's SVC."""

from drupe.estimators.declaration import declared, parameter
from drupe.estimators.margin.pair_rules import PairRule
from drupe.estimators.margin.pairwise_classifier import PairwiseClassifier
from drupe.estimators.margin.pairwise_evidence import pairwise_evidence
from drupe.estimators.margin.support_vector_machine import COST
from drupe.foundation.arrays import Index, Vector
from drupe.inputs.base import Inputs
from drupe.solvers.balance import Balance, Balanced, Free
from drupe.solvers.builders.c_svc import CSvc
from drupe.solvers.one_vs_one import Build, PairSolution
from drupe.witness.evidence import Evidence


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
    primal objective is kept, be it the one that says the same of every example. With the linear kernel, more than 500
    examples, up to 500 columns and four times as many examples as columns, weights of columns are looked for first, by
    Newton's method, whose steps `n_iter_` then counts; coefficients follow from them, and unscaled columns or a large C
    do not matter. In smaller samples that is done where steps on pairs do not get there.

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

    def _build(self) -> Build:
        return CSvc(self._balance())

    def _rule(self, pair: PairSolution) -> PairRule:
        solution = pair.solution
        return PairRule(pair.first, pair.second, pair.examples, pair.signs * solution.alpha, solution.offset)

    def _evidence(self, inputs: Inputs, codes: Index) -> Evidence:
        return pairwise_evidence(self, inputs, codes)
