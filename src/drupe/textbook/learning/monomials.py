"""Conjunctions of literals, learned by elimination."""

from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Matrix, Vector


@dataclass(frozen=True)
class Monomial:
    """True where all its literals are; a literal is a column of 0/1 and the value that it must have.

    Parameters
    ----------
    literals
        Pairs of column and value.

    Examples
    --------
    >>> Monomial(frozenset({(0, 1), (2, 0)}))(np.array([[1, 1, 0], [1, 1, 1]])).tolist()
    [1.0, -1.0]

    References
    ----------
    [Mukherjee04]_, section 6.2.
    """

    literals: frozenset[tuple[int, int]]

    def __call__(self, x: Matrix) -> Vector:
        right = np.ones(len(x), dtype=bool)
        for column, value in self.literals:
            right &= x[:, column] == value
        return np.where(right, 1.0, -1.0)


def eliminate(x: Matrix, signs: Vector) -> Monomial:
    """Start with all 2d literals and drop each that some positive example contradicts.

    What is left is consistent if any monomial is.

    Examples
    --------
    >>> sorted(eliminate(np.array([[1, 0], [1, 1], [0, 1]]), np.array([1.0, 1.0, -1.0])).literals)
    [(0, 1)]

    References
    ----------
    [Mukherjee04]_, section 6.2.
    """
    positives = x[signs > 0.0]
    literals = ((column, value) for column in range(x.shape[1]) for value in (0, 1))
    return Monomial(frozenset(pair for pair in literals if (positives[:, pair[0]] == pair[1]).all()))
