"""Functions that are the same at all examples, as those of repeated inputs are."""

import numpy as np

from drupe.foundation.arrays import Index, Vector
from drupe.foundation.blocks import blocks
from drupe.solvers.relevance.basis import BLOCK_BYTES, Basis

CLOSE = 1e-12
"""Relative difference of two functions that is rounding."""


def later_twins(basis: Basis, squares: Vector) -> Index:
    """Positions of functions that equal an earlier one, given the squared lengths of all.

    >>> from drupe.solvers.relevance.basis import HeldBasis
    >>> basis = HeldBasis(np.array([[1.0, 2.0], [2.0, 1.0], [1.0, 2.0], [0.0, 5.0]]))
    >>> later_twins(basis, basis.squares(np.ones(2))).tolist()
    [2]
    """
    lengths = np.sort(squares[squares > 0.0])
    if not (np.diff(lengths) <= CLOSE * lengths[1:]).any():
        return np.empty(0, dtype=np.int64)
    # Twins stand side by side in the order of any weighted sum of their values, and hardly any others do.
    sums = basis.correlate(np.cos(np.arange(basis.n, dtype=np.float64))[:, None])[:, 0]
    order = np.argsort(sums, kind="stable")
    left, right = order[:-1], order[1:]
    near = np.abs(squares[left] - squares[right]) <= CLOSE * squares[right]
    near &= np.abs(sums[left] - sums[right]) <= CLOSE * np.sqrt(basis.n * squares[right])
    same = np.zeros(len(left), dtype=bool)
    pairs = np.flatnonzero(near & (squares[right] > 0.0))
    for some in blocks(len(pairs), BLOCK_BYTES // (16 * basis.n)):
        one, other = basis.rows(left[pairs[some]]), basis.rows(right[pairs[some]])
        same[pairs[some]] = np.abs(one - other).max(axis=1) <= CLOSE * np.abs(other).max(axis=1)
    groups = np.concatenate([[0], np.cumsum(~same)])
    first = np.full(groups[-1] + 1, len(basis))
    np.minimum.at(first, groups, order)
    return np.asarray(np.sort(order[order != first[groups]]))
