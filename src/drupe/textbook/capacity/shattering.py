"""Which labelings a hyperplane can produce, found by linear programs."""

import numpy as np
from scipy.optimize import linprog

from drupe.foundation.arrays import Matrix, Vector
from drupe.textbook.capacity.cells import linear_cells


def separable(x: Matrix, signs: Vector, *, offset: bool = True) -> bool:
    """Whether some hyperplane has yᵢ(⟨w, xᵢ⟩ + b) ≥ 1 for all examples.

    Examples
    --------
    >>> separable(np.array([[0.0], [1.0], [2.0]]), np.array([1.0, -1.0, 1.0]))
    False

    References
    ----------
    [Cristianini00]_, proposition 4.5.
    """
    rows = np.column_stack([x, np.ones(len(x))]) if offset else np.asarray(x, dtype=np.float64)
    if not rows.shape[1]:
        return False
    found = linprog(
        np.zeros(rows.shape[1]),
        A_ub=-signs[:, None] * rows,
        b_ub=-np.ones(len(rows)),
        bounds=(None, None),
        method="highs",
    )
    return bool(found.status == 0)


def linear_patterns(x: Matrix, *, offset: bool = True) -> int:
    """The number of labelings of these points that hyperplanes produce.

    Examples
    --------
    >>> linear_patterns(np.array([[0.0], [1.0], [2.0]]))
    6

    References
    ----------
    [Cristianini00]_, section 4.2; [Mukherjee04]_, section 8.5.
    """
    return len(linear_cells(x, offset=offset))


def linearly_shattered(x: Matrix, *, offset: bool = True) -> bool:
    """Whether hyperplanes produce all 2ⁿ labelings: exactly if the points are affinely (linearly) independent.

    Examples
    --------
    >>> linearly_shattered(np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
    True
    >>> linearly_shattered(np.array([[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]]))
    False

    References
    ----------
    [Cristianini00]_, proposition 4.5; [Herbrich02]_, example 4.13.
    """
    rows = np.column_stack([x, np.ones(len(x))]) if offset else np.asarray(x, dtype=np.float64)
    return bool(np.linalg.matrix_rank(rows) == len(rows))
