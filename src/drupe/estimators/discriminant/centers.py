"""Which points a discriminant is an expansion over, if not over all its examples."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from drupe.foundation.arrays import Index
from drupe.foundation.errors import InputError, InputTypeError
from drupe.foundation.parameters import Checked, whole
from drupe.foundation.randomness import RandomState, generator
from drupe.inputs.base import Inputs
from drupe.inputs.coerce import given_like
from drupe.inputs.vectors import Vectors


@dataclass(frozen=True, eq=False)
class ChosenCenters:
    """Centers, and their places in the sample if they are examples of it.

    Parameters
    ----------
    points
        The centers.
    places
        Where they stand in the sample; None if they are other points.
    """

    points: Inputs
    places: Index | None = None


class Centers(ABC):
    """A way to choose centers.

    References
    ----------
    [Mika02]_, section 3.5.1.
    """

    @abstractmethod
    def of(self, inputs: Inputs, weights: Any) -> ChosenCenters:
        """The centers for these examples."""


@dataclass(frozen=True)
class FirstExamples(Checked, Centers):
    """The first examples of the sample.

    Parameters
    ----------
    count
        How many.

    Examples
    --------
    >>> FirstExamples(2).of(Vectors.of([[1.0], [2.0], [3.0]]), np.ones(3)).places.tolist()
    [0, 1]
    """

    count: int = whole(1)

    def of(self, inputs: Inputs, weights: Any) -> ChosenCenters:
        return _examples(inputs, np.arange(_at_most(self.count, inputs)))


@dataclass(frozen=True)
class RandomExamples(Checked, Centers):
    """Examples drawn at random, none of them twice.

    Parameters
    ----------
    count
        How many.
    random_state
        What they are drawn with; the same ones each time unless said otherwise.

    Examples
    --------
    >>> len(RandomExamples(2).of(Vectors.of([[1.0], [2.0], [3.0]]), np.ones(3)).places)
    2
    """

    count: int = whole(1)
    random_state: RandomState = 0

    def of(self, inputs: Inputs, weights: Any) -> ChosenCenters:
        count = _at_most(self.count, inputs)
        return _examples(inputs, np.sort(generator(self.random_state).permutation(len(inputs))[:count]))


@dataclass(frozen=True)
class ClusterCenters(Checked, Centers):
    """The middles of clusters of vectors, found by k-means: also of examples that were transformed and added.

    Parameters
    ----------
    count
        How many clusters.
    random_state
        What k-means starts from; the same each time unless said otherwise.

    Examples
    --------
    >>> middles = ClusterCenters(2).of(Vectors.of([[0.0], [1.0], [9.0], [10.0]]), np.ones(4)).points
    >>> sorted(middles.array.ravel().tolist())
    [0.5, 9.5]
    """

    count: int = whole(1)
    random_state: int = 0

    def of(self, inputs: Inputs, weights: Any) -> ChosenCenters:
        from sklearn.cluster import KMeans

        if not isinstance(inputs, Vectors):
            raise InputTypeError(f"clusters are found among vectors, but X holds {type(inputs).__name__}.")
        count = _at_most(self.count, inputs)
        found = KMeans(count, n_init=1, random_state=self.random_state).fit(inputs.array, sample_weight=weights)
        middles = np.asarray(found.cluster_centers_, dtype=inputs.dtype)
        return ChosenCenters(Vectors(middles, Vectors.of(middles).origin, inputs.names))


@dataclass(frozen=True, eq=False)
class GivenCenters(Centers):
    """These points, of the kind that the examples are.

    Parameters
    ----------
    points
        The points.

    Examples
    --------
    >>> len(GivenCenters([[0.5]]).of(Vectors.of([[0.0], [1.0]]), np.ones(2)).points)
    1
    """

    points: Any = field()

    def of(self, inputs: Inputs, weights: Any) -> ChosenCenters:
        found = given_like(inputs, self.points, "centers")
        if not len(found):
            raise InputError("centers holds no point; pass one at least.")
        return ChosenCenters(found.in_double())


def _examples(inputs: Inputs, places: Index) -> ChosenCenters:
    return ChosenCenters(inputs.take(places), places)


def _at_most(count: int, inputs: Inputs) -> int:
    if count > len(inputs):
        raise InputError(f"of {len(inputs)} examples one cannot choose {count} centers; ask for fewer.")
    return int(count)
