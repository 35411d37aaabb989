"""AdaBoost: rules a little better than chance, weighted by how much better, become a good one."""

from dataclasses import replace
from typing import Any, Self

import numpy as np

from drupe.estimators.boosting.boosting_machine import BoostingMachine
from drupe.estimators.declaration import declared, parameter
from drupe.estimators.fitted import Fitted
from drupe.estimators.ranges import POSITIVE, TRUTH
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError
from drupe.predictors.weighted_vote import ClassVote, WeightedVote
from drupe.solvers.boosting.class_rounds import ClassProblem, ClassRun
from drupe.solvers.boosting.rounds import BoostingProblem, boosted
from drupe.solvers.boosting.run import Boosted
from drupe.solvers.boosting.steps import AdaBoostStep
from drupe.solvers.boosting.vote_solution import LastRound, VoteSolution
from drupe.solvers.boosting.weak import Weak


@declared
class AdaBoostClassifier(BoostingMachine):
    """sign Σₜ aₜ hₜ(x), aₜ = ½ ln((1 − εₜ)/εₜ), hₜ of error εₜ under weights wᵢ ∝ exp(−yᵢ Σ aₛ hₛ(xᵢ)) over s < t.

    scikit-learn's, many times as fast: its stumps minimize Gini's index, these the weighted error itself. The share of
    training errors falls below Π 2√(εₜ(1 − εₜ)), and margins go on growing after it is zero. It chases examples that
    are labeled wrongly: where labels are noisy take `RegularizedAdaBoost`, fewer rounds, or a smaller `learning_rate`.
    Several classes are learned by rules that name one of them (SAMME).

    Parameters
    ----------
    learning_rate
        By which steps are multiplied.
    warm_start
        Whether another `fit` on the same examples adds rounds up to `n_estimators` to those that were gone.

    Attributes
    ----------
    classes_
        The classes.

    Notes
    -----
    Complexity: O(n d) for each round with stumps. Where scikit-learn's weights are ln((1 − ε)/ε), these are half of
    them; decisions are the same.

    Examples
    --------
    >>> X, y = [[i] for i in range(10)], [1, 1, 1, 0, 0, 0, 1, 1, 1, 0]
    >>> machine = AdaBoostClassifier(n_estimators=3).fit(X, y)
    >>> machine.estimator_errors_.round(4).tolist(), machine.score(X, y)
    ([0.3, 0.2143, 0.1818], 1.0)

    References
    ----------
    [Freund97]_, figure 2; [Mukherjee04]_, section 6.4, with the ½ that is missing there; [Zhu09]_, section 2.
    """

    learning_rate: float = parameter(POSITIVE, default=1.0, before="random_state")
    warm_start: bool = parameter(TRUTH, default=False)

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn from examples and their classes; an example of weight 3 counts as three of weight 1."""
        return self._fit(X, y, sample_weight)

    def _learn(self, sample: Sample) -> Fitted:
        before = self._before(sample)
        rounds = int(self.n_estimators) - (0 if before is None else len(before.weights))
        weak = self._weak(sample)
        if len(self.classes_) > 2:
            return self._of_classes(sample, weak, before, rounds)
        signs = two_classes(sample)
        problem = BoostingProblem.from_nothing(signs, sample.weights)
        if before is not None:
            problem = BoostingProblem(signs, sample.weights, before.decision(sample.inputs)[:, 0], before.length)
        with self._watch() as watch:
            found = boosted(
                weak, problem, AdaBoostStep(float(self.learning_rate)), rounds, watch.progress, watch.keeping
            )
            watch.end(found.solution.end is not LastRound.INTERRUPTED)
        return self._fitted(replace(found, **self._joined(found, before)), signs)

    def _of_classes(self, sample: Sample, weak: Weak, before: Any, rounds: int) -> Fitted:
        k = len(self.classes_)
        losses = np.zeros(len(sample))
        if before is not None:
            # exp(−(1/k) Y·f) with outputs of sum zero is exp(−f_y / (k − 1)).
            outputs = before.decision(sample.inputs)
            losses = outputs[np.arange(len(sample)), sample.targets] / (k - 1.0)
        problem = ClassProblem(sample.targets, sample.weights, k, losses)
        with self._watch() as watch:
            found = ClassRun(weak, problem, float(self.learning_rate)).go(rounds, watch.progress, watch.keeping)
            watch.end(found.solution.end is not LastRound.INTERRUPTED)
        whole = replace(found, **self._joined(found, before))
        vote = ClassVote(whole.rules, whole.solution.steps, k)
        margins = vote.margins(sample.inputs, sample.targets)
        return Fitted(vote, whole.solution, self._told_by(whole.solution, margins))

    def _before(self, sample: Sample) -> WeightedVote | ClassVote | None:
        """The vote from which a warm start goes on."""
        before: WeightedVote | ClassVote | None = getattr(self, "predictor_", None)
        if not self.warm_start or before is None:
            return None
        if len(before.weights) > self.n_estimators:
            raise InputError(
                f"n_estimators={self.n_estimators} must be larger or equal to the {len(before.weights)} rounds that "
                "were gone, when warm_start==True."
            )
        if before.outputs != (1 if len(self.classes_) == 2 else len(self.classes_)):
            raise InputError(
                "y has another number of classes than before; a warm start goes on with the same examples."
            )
        truth: Any = two_classes(sample) if before.outputs == 1 else sample.targets
        found = before.margins(sample.inputs, truth)
        if found.shape != self.margins_.shape or not np.allclose(found, self.margins_, rtol=0.0, atol=1e-6):
            raise InputError(
                "a warm start goes on with the same examples, but the vote so far has other margins on these; fit anew "
                "with warm_start=False."
            )
        return before

    def _joined(self, found: Boosted, before: Any) -> dict[str, Any]:
        """The rules and rounds of both."""
        if before is None or found.solution.end is LastRound.PERFECT:
            return {}
        if type(before.rules) is not type(found.rules):
            raise InputError(
                f"the vote so far is made of {type(before.rules).__name__}, and this estimator gives "
                f"{type(found.rules).__name__}; fit anew with warm_start=False."
            )
        old, new = self.solution_, found.solution
        facts = VoteSolution(
            np.concatenate([old.steps, new.steps]),
            np.concatenate([old.errors, new.errors]),
            np.concatenate([old.factors, new.factors]),
            new.end,
        )
        return {"rules": before.rules.joined(found.rules), "solution": facts}


def two_classes(sample: Sample) -> Vector:
    """±1 for the examples of two classes."""
    return np.where(sample.targets == 1, 1.0, -1.0)
