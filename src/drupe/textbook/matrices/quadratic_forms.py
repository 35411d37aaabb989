"""Quadratic forms: two of them added up are one again, which is what makes Gaussians closed under Bayes' rule."""

from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError


@dataclass(frozen=True, eq=False)
class QuadraticForm:
    """D(u) = (u − center)ᵀ matrix (u − center) + level.

    Parameters
    ----------
    matrix
        Symmetric and positive semi-definite.
    center
        Where the form is least.
    level
        Its least value.

    Examples
    --------
    >>> one = QuadraticForm(np.array([[1.0]]), np.array([0.0]))
    >>> both = one + QuadraticForm(np.array([[3.0]]), np.array([4.0]))  # u² + 3 (u − 4)²
    >>> both.matrix.tolist(), both.center.tolist(), both.level
    ([[4.0]], [3.0], 12.0)

    References
    ----------
    [Herbrich02]_, theorem A.86.
    """

    matrix: Matrix
    center: Vector
    level: float = 0.0

    def __call__(self, points: Matrix) -> Vector:
        """D of each row."""
        away = points - self.center
        return np.asarray(np.einsum("ij,jk,ik->i", away, self.matrix, away) + self.level)

    def pulled_back(self, a: Matrix) -> "QuadraticForm":
        """u ↦ D(Au); of several places where it is least, the one nearest to the origin."""
        matrix = a.T @ self.matrix @ a
        center = _solved(matrix, a.T @ self.matrix @ self.center)
        # Its least value as a form of what is left, not as a difference of large ones.
        left = self.center - a @ center
        return QuadraticForm(matrix, center, float(left @ self.matrix @ left) + self.level)

    def __add__(self, other: "QuadraticForm") -> "QuadraticForm":
        if not isinstance(other, QuadraticForm):
            return NotImplemented
        if self.matrix.shape != other.matrix.shape:
            raise InputError(f"forms of {len(self.center)} and of {len(other.center)} columns have no sum.")
        matrix = self.matrix + other.matrix
        center = _solved(matrix, self.matrix @ self.center + other.matrix @ other.center)
        here = center[None, :]
        return QuadraticForm(matrix, center, float(self(here)[0] + other(here)[0]))


def _solved(matrix: Matrix, right: Vector) -> Vector:
    """The shortest solution; there is one, as the right side lies in the range of the matrix."""
    return np.asarray(np.linalg.lstsq(matrix, right, rcond=None)[0])
