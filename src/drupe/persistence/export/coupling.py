"""One probability for each class from one for each pair, in a graph: a system of equations without a solver."""

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.persistence.export.graph import DOUBLE, Value
from drupe.persistence.export.votes import incidence
from drupe.predictors.coupling import SURE


def coupled(pairs: Value, classes: int) -> Value:
    """argmin over the simplex of pᵀQp, from r_ij = P(i | i or j) of each pair, one column each.

    At the minimum Qp = μ1 and 1ᵀp = 1, so that p is (Q + 11ᵀ)⁻¹1, normalized. That matrix is positive definite, and
    elimination needs no pivots. In double precision, whatever the graph's: Q is all but singular where pairs agree.

    References
    ----------
    [Wu04]_, section 4, the second method.
    """
    if classes == 2:
        wide = pairs.cast(DOUBLE)
        return pairs.graph.together([wide, 1.0 - wide])
    graph, belief = pairs.graph, pairs.cast(DOUBLE).largest(SURE).least(1.0 - SURE)
    first, second = incidence(classes)
    squares = belief**2.0 @ second + (1.0 - belief) ** 2.0 @ first
    crossed = belief * (1.0 - belief) @ np.stack([_both(one, other) for one, other in zip(first, second, strict=True)])
    identity = np.eye(classes)
    system = squares.reshaped([0, classes, 1]) * identity - crossed.reshaped([0, classes, classes]) + 1.0
    right = graph.filled(belief, classes, 1.0, DOUBLE).reshaped([0, classes, 1])
    found = _eliminated(graph.together([system, right], axis=2), classes).largest(0.0)
    return found / found.sum()


def _both(first: Vector, second: Vector) -> Vector:
    """Where in the matrix, row after row, a pair stands."""
    return np.asarray(np.outer(first, second) + np.outer(second, first)).ravel()


def _eliminated(system: Value, size: int) -> Value:
    """The solutions of systems with their right sides as a last column: each row is taken from all others."""
    for i in range(size):
        row = _sliced(system, 1, i)
        others = (np.arange(size) != i).astype(np.float64)[None, :, None]
        unit = row / _sliced(row, 2, i)
        system = system - others * _sliced(system, 2, i) * unit + (1.0 - others) * (unit - row)
    return _sliced(system, 2, size).reshaped([0, size])


def _sliced(table: Value, axis: int, place: int) -> Value:
    return table.apply("Gather", table.graph.constant([place]), axis=axis)
