"""Where the units of a network are, and how wide: all examples, means of groups of them, or places that are given."""

from functools import cache

import numpy as np
from scipy.spatial.distance import cdist
from sklearn.cluster import KMeans
from threadpoolctl import ThreadpoolController

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputTypeError
from drupe.inputs.base import Inputs
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
            return Vectors.of(different)
    machine = KMeans(groups, n_init=STARTS, random_state=int(generator.integers(2**31)))
    # Threads would add up in an order of their own.
    with _libraries().limit(limits=1, user_api="openmp"):
        return Vectors.of(machine.fit(x, sample_weight=weights).cluster_centers_)


@cache
def _libraries() -> ThreadpoolController:
    """Those that are loaded, looked for once: it takes as long as to group some hundred examples."""
    return ThreadpoolController()


def mean_distance(centers: Inputs) -> float:
    """Between two different centers; 1 if there are no two.

    >>> mean_distance(Vectors.of([[0.0], [3.0], [6.0], [6.0]]))
    4.0
    """
    x = _different(centers)
    n = len(x)
    return float(cdist(x, x).sum()) / (n * (n - 1)) if n > 1 else 1.0


def nearest_distance(centers: Inputs) -> float:
    """From a center to the nearest other one, the mean over all; 1 if there is no other.

    >>> nearest_distance(Vectors.of([[0.0], [3.0], [4.0]]))
    1.6666666666666667
    """
    x = _different(centers)
    if len(x) < 2:
        return 1.0
    distances = cdist(x, x)
    np.fill_diagonal(distances, np.inf)
    return float(distances.min(axis=1).mean())


def _different(centers: Inputs) -> np.ndarray:
    """Each place once, so that repetitions do not count; evenly chosen if there are very many."""
    if not isinstance(centers, Vectors):
        raise InputTypeError(
            f"widths are measured between vectors, but X holds {type(centers).__name__}; pass a kernel value for them."
        )
    x = np.unique(centers.in_double().dense(), axis=0)
    return x if len(x) <= COMPARED else x[np.linspace(0, len(x) - 1, COMPARED).astype(np.int64)]


RULES = {"mean": mean_distance, "nearest": nearest_distance}
"""From centers to a width, by the word."""
