"""Any estimator of scikit-learn as a weak learner: trained anew in every round, on the weights of that round."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from sklearn.base import clone
from sklearn.utils.validation import has_fit_parameter

from drupe.foundation.arrays import Index, Vector
from drupe.foundation.errors import ParameterError
from drupe.foundation.randomness import RandomState, generator
from drupe.inputs.base import Inputs
from drupe.rules.constant_rule import ConstantRule
from drupe.rules.rule_list import RuleList
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

    Notes
    -----
    Estimators with a `random_state` get another one in each round.

    References
    ----------
    [Freund97]_, section 3.
    """

    estimator: Any

    def on(self, sample: Any, n_jobs: int | None = None, random_state: RandomState = None) -> "Training":
        if not has_fit_parameter(self.estimator, "sample_weight"):
            raise ParameterError(
                f"{type(self.estimator).__name__} doesn't support sample_weight, by which boosting tells it what "
                "counts; take an estimator whose fit has it."
            )
        return Training(self.estimator, sample.inputs, generator(random_state))


class Training(Weak):
    """An estimator on given examples."""

    def __init__(self, estimator: Any, inputs: Inputs, lots: np.random.Generator):
        self.estimator, self.inputs, self.data, self.lots = estimator, inputs, inputs.raw(), lots

    def best(self, pulls: Vector) -> Found:
        if pulls.min() >= 0.0 or pulls.max() <= 0.0:
            # One class alone, which most classifiers refuse.
            constant = ConstantRule(1.0 if pulls.max() > 0.0 else -1.0)
            return Found(constant, constant.values(self.inputs))
        return self._trained((pulls > 0.0).astype(np.int64), np.abs(pulls), True)

    def best_of_classes(self, weights: Vector, codes: Index, classes: int) -> Found:
        return self._trained(codes, weights, False)

    def gathered(self, rules: Sequence[TrainedRule | ConstantRule]) -> RuleList:
        return RuleList(tuple(rules), self.inputs)

    def _trained(self, codes: Index, weights: Vector, signed: bool) -> Found:
        machine = clone(self.estimator)
        if "random_state" in machine.get_params(deep=False):
            machine.set_params(random_state=int(self.lots.integers(2**31 - 1)))
        # Weights of a mean of one, as most estimators expect them.
        machine.fit(self.data, codes, sample_weight=weights * (len(weights) / weights.sum()))
        rule = TrainedRule(machine, signed)
        return Found(rule, rule.values(self.inputs))
