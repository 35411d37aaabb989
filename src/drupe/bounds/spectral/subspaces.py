"""How far two subspaces are apart, and how well eigenvalues are separated."""

import numpy as np

from drupe.foundation.arrays import Matrix, Vector


def distance(a: Matrix, b: Matrix) -> float:
    """‖P_a − P_b‖, the largest sine of an angle between two subspaces, each spanned by orthonormal columns.

    >>> round(distance(np.array([[1.0], [0.0]]), np.array([[0.6], [0.8]])), 12)
    0.8

    References
    ----------
    [Mika02]_, section 4.3, where the distance of two vectors is set equal to ‖v − ṽ‖ = 2 sin(θ/2), which is more.
    """
    return float(np.linalg.norm(a @ a.T - b @ b.T, ord=2))


def separation(a: Vector, b: Vector) -> float:
    """The least distance of an eigenvalue of one symmetric matrix from one of the other: sep(A, B).

    >>> separation(np.array([3.0, 1.0]), np.array([0.5, 0.2]))
    0.5

    References
    ----------
    [Mika02]_, lemma 4.5.
    """
    return float(np.abs(np.subtract.outer(a, b)).min())
