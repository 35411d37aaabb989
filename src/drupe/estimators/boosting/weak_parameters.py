"""The weak learner as a parameter: None for stumps, a learner of drupe, or any classifier that takes weights."""

from typing import Any, ClassVar

from sklearn.base import BaseEstimator

from drupe.estimators.boosting.trained_rules import Trained
from drupe.estimators.declaration import declared, parameter
from drupe.estimators.ranges import SEED
from drupe.estimators.sample import Sample
from drupe.foundation.errors import ParameterError
from drupe.foundation.parameters import Interval
from drupe.foundation.randomness import RandomState
from drupe.solvers.boosting.best_stump import BestStump
from drupe.solvers.boosting.weak import Weak, WeakLearner


@declared
class WeakParameters:
    """What rules are chosen from, and how many.

    Parameters
    ----------
    estimator
        The weak learner: None for `BestStump`, another learner of `drupe.estimators.boosting`, or any classifier of
        scikit-learn that takes `sample_weight`.
    n_estimators
        Rounds, at most.
    random_state
        For weak learners that draw.
    """

    estimator: Any = parameter(default=None, kw_only=False)
    n_estimators: int = parameter(Interval(1, whole=True), default=50)
    random_state: RandomState = parameter(SEED, default=None)

    _learners: ClassVar[Any] = BaseEstimator | WeakLearner
    """What `estimator` may be beside None, for `save` and `load`."""

    def _weak(self, sample: Sample) -> Weak:
        """The weak learner on these examples."""
        machine: Any = self
        return self._learner().on(sample, machine.n_jobs, self.random_state)

    def _learner(self) -> WeakLearner:
        """The weak learner as a value."""
        if self.estimator is None:
            return BestStump()
        if isinstance(self.estimator, WeakLearner):
            return self.estimator
        kind = isinstance(self.estimator, type)
        if kind or not hasattr(self.estimator, "fit") or not hasattr(self.estimator, "predict"):
            raise ParameterError(
                f"estimator must be None, a weak learner as BestStump() or a classifier, got {self.estimator!r}."
            )
        return Trained(self.estimator)
