"""The landmark classifier that chooses its strength by rows left out, in the passes of one fit."""

from typing import Any

from drupe.estimators.declaration import declared
from drupe.estimators.landmark.landmark_classifier import LandmarkClassifier
from drupe.estimators.landmark.strength_choice import StrengthChoice


@declared
class LandmarkClassifierCV(StrengthChoice, LandmarkClassifier):
    """A LandmarkClassifier whose λ does best on rows left out, all strengths and folds learned in the same passes.

    What five fits for each of ten strengths would say, for two or three times the price of one.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> machine = LandmarkClassifierCV("rbf", strengths=[1e-6, 1e-2, 10.0], random_state=0)
    >>> machine.fit(*load_iris(return_X_y=True)).strength_ < 10.0
    True

    References
    ----------
    [Rudi17]_, section 3 (place not checked).
    """

    def _twin(self) -> LandmarkClassifier:
        wanted, own = LandmarkClassifier().get_params(), self.get_params()
        shared: dict[str, Any] = {name: own[name] for name in own if name in wanted}
        return LandmarkClassifier(**{**shared, "strength": self.strength_})
