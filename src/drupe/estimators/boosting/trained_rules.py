"""Any estimator of scikit-learn as a weak learner: trained anew in every round, on the weights of that round."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.utils import check_random_state
from sklearn.utils.validation import has_fit_parameter

from drupe.foundation.arrays import Index, Vector
from drupe.foundation.errors import ParameterError
from drupe.inputs.base import Inputs
from drupe.predictors.rules import RuleList
from drupe.solvers.boosting.weak import Found, Weak, WeakLearner


@dataclass(frozen=True, eq=False)
class TrainedRule:
    """What a fitted classifier of the codes 0 and 1, or of several classes, says.

    Parameters
    ----------
    machine
        The classifier.
    signed
        Whether its codes 0 and 1 are the values −1 and 1.
    """

    machine: Any
    signed: bool

    def values(self, inputs: Inputs) -> Vector:
        """−1 or 1, or the code of a class."""
        named = np.asarray(self.machine.predict(inputs.raw()), dtype=np.float64)
        return 2.0 * named - 1.0 if self.signed else named


@dataclass(frozen=True, eq=False)
class Trained(WeakLearner):
    """A classifier with `sample_weight`, trained on the signs of the pulls and weighted by their size.

    Parameters
    ----------
    estimator
        Of scikit-learn, of drupe, or like one.
    seed
        For estimators with a `random_state`, which get another one in each round.

    References
    ----------
    [Freund97]_, section 3.
    """

    estimator: Any
    seed: Any = None

    def on(self, sample: Any, n_jobs: int | None = None) -> "Training":
        if not has_fit_parameter(self.estimator, "sample_weight"):
            raise ParameterError(
                f"{type(self.estimator).__name__} doesn't support sample_weight, by which boosting tells it what "
                "counts; take an estimator whose fit has it."
            )
        return Training(self, sample.inputs)


class Training(Weak):
    """An estimator on given examples."""

    def __init__(self, learner: Trained, inputs: Inputs):
        self.learner, self.inputs, self.data = learner, inputs, inputs.raw()
        self.randomness = check_random_state(learner.seed)

    def best(self, pulls: Vector) -> Found:
        return self._trained((pulls > 0.0).astype(np.int64), np.abs(pulls), True)

    def best_of_classes(self, weights: Vector, codes: Index, classes: int) -> Found:
        return self._trained(codes, weights, False)

    def gathered(self, rules: Sequence[TrainedRule]) -> RuleList:
        return RuleList(tuple(rules), self.inputs)

    def _trained(self, codes: Index, weights: Vector, signed: bool) -> Found:
        machine = clone(self.learner.estimator)
        if "random_state" in machine.get_params(deep=False):
            machine.set_params(random_state=self.randomness.randint(np.iinfo(np.int32).max))
        # Weights of a mean of one, as most estimators expect them.
        machine.fit(self.data, codes, sample_weight=weights * (len(weights) / weights.sum()))
        rule = TrainedRule(machine, signed)
        return Found(rule, rule.values(self.inputs))
