"""Examples that a kernel cannot tell apart: whole rows of K that agree, found by one product and not by all pairs."""

import numpy as np

from drupe.foundation.arrays import Index, Matrix
from drupe.grams.base import Gram

ROUNDINGS = 64.0
"""Roundings of the largest value of the kernel by which rows may differ and still be one."""


def first_of_identical(gram: Gram) -> Index:
    """Rising positions of examples, the first one of all that have the same row of K.

    >>> from drupe.grams.dense import DenseGram
    >>> first_of_identical(DenseGram([[1.0, 0.0, 1.0], [0.0, 1.0, 0.0], [1.0, 0.0, 1.0]])).tolist()
    [0, 1]
    """
    n = len(gram)
    rounding = ROUNDINGS * float(np.finfo(gram.dtype).eps) * float(np.abs(gram.diagonal()).max(initial=0.0))
    # Equal rows have equal products with any vector, and others, with a random one, have different ones.
    along = gram.product(np.random.default_rng(0).standard_normal(n))
    order = np.argsort(along, kind="stable")
    apart = np.diff(along[order]) > rounding * np.sqrt(n)
    if apart.all():
        return np.arange(n)
    kept = np.ones(n, dtype=bool)
    for near in np.split(order, np.flatnonzero(apart) + 1):
        if len(near) > 1:
            members = np.sort(near)
            kept[members] = _first(gram.rows(members), rounding)
    return np.flatnonzero(kept)


def _first(rows: Matrix, rounding: float) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
    """Which rows differ from all before them."""
    first = np.zeros(len(rows), dtype=bool)
    for i in range(len(rows)):
        first[i] = not (np.abs(rows[:i][first[:i]] - rows[i]).max(axis=1, initial=0.0) <= rounding).any()
    return first
