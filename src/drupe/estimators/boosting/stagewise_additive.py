"""Forward stagewise additive modeling of classes: boosting for any convex loss."""

from typing import Any

import numpy as np
from scipy.special import expit
from sklearn.utils.metaestimators import available_if

from drupe.estimators.boosting.boosting_machine import two_signs
from drupe.estimators.boosting.stagewise_machine import StagewiseMachine, loss_of
from drupe.estimators.boosting.two_class_booster import TwoClassBooster
from drupe.estimators.declaration import declared, parameter
from drupe.estimators.sample import Sample
from drupe.estimators.watch import Watch
from drupe.foundation.arrays import Matrix, Vector
from drupe.losses.base import Loss
from drupe.losses.exponential import Exponential
from drupe.losses.hinge import SquaredHinge
from drupe.losses.logistic import Logistic
from drupe.losses.squared import Squared
from drupe.solvers.boosting.run import Boosted

WORDS: dict[str, Loss] = {
    "exponential": Exponential(),
    "logistic": Logistic(),
    "squared": Squared(),
    "squared hinge": SquaredHinge(),
}
"""Losses by their words."""


def _probable(machine: "StagewiseAdditive") -> bool:
    if not isinstance(machine._loss, Logistic | Exponential):
        raise AttributeError("probabilities are only available with the logistic and the exponential loss")
    return True


@declared
class StagewiseAdditive(StagewiseMachine, TwoClassBooster):
    """min over votes f of Σᵢ loss(f(xᵢ), yᵢ), yᵢ = ±1: fₜ = fₜ₋₁ + shrinkage · aₜ hₜ, aₜ the best step along hₜ.

    In each round the rule joins along which the loss falls fastest; earlier ones are not touched again. The exponential
    loss makes it AdaBoost. The logistic loss punishes gross errors less, and suits labels with noise; its outputs are
    logarithms of odds.

    Parameters
    ----------
    loss
        "logistic", "exponential", "squared" or "squared hinge", or any convex loss of `drupe.losses`. One with kinks,
        as `Hinge`, may end early: shrinkage helps.

    Examples
    --------
    >>> X, y = [[i] for i in range(10)], [1, 1, 1, 0, 0, 0, 1, 1, 1, 0]
    >>> machine = StagewiseAdditive(loss="exponential", n_estimators=3).fit(X, y)
    >>> machine.estimator_weights_.round(4).tolist()  # those of AdaBoostClassifier
    [0.4236, 0.6496, 0.752]

    References
    ----------
    [Mukherjee04]_, section 6.5; [Friedman00]_, section 4; [Friedman01]_, section 4.
    """

    loss: Any = parameter(default="logistic", before="n_estimators")

    @available_if(_probable)  # type: ignore[untyped-decorator]
    def predict_proba(self, X: Any) -> Matrix:
        """1 / (1 + exp(−rate f(x))) for the second class, rate 2 with the exponential loss; for it and the logistic."""
        return self._probabilities(self._outputs(X))

    @available_if(_probable)  # type: ignore[untyped-decorator]
    def predict_log_proba(self, X: Any) -> Matrix:
        """Logarithms of `predict_proba`."""
        return super().predict_log_proba(X)

    @available_if(_probable)  # type: ignore[untyped-decorator]
    def staged_predict_proba(self, X: Any) -> Any:
        """What `predict_proba` would give after each round."""
        return super().staged_predict_proba(X)

    def _probabilities(self, outputs: Matrix) -> Matrix:
        rate = 2.0 if isinstance(self._loss, Exponential) else self._loss.rate
        return np.hstack([expit(-rate * outputs), expit(rate * outputs)])

    @property
    def _loss(self) -> Any:
        return loss_of(self.loss, WORDS)

    def _boosted(self, sample: Sample, signs: Vector, watch: Watch) -> tuple[Boosted, dict[str, Any]]:
        found, curve = self._grown(sample, signs, self._loss, watch)
        return found, {"round_losses_": curve}

    def _values(self, sample: Sample) -> Vector:
        return two_signs(self, sample.targets)

    def _ready(self, targets: Any) -> bool:
        return len(np.unique(targets)) == 2

    def _lost(self, outputs: Matrix, targets: Any) -> Matrix:
        return np.asarray((outputs >= 0.0) != (targets == 1)[:, None], dtype=np.float64)
