"""Where the units of a network are, and how wide: all examples, means of groups of them, or places that are given."""

from functools import cache

import numpy as np
from scipy.spatial.distance import cdist
from sklearn.cluster import KMeans
from threadpoolctl import ThreadpoolController

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputTypeError
from drupe.inputs.base import Inputs, Origin
from drupe.inputs.vectors import Vectors

STARTS = 5
"""Of which the best k-means is taken."""

COMPARED = 2000
"""Centers at most whose distances are measured."""


def group_means(inputs: Inputs, weights: Vector, groups: int, generator: np.random.Generator) -> Vectors:
    """The means of so many groups of examples, by k-means with weights; all different examples, if they are no more.

    >>> x = Vectors.of([[0.0], [1.0], [10.0], [12.0]])
    >>> sorted(group_means(x, np.array([1.0, 1.0, 1.0, 3.0]), 2, np.random.default_rng(0)).array.ravel().tolist())
    [0.5, 11.5]
    """
    if not isinstance(inputs, Vectors):
        raise InputTypeError(
            f"means of groups need vectors, but X holds {type(inputs).__name__}; take centers='all', or give some."
        )
    x = inputs.in_double().dense()
    # Mostly the first examples tell that there are enough, and all need not be sorted.
    if len(np.unique(x[: 10 * groups], axis=0)) <= groups:
        different = np.unique(x, axis=0)
        if len(different) <= groups:
            return _named(different, inputs)
    machine = KMeans(groups, n_init=STARTS, random_state=int(generator.integers(2**31)))
    # Threads would add up in an order of their own.
    with _libraries().limit(limits=1, user_api="openmp"):
        return _named(machine.fit(x, sample_weight=weights).cluster_centers_, inputs)


@cache
def _libraries() -> ThreadpoolController:
    """Those that are loaded, looked for once: it takes as long as to group some hundred examples."""
    return ThreadpoolController()


def _named(places: Matrix, inputs: Vectors) -> Vectors:
    """New vectors, their columns named as those of the examples."""
    return Vectors(places, Origin.new(len(places)), inputs.names)


def mean_distance(places: Matrix) -> float:
    """Between two of these different places.

    >>> mean_distance(np.array([[0.0], [3.0], [6.0]]))
    4.0
    """
    n = len(places)
    return float(cdist(places, places).sum()) / (n * (n - 1))


def nearest_distance(places: Matrix) -> float:
    """From a place to the nearest other one, the mean over all.

    >>> nearest_distance(np.array([[0.0], [3.0], [4.0]]))
    1.6666666666666667
    """
    distances = cdist(places, places)
    np.fill_diagonal(distances, np.inf)
    return float(distances.min(axis=1).mean())


RULES = {"mean": mean_distance, "nearest": nearest_distance}
"""From different places to a width, by the word."""


def width_by(rule: str, centers: Inputs, inputs: Inputs, weights: Vector) -> float:
    """By the rule, from the different centers; from how far the examples are from it, if there is but one.

    That is the root of their mean squared distance; 1 if all are there.

    >>> width_by("mean", Vectors.of([[1.0], [1.0]]), Vectors.of([[1.0], [5.0]]), np.array([3.0, 1.0]))
    2.0
    """
    if not isinstance(centers, Vectors) or not isinstance(inputs, Vectors):
        raise InputTypeError(
            f"widths are measured between vectors, but X holds {type(centers).__name__}; pass a kernel value for them."
        )
    places = np.unique(centers.in_double().dense(), axis=0)
    if len(places) == 1:
        squares = cdist(inputs.in_double().dense(), places, "sqeuclidean")[:, 0]
        return float(np.sqrt(np.average(squares, weights=weights))) or 1.0
    # Of very many some are enough, evenly chosen.
    if len(places) > COMPARED:
        places = places[np.linspace(0, len(places) - 1, COMPARED).astype(np.int64)]
    return RULES[rule](places)
