"""Classification by the regularized risk of any convex loss: kernel logistic regression and its relatives."""

from dataclasses import replace
from typing import Any

import numpy as np
from scipy.special import expit
from sklearn.utils.metaestimators import available_if

from drupe.estimators.declaration import declared
from drupe.estimators.fitted import Fitted
from drupe.estimators.largest_output import LargestOutput, class_signs
from drupe.estimators.linear_rule import ALL_COUNT
from drupe.estimators.regularized.regularized_machine import RegularizedMachine
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.inputs.base import Inputs
from drupe.losses.logistic import Logistic
from drupe.witness.evidence import Evidence
from drupe.witness.kept import Kept, KeptInOrder


def _logistic(machine: "RegularizedClassifier") -> bool:
    if not isinstance(machine._loss, Logistic):
        raise AttributeError("predict_proba is only available with the Logistic loss, the one of a probability")
    return True


@declared
class RegularizedClassifier(RegularizedMachine, LargestOutput):
    """min ‖f‖² (or ‖a‖², or ‖a‖₁) + (C/n) Σᵢ loss(f(xᵢ) + b, yᵢ), yᵢ = ±1, any convex loss.

    With `Logistic` it is kernel logistic regression, the most probable function under a Gaussian process prior; with
    `Squared` ridge regression of the labels (regularized least squares classification); with `SquaredHinge` TwoNormSVC
    at 2C/n, with `Hinge` SVC at C/(2n). Several classes are learned one against the rest.

    Parameters
    ----------
    loss
        A loss of `drupe.losses`, or one's own; None for `Logistic()`.

    Attributes
    ----------
    classes_
        The classes.

    Examples
    --------
    >>> machine = RegularizedClassifier(C=20.0, kernel="linear", fit_intercept=False).fit([[-1.0], [1.0]], ["a", "b"])
    >>> machine.predict([[0.5]]).tolist(), machine.predict_proba([[0.0]]).tolist()
    (['b'], [[0.5, 0.5]])

    References
    ----------
    [Cristianini00]_, section 6.3; [Mukherjee04]_, sections 5.1 and 5.3.
    """

    @available_if(_logistic)  # type: ignore[untyped-decorator]
    def predict_proba(self, X: Any) -> Matrix:
        """P(class | x) = 1 / (1 + exp(−rate f(x))), of several classes normalized; for the Logistic loss only."""
        above = expit(self._loss.rate * self._outputs(X))
        if above.shape[1] == 1:
            return np.hstack([1.0 - above, above])
        return np.asarray(above / above.sum(axis=1, keepdims=True))

    @property
    def _loss(self) -> Any:
        return Logistic() if self.loss is None else self.loss

    def _learn(self, sample: Sample) -> Fitted:
        return self._solved(sample, class_signs(sample.targets, len(self.classes_)), self._loss)

    def _evidence(self, inputs: Inputs, codes: Index) -> Evidence:
        known = super()._evidence(inputs, codes)
        if self.penalty != "absolute":
            return known
        return replace(known, missing={**known.missing, Kept: ALL_COUNT, KeptInOrder: ALL_COUNT})

    def _check_labels(self, signs: Vector) -> None:
        """Only where the function itself pays is each coefficient a slope of the loss, and of its example's sign."""
        if self.penalty == "function":
            super()._check_labels(signs)
