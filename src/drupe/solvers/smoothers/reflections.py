"""Q of a matrix with few columns, as reflections: its products without itself."""

from dataclasses import dataclass

import numpy as np
from scipy.linalg import solve_triangular
from scipy.linalg.lapack import dgeqrf, dormqr

from drupe.foundation.arrays import Matrix, Vector

BLOCK = 64
"""Columns for which LAPACK gets room to work with at once."""


@dataclass(frozen=True, eq=False)
class Reflections:
    """T = Q₁R, and Q₂ for what is orthogonal to all columns of T; Q = [Q₁ Q₂] is never formed.

    Parameters
    ----------
    packed
        R above the diagonal, the directions of the reflections below.
    factors
        One for each reflection.

    Notes
    -----
    Complexity: O(nM²) to make, O(nMc) for a product with c columns, for M columns of T.

    Examples
    --------
    >>> mean = Reflections.of(np.ones((4, 1)))
    >>> mean.forth(np.array([[1.0], [2.0], [3.0], [6.0]]))[0].round(12).tolist()  # −Σ/√4
    [-6.0]

    References
    ----------
    [Wahba90]_, section 1.3.
    """

    packed: Matrix
    factors: Vector

    @classmethod
    def of(cls, columns: Matrix) -> "Reflections":
        """The reflections that make these columns triangular."""
        if not columns.shape[1]:
            return cls(columns, np.empty(0))
        packed, factors, _, _ = dgeqrf(columns)
        return cls(packed, factors)

    @property
    def rank(self) -> int:
        """M."""
        return len(self.factors)

    @property
    def triangle(self) -> Matrix:
        """R."""
        return np.triu(self.packed[: self.rank])

    def forth(self, columns: Matrix) -> Matrix:
        """Qᵀ times these columns."""
        return self._applied("T", columns)

    def back(self, columns: Matrix) -> Matrix:
        """Q times these columns."""
        return self._applied("N", columns)

    def around(self, matrix: Matrix) -> Matrix:
        """QᵀAQ of a symmetric matrix, row by row."""
        if not self.rank or not len(matrix):
            return np.array(matrix)
        # Rows of a symmetric matrix are its columns, which LAPACK takes without turning them.
        left = self.forth(matrix.T)
        found, _, _ = dormqr("R", "N", self.packed, self.factors, left, BLOCK * len(left), overwrite_c=1)
        return np.asarray(found).T

    def solve(self, right: Matrix) -> Matrix:
        """R⁻¹ times these columns."""
        return np.asarray(solve_triangular(self.triangle, right)) if self.rank else right

    def solve_transposed(self, right: Matrix) -> Matrix:
        """R⁻ᵀ times these columns."""
        return np.asarray(solve_triangular(self.triangle, right, trans="T")) if self.rank else right

    def _applied(self, trans: str, columns: Matrix) -> Matrix:
        if not self.rank or not columns.shape[1]:
            return np.array(columns)
        found, _, _ = dormqr("L", trans, self.packed, self.factors, columns, BLOCK * columns.shape[1])
        return np.asarray(found)
