"""Regression by absolute residuals or Huber's loss in feature space."""

from drupe.estimators.declaration import declared
from drupe.estimators.discriminant.expansion_regressor import ExpansionRegressor
from drupe.estimators.discriminant.robust_program import RobustProgram


@declared
class RobustKernelRegressor(RobustProgram, ExpansionRegressor):
    """min Σᵢ wᵢ |f(xᵢ) + b − yᵢ| + (alpha/2) ‖f‖², or with Huber's loss in the place of |r|: a conditional median.

    Outliers pull with bounded force. It is `SVR` with epsilon = 0 and C = 1/alpha; a tube makes that sparse.

    Examples
    --------
    >>> X, y = [[0.0], [1.0], [2.0], [3.0], [4.0]], [0.0, 1.0, 2.0, 3.0, 40.0]
    >>> RobustKernelRegressor("linear", alpha=1e-3).fit(X, y).predict([[10.0]]).round(6).tolist()
    [10.0]

    References
    ----------
    [Mika02]_, sections 3.4.8 and 3.6.3.
    """
