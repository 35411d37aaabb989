"""The moving window: all examples within reach vote."""

from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from drupe.estimators.base import Classifier
from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.fitted import Fitted
from drupe.estimators.neighbors.ballots import one_hot, tie_breaker_values, winners
from drupe.estimators.neighbors.neighbor_machine import NeighborMachine
from drupe.estimators.neighbors.rejection import with_rejects
from drupe.estimators.ranges import POSITIVE, OneOf
from drupe.estimators.sample import Sample
from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.shapes import Outputs, Reals
from drupe.predictors.neighbor_votes import WindowVotes


@declared
class MovingWindow(Classifier, NeighborMachine):
    """argmax over classes y of #{i: ‖φ(x) − φ(xᵢ)‖ ≤ radius and yᵢ = y} + t(y).

    Where no example is within reach, the most frequent class is predicted, or nothing. With a large radius the whole
    sample votes everywhere. Weights count examples.

    Parameters
    ----------
    radius
        Reach of the window, in feature space; D of the literature.
    outside
        What is predicted for an empty window: "majority" for the most frequent class, "reject" for the reject label.
    reject_label
        What `predict` says where it does not answer.
    tie_breaker
        t(y), a number between 0 and ½ for each class; None decides ties for the first class.

    Attributes
    ----------
    priors_
        The share of each class.
    tie_breaker_
        t(y) of each class.

    Examples
    --------
    >>> machine = MovingWindow(1.5).fit([[0.0], [1.0], [5.0]], ["a", "a", "b"])
    >>> machine.predict([[2.0], [4.0], [99.0]]).tolist()
    ['a', 'b', 'a']

    References
    ----------
    [Graepel02]_, section 2.2.2.
    """

    radius: float = parameter(POSITIVE, default=1.0, kw_only=False)
    outside: str = parameter(OneOf("majority", "reject"), default="majority")
    reject_label: Any = parameter(default=None)
    tie_breaker: Any = parameter(default=None)

    predictor_: Annotated[WindowVotes, Outputs("classes")] = learned()
    solution_: None = learned()
    priors_: Annotated[Vector, Reals("classes")] = learned()
    tie_breaker_: Annotated[Vector, Reals("classes")] = learned()

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """The class of each example, or the reject label."""
        votes = self._outputs(X)
        alone = votes.sum(axis=1) == 0.0
        votes[alone] = self.priors_
        labels = np.asarray(self.classes_[winners(votes, np.where(alone[:, None], 0.0, self.tie_breaker_))])
        return with_rejects(labels, alone & (self.outside == "reject"), self.reject_label)

    def predict_proba(self, X: Any) -> Matrix:
        """The share of each class among the votes; among all examples where the window is empty."""
        votes = self._outputs(X)
        votes[votes.sum(axis=1) == 0.0] = self.priors_
        return np.asarray(votes / votes.sum(axis=1, keepdims=True))

    def rejected(self, X: Any) -> npt.NDArray[np.bool_]:
        """The examples whose window is empty."""
        return np.asarray(self._outputs(X).sum(axis=1) == 0.0)

    def _learn(self, sample: Sample) -> Fitted:
        weights = one_hot(sample.targets, len(self.classes_)) * sample.weights[:, None]
        attributes = {
            "priors_": weights.sum(axis=0) / weights.sum(),
            "tie_breaker_": tie_breaker_values(self.tie_breaker, len(self.classes_)),
        }
        return Fitted(WindowVotes(self._distances(sample), weights, float(self.radius)), None, attributes)
