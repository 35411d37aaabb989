"""The landmark regressor that chooses its strength by rows left out, in the passes of one fit."""

from drupe.estimators.declaration import declared
from drupe.estimators.landmark.landmark_regressor import LandmarkRegressor
from drupe.estimators.landmark.strength_choice import StrengthChoice


@declared
class LandmarkRegressorCV(StrengthChoice, LandmarkRegressor):
    """A LandmarkRegressor whose λ does best on rows left out, all strengths and folds learned in the same passes.

    Examples
    --------
    >>> import numpy as np
    >>> X = np.linspace(-3.0, 3.0, 300)[:, None]
    >>> y = np.sin(X[:, 0]) + 0.1 * np.random.default_rng(0).normal(size=300)
    >>> machine = LandmarkRegressorCV("rbf", gamma=1.0, strengths=[1e-8, 1e-3, 10.0], random_state=0).fit(X, y)
    >>> machine.strength_
    0.001

    References
    ----------
    [Rudi17]_, section 3 (place not checked).
    """
