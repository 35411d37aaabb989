"""Regression by the regularized risk of any convex loss, under any of three penalties."""

from typing import Any

import numpy as np

from drupe.estimators.base import Regressor
from drupe.estimators.declaration import declared
from drupe.estimators.fitted import Fitted
from drupe.estimators.regularized.regularized_machine import RegularizedMachine
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Vector
from drupe.losses.huber import Huber


@declared
class RegularizedRegressor(RegularizedMachine, Regressor):
    """min ‖f‖² (or ‖a‖², or ‖a‖₁) + (C/n) Σᵢ loss(f(xᵢ) + b, yᵢ), any convex loss of a residual.

    With `Huber` outliers pull with bounded force; with `Squared` it is KernelRidge at alpha = n/C, and with ‖a‖₁
    SparseKernelRegressor at alpha = n/(2C); with `EpsilonInsensitive` SVR at C/(2n), with `SquaredEpsilonInsensitive`
    SquaredSVR at C/n. A loss is minus the logarithm of a likelihood, a penalty of a prior: the fit is the most probable
    function under both.

    Parameters
    ----------
    loss
        A loss of `drupe.losses`, or one's own; None for `Huber()`.

    Examples
    --------
    >>> X, y = [[0.0], [1.0], [2.0], [3.0]], [0.0, 1.0, 2.0, 30.0]
    >>> robust = RegularizedRegressor(Huber(0.1), C=1e4, kernel="linear").fit(X, y)
    >>> robust.predict([[1.0]]).round(1).tolist()
    [1.1]

    References
    ----------
    [Cristianini00]_, section 6.3; [Mukherjee04]_, section 4.1; [Mika02]_, section 2.1.4.
    """

    def predict(self, X: Any) -> Vector:
        """f(x) + b for each example."""
        return self._outputs(X)[:, 0]

    def _learn(self, sample: Sample) -> Fitted:
        return self._solved(sample, np.asarray(sample.targets)[:, None], self.loss or Huber())
