"""How sparse an expansion is: the share of its coefficients that are zero."""

import numpy as np

from drupe.foundation.arrays import Matrix


def sparsity(coefficients: Matrix, tolerance: float = 0.0) -> float:
    """The share of coefficients with |a| ≤ tolerance · max |a|, over all examples and functions.

    Solvers that end at a vertex or on a path make exact zeros. Interior points and gradients leave small numbers
    instead, for which a tolerance such as 1e-6 is due.

    >>> sparsity(np.array([[0.0], [2.0], [1e-9], [0.0]])), sparsity(np.array([[0.0], [2.0], [1e-9], [0.0]]), 1e-6)
    (0.5, 0.75)

    References
    ----------
    [Mika02]_, table 5.5.
    """
    size = np.abs(coefficients)
    return float(np.mean(size <= tolerance * size.max(initial=0.0)))
