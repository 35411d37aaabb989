"""Covering and packing numbers of finitely many functions, known by their values on a sample."""

from itertools import combinations

import numpy as np

from drupe.foundation.arrays import Index, Matrix
from drupe.foundation.errors import InputError

EXACT = 16
"""Functions for which every subset can be tried."""


def largest_distances(values: Matrix) -> Matrix:
    """max over examples of |f(xᵢ) − g(xᵢ)|, for functions in rows.

    >>> largest_distances(np.array([[0.0, 0.0], [1.0, 3.0]])).tolist()
    [[0.0, 3.0], [3.0, 0.0]]
    """
    return np.asarray(np.abs(values[:, None, :] - values[None, :, :]).max(axis=2))


def mean_square_distances(values: Matrix) -> Matrix:
    """√((1/n) Σ (f(xᵢ) − g(xᵢ))²), for functions in rows.

    >>> mean_square_distances(np.array([[0.0, 0.0], [3.0, 3.0]])).tolist()
    [[0.0, 3.0], [3.0, 0.0]]
    """
    return np.asarray(np.sqrt(np.square(values[:, None, :] - values[None, :, :]).mean(axis=2)))


def greedy_packing(distances: Matrix, radius: float) -> Index:
    """Functions farther than the radius from one another, to which none can be added, the farthest first.

    Being maximal, they are also a cover of that radius: N(r) ≤ size, and size ≤ N(r/2).

    Examples
    --------
    >>> len(greedy_packing(largest_distances(np.arange(5.0)[:, None]), 1.5))
    3

    References
    ----------
    [Mukherjee04]_, section 8.4; [Herbrich02]_, theorem A.49.
    """
    chosen = [0]
    nearest = distances[0].copy()
    while nearest.max() > radius:
        chosen.append(int(nearest.argmax()))
        nearest = np.minimum(nearest, distances[chosen[-1]])
    return np.array(chosen, dtype=np.int64)


def greedy_cover(distances: Matrix, radius: float) -> Index:
    """Functions of the set within the radius of which all lie, chosen to serve the most that are left.

    Examples
    --------
    >>> greedy_cover(largest_distances(np.arange(3.0)[:, None]), 1.0).tolist()
    [1]

    References
    ----------
    [Cristianini00]_, definition 4.8; [Herbrich02]_, definition 4.24.
    """
    near = distances <= radius
    left = np.ones(len(distances), dtype=bool)
    chosen = []
    while left.any():
        best = int((near & left).sum(axis=1).argmax())
        chosen.append(best)
        left &= ~near[best]
    return np.array(chosen, dtype=np.int64)


def covering_number(distances: Matrix, radius: float) -> int:
    """The size of the smallest cover by members of the set, found by trying all; for a few functions only.

    Examples
    --------
    >>> covering_number(largest_distances(np.arange(4.0)[:, None]), 1.0)
    2

    References
    ----------
    [Herbrich02]_, definition 4.24; [Mukherjee04]_, section 8.4.
    """
    near = _few(distances) <= radius
    sizes = range(1, len(near) + 1)
    return next(
        size
        for size in sizes
        if any(near[list(part)].any(axis=0).all() for part in combinations(range(len(near)), size))
    )


def packing_number(distances: Matrix, radius: float) -> int:
    """The size of the largest set of functions farther than the radius from one another; for a few functions only.

    Examples
    --------
    >>> packing_number(largest_distances(np.arange(4.0)[:, None]), 1.0)
    2

    References
    ----------
    [Herbrich02]_, theorem A.49; [Mukherjee04]_, section 8.4.
    """
    apart = (_few(distances) > radius) | np.eye(len(distances), dtype=bool)
    sizes = range(len(apart), 0, -1)
    return next(
        size for size in sizes if any(apart[np.ix_(part, part)].all() for part in combinations(range(len(apart)), size))
    )


def _few(distances: Matrix) -> Matrix:
    if len(distances) > EXACT:
        raise InputError(
            f"the exact number tries all subsets and takes {EXACT} functions at most, got {len(distances)}; "
            f"greedy_cover and greedy_packing enclose it for any number."
        )
    return distances
