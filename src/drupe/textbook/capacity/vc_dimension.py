"""The VC dimension: the largest number of examples on which a class can show every pattern."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

from drupe.bounds.complexity.growth import patterns
from drupe.foundation.arrays import Matrix


def linear_dimension(d: int, *, offset: bool = True) -> int:
    """d + 1 for hyperplanes of d dimensions, d for those through the origin.

    Examples
    --------
    >>> linear_dimension(2), linear_dimension(2, offset=False)
    (3, 2)

    References
    ----------
    [Cristianini00]_, proposition 4.5; [Mika02]_, section 2.2.1; [Herbrich02]_, example 4.13; [Graepel02]_, theorem 17.
    """
    return d + 1 if offset else d


def finite_dimension(outputs: npt.ArrayLike) -> int:
    """The VC dimension of a finite class: one rule for each row, one example for each column.

    On columns drawn as a sample it is the empirical VC dimension. O(C(n, d) k) for k rules of dimension d.

    Examples
    --------
    >>> finite_dimension([[1, 1, 1], [1, 1, -1], [1, -1, -1], [-1, -1, -1]])
    1

    References
    ----------
    [Herbrich02]_, definition 4.9 and example 4.22; [Mukherjee04]_, section 8.5, where some set, not all sets, of
    the size must be shattered.
    """
    table = np.unique(np.asarray(outputs), axis=0)
    dimension = 0
    # A part of what is shattered is shattered: where no set of a size is, no larger one is.
    while 2 ** (dimension + 1) <= len(table) and any(
        shattered(table, columns) for columns in combinations(range(table.shape[1]), dimension + 1)
    ):
        dimension += 1
    return dimension


def shattered(outputs: npt.ArrayLike, columns: Sequence[int]) -> bool:
    """Whether a finite class, one rule for each row, shows all 2ⁿ patterns on these n examples.

    Examples
    --------
    >>> shattered([[1, 1], [1, -1], [-1, -1]], [0]), shattered([[1, 1], [1, -1], [-1, -1]], [0, 1])
    (True, False)

    References
    ----------
    [Graepel02]_, section 3.1.2; [Herbrich02]_, definition 4.9.
    """
    return patterns(np.asarray(outputs)[:, list(columns)]) == 1 << len(columns)


def growth_function(outputs: npt.ArrayLike, n: int) -> int:
    """The most patterns that a finite class shows on n examples of its domain: 2ⁿ up to its VC dimension, not beyond.

    It tries all C(columns, n) samples; an example drawn twice adds no pattern.

    Examples
    --------
    >>> thresholds = [[1, 1, 1], [1, 1, -1], [1, -1, -1], [-1, -1, -1]]
    >>> [growth_function(thresholds, n) for n in (1, 2, 3)]
    [2, 3, 4]

    References
    ----------
    [Graepel02]_, section 3.1.2; [Herbrich02]_, section 4.2.
    """
    table = np.unique(np.asarray(outputs), axis=0)
    size = min(n, table.shape[1])
    return max(patterns(table[:, columns]) for columns in combinations(range(table.shape[1]), size))


def empirical_dimension(x: Matrix) -> int:
    """The largest part of a sample that hyperplanes through the origin shatter: its rank.

    Examples
    --------
    >>> empirical_dimension(np.array([[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]]))
    1

    References
    ----------
    [Herbrich02]_, example 4.22.
    """
    return int(np.linalg.matrix_rank(np.asarray(x, dtype=np.float64)))


def canonical_dimension(norm: float, radius: float, d: int) -> float:
    """min(Λ²R² + 1, d + 1) ≥ VC dimension of canonical hyperplanes with ‖w‖ ≤ Λ on a ball of radius R in d dimensions.

    Canonical: the nearest example has |⟨w, x⟩ + b| = 1, so that the margin is at least 1/Λ. Λ must be fixed before the
    data are seen; with the norm of a fitted machine it is a rule of thumb, not a bound.

    Examples
    --------
    >>> canonical_dimension(norm=1.0, radius=2.0, d=100), canonical_dimension(norm=1.0, radius=2.0, d=3)
    (5.0, 4.0)

    References
    ----------
    [Mika02]_, eq. 2.18, which prints ‖w‖² ≤ Λ.
    """
    return min((norm * radius) ** 2 + 1.0, float(linear_dimension(d)))
