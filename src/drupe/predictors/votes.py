"""From the outputs of all pairs of classes to one class: votes, and votes with the margins as tie-breakers."""

import math
from functools import cache
from typing import Any

import numpy as np

from drupe.foundation.arrays import Index, Matrix


def class_count(pairs: Matrix) -> int:
    """k, from the k(k − 1)/2 columns of pair outputs.

    >>> class_count(np.zeros((1, 6)))
    4
    """
    return round((1.0 + math.sqrt(1.0 + 8.0 * pairs.shape[1])) / 2.0)


def margins(pairs: Matrix) -> Matrix:
    """Σ over the pairs of each class of the outputs towards it."""
    first, second = _incidence(pairs)
    return pairs @ (first - second)


def winners(pairs: Matrix) -> Index:
    """The class with most votes, the lowest code among equals; an output of exactly zero votes for the second class.

    References
    ----------
    [Herbrich02]_, section 2.4.2; the ties are those of [Chang11]_, section 7.
    """
    if pairs.shape[1] == 1:
        return (~(pairs[:, 0] > 0)).astype(np.int64)
    gained, at_least = _ballot_of(class_count(pairs))
    return np.asarray(((pairs > 0).astype(np.float64) @ gained + at_least).argmax(axis=1), dtype=np.int64)


def one_vs_rest(pairs: Matrix) -> Matrix:
    """Votes of each class plus its margin squashed into (−1/3, 1/3), which orders classes with equally many votes.

    scikit-learn's `decision_function_shape="ovr"`; here an output of exactly zero counts for the first class.
    """
    first, second = _incidence(pairs)
    for_second = (pairs < 0).astype(np.float64)
    total = margins(pairs)
    return (1.0 - for_second) @ first + for_second @ second + total / (3.0 * (np.abs(total) + 1.0))


def _incidence(pairs: Matrix) -> tuple[Matrix, Matrix]:
    """Which class is the first of each pair, and which the second: one row for each pair."""
    return _incidence_of(class_count(pairs))


@cache
def _incidence_of(k: int) -> tuple[Matrix, Matrix]:
    first, second = pair_codes(k)
    return _read_only(np.eye(k)[first], np.eye(k)[second])


@cache
def _ballot_of(k: int) -> tuple[Matrix, Matrix]:
    """What a class gains if the first of each pair wins it, and what it has if the second wins all; whole numbers."""
    first, second = _incidence_of(k)
    return _read_only(first - second, second.sum(axis=0))


@cache
def pair_codes(k: int) -> tuple[Index, Index]:
    """The first class of each pair, and the second."""
    return _read_only(*np.triu_indices(k, 1))


def _read_only(first: Any, second: Any) -> tuple[Any, Any]:
    """Make two cached arrays read-only."""
    first.flags.writeable = second.flags.writeable = False
    return first, second
