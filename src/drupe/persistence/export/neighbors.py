"""Votes of near examples, and sums of windows around them, in a graph."""

from typing import Any

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.inputs.base import Inputs
from drupe.kernels.base import Kernel
from drupe.kernels.gaussian import Gaussian
from drupe.kernels.linear import Linear
from drupe.persistence.export.comparisons import differences_squared
from drupe.persistence.export.graph import DOUBLE, WHOLE, Value
from drupe.persistence.export.kernel_values import diagonal, kernel_values, table
from drupe.predictors.distances import Distances
from drupe.predictors.neighbor_votes import NearestVotes, WindowVotes
from drupe.predictors.windows import Windows


def nearest_votes(votes: NearestVotes, x: Value) -> Value:
    """How many of the nearest examples are of each class; of equally near ones the first count."""
    graph, wide = x.graph, x.cast(DOUBLE)
    ranks = _ranking(votes.distances, wide)
    places = graph.emit_many("TopK", [ranks, graph.constant([votes.count])], [DOUBLE, WHOLE], axis=1, largest=0)[1]
    voters = graph.constant(votes.codes).at(places)
    return graph.together([voters.equals(code).cast(DOUBLE).sum() for code in range(votes.classes)])


def window_votes(votes: WindowVotes, x: Value) -> Value:
    """The weights of all examples within the radius, for each class."""
    wide = x.cast(DOUBLE)
    return (_squared(votes.distances, wide) <= votes.radius**2).cast(DOUBLE) @ votes.weights


def logarithms(windows: Windows, x: Value) -> Value:
    """log Σᵢ weights[i] k(x, xᵢ) for each output; of Gaussians from distances, so that nothing underflows."""
    wide, sums = x.cast(DOUBLE), windows.sums
    if not isinstance(sums.kernel, Gaussian):
        return (kernel_values(sums.kernel, wide, sums.centers) @ sums.coefficients).largest(0.0).log()
    exponents = _euclidean(sums.centers, wide) * -float(sums.kernel.gamma)
    found = []
    for weights in sums.coefficients.T:
        counted = np.flatnonzero(weights > 0.0)
        if not len(counted):
            found.append(x.graph.filled(x, 1, -np.inf, DOUBLE))
            continue
        mine = exponents.columns(counted)
        top = mine.max()
        found.append(top + ((mine - top).exp() @ weights[counted, None]).log())
    return x.graph.together(found)


def _ranking(distances: Distances, x: Value) -> Value:
    """Numbers in the order of the distances."""
    kernel: Kernel[Any] = distances.kernel
    if isinstance(kernel, Linear | Gaussian):
        return _euclidean(distances.examples, x)
    return kernel_values(kernel, x, distances.examples) * -2.0 + _lengths(distances)


def _squared(distances: Distances, x: Value) -> Value:
    """k(x, x) − 2 k(x, z) + k(z, z)."""
    kernel: Kernel[Any] = distances.kernel
    if isinstance(kernel, Linear):
        return _euclidean(distances.examples, x)
    cross = kernel_values(kernel, x, distances.examples)
    return (diagonal(kernel, x) + _lengths(distances) - 2.0 * cross).largest(0.0)


def _lengths(distances: Distances) -> Matrix:
    return np.asarray(distances.kernel.diagonal(distances.examples), dtype=np.float64)[None, :]


def _euclidean(examples: Inputs, x: Value) -> Value:
    return differences_squared(x, table(examples))  # type: ignore[arg-type]  # these kernels compare vectors
