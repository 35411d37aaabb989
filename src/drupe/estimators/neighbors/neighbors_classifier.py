"""The k nearest neighbors in feature space vote, and may decline to answer."""

from typing import Annotated, Any

import numpy as np
import numpy.typing as npt

from drupe.estimators.declaration import declared, learned, parameter
from drupe.estimators.fitted import Fitted
from drupe.estimators.neighbors.ballots import tie_breaker_values, winners
from drupe.estimators.neighbors.neighbor_machine import NeighborMachine
from drupe.estimators.neighbors.rejection import with_rejects
from drupe.estimators.ranges import NOTHING, Either
from drupe.estimators.sample import Sample
from drupe.estimators.unweighted import Unweighted
from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.errors import InputError, ParameterError
from drupe.foundation.parameters import Interval
from drupe.foundation.shapes import Outputs, Reals
from drupe.predictors.neighbor_votes import NearestVotes


@declared
class NeighborsClassifier(Unweighted, NeighborMachine):
    """argmax over classes y of #{i among the k nearest: yᵢ = y} + t(y), by the distance ‖φ(x) − φ(xᵢ)‖.

    Equally near examples count in the order in which they came, so that the neighbors are always well defined. With
    `required_votes` it is the (k, l) rule: where no class has that many of the k votes, there is no answer. The metric
    of any kernel on any kind of examples will do; for Euclidean distances on large tables of few columns,
    scikit-learn's KNeighborsClassifier has search trees.

    Parameters
    ----------
    n_neighbors
        k.
    required_votes
        l, more than k/2 and at most k; None to answer always.
    reject_label
        What `predict` says where it does not answer.
    tie_breaker
        t(y), a number between 0 and ½ for each class; None decides ties for the first class.

    Attributes
    ----------
    tie_breaker_
        t(y) of each class.

    Examples
    --------
    >>> machine = NeighborsClassifier(3).fit([[0.0], [1.0], [2.0], [8.0], [9.0]], ["a", "a", "a", "b", "b"])
    >>> machine.predict([[1.5], [7.0]]).tolist(), machine.predict_proba([[7.0]]).round(2).tolist()
    (['a', 'b'], [[0.33, 0.67]])
    >>> machine.set_params(required_votes=3).fit([[0.0], [1.0], [2.0], [8.0], [9.0]], list("aaabb"))
    NeighborsClassifier(n_neighbors=3, required_votes=3)
    >>> machine.predict([[1.5], [7.0]]).tolist()
    ['a', None]

    References
    ----------
    [Graepel02]_, section 2.2.1; [Herbrich02]_, section 1.2; [Cristianini00]_, section 3.4.
    """

    n_neighbors: int = parameter(Interval(1, whole=True), default=5, kw_only=False)
    required_votes: int | None = parameter(Either(NOTHING, Interval(1, whole=True)), default=None)
    reject_label: Any = parameter(default=None)
    tie_breaker: Any = parameter(default=None)

    predictor_: Annotated[NearestVotes, Outputs("classes")] = learned()
    solution_: None = learned()
    tie_breaker_: Annotated[Vector, Reals("classes")] = learned()

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """The class of each example, or the reject label."""
        votes = self._outputs(X)
        labels = np.asarray(self.classes_[winners(votes, self.tie_breaker_)])
        return with_rejects(labels, self._declined(votes), self.reject_label)

    def predict_proba(self, X: Any) -> Matrix:
        """The share of each class among the k neighbors."""
        return self._outputs(X) / int(self.n_neighbors)

    def rejected(self, X: Any) -> npt.NDArray[np.bool_]:
        """Where there is no answer."""
        return self._declined(self._outputs(X))

    def kneighbors(self, X: Any, n_neighbors: int | None = None) -> tuple[Vector, Index]:
        """Distances in feature space and positions of the nearest training examples, the nearest first."""
        new, found = self._new(X), self.predictor_
        assert isinstance(found, NearestVotes)
        count = found.count if n_neighbors is None else n_neighbors
        _require_enough(count, len(found.distances))
        nearest = found.distances.nearest(new, count)
        squared = np.empty(nearest.shape)
        for index, part in found.distances.blocks(new):
            squared[index] = np.take_along_axis(found.distances.squared(part), nearest[index], axis=1)
        return np.sqrt(squared), nearest

    def _learn(self, sample: Sample) -> Fitted:
        count, required = int(self.n_neighbors), self.required_votes
        _require_enough(count, len(sample))
        if required is not None and not count < 2 * required <= 2 * count:
            raise ParameterError(
                f"required_votes must be more than half of n_neighbors = {count} and at most {count}, got {required}."
            )
        votes = NearestVotes(self._distances(sample), sample.targets, len(self.classes_), count)
        return Fitted(votes, None, {"tie_breaker_": tie_breaker_values(self.tie_breaker, len(self.classes_))})

    def _declined(self, votes: Matrix) -> npt.NDArray[np.bool_]:
        if self.required_votes is None:
            return np.zeros(len(votes), dtype=bool)
        return np.asarray(votes.max(axis=1) < self.required_votes)


def _require_enough(count: int, there: int) -> None:
    if count > there:
        raise InputError(f"{count} neighbors were asked for, but there are {there} examples; lower n_neighbors.")
