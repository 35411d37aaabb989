"""One probability for each class from one for each pair of classes."""

from functools import cache

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index, Matrix
from drupe.predictors.votes import class_count

SURE = 1e-7
"""A pair is never believed more firmly than to this: a probability of zero would silence all other pairs."""

ROWS_AT_A_TIME = 4096
"""Systems of equations that are solved together."""


def coupled(pairs: Matrix) -> Matrix:
    """argmin over the simplex of Σ_{i<j} (r_{ji} pᵢ − r_{ij} pⱼ)², r_{ij} = P(i | i or j), a row for each example.

    `pairs` holds r_{ij} for i < j in the order (0,1), (0,2), ..., (1,2), ... The minimum is the solution of k + 1
    linear equations, and is never negative.

    Examples
    --------
    >>> coupled(np.array([[0.75]])).tolist()
    [[0.75, 0.25]]

    References
    ----------
    [Wu04]_, section 4, the second method; theorem 2 for the signs.
    """
    k = class_count(pairs)
    first, second = np.triu_indices(k, 1)
    out = np.empty((len(pairs), k))
    if k == 2:
        out[:, 0], out[:, 1] = pairs[:, 0], 1.0 - pairs[:, 0]
        return out
    for start in range(0, len(pairs), ROWS_AT_A_TIME):
        beliefs = np.clip(pairs[start : start + ROWS_AT_A_TIME], SURE, 1.0 - SURE)
        out[start : start + ROWS_AT_A_TIME] = _minimum(beliefs, first, second, k)
    return out


def _minimum(beliefs: Matrix, first: npt.NDArray[np.intp], second: npt.NDArray[np.intp], k: int) -> Matrix:
    """The stationary points, one for each row, with the multiplier of Σp = 1 as the last unknown."""
    n = len(beliefs)
    system = np.zeros((n, k + 1, k + 1))
    system[:, first, second] = system[:, second, first] = -beliefs * (1.0 - beliefs)
    # Gathered and added class by class, not by a product of matrices: a row has the same bits alone and among others.
    squares = np.concatenate([(1.0 - beliefs) ** 2, beliefs**2], axis=1)
    system[:, range(k), range(k)] = squares.take(_against(k), axis=1).sum(axis=2)
    system[:, k, :k] = system[:, :k, k] = 1.0
    right = np.zeros((n, k + 1, 1))
    right[:, k] = 1.0
    found = np.clip(np.linalg.solve(system, right)[:, :k, 0], 0.0, None)
    return np.asarray(found / found.sum(axis=1, keepdims=True))


@cache
def _against(k: int) -> Index:
    """For each class where, among the squares for the first of each pair and then for the second, its own stand."""
    both = np.concatenate(np.triu_indices(k, 1))
    return np.argsort(both, kind="stable").reshape(k, k - 1)
