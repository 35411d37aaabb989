"""A = LDLᵀ of a symmetric matrix that need not be positive, in the memory of A: for kernels that are none."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.linalg.lapack import dsycon, dsytrf, dsytrf_lwork, dsytri, dsytrs

from drupe.foundation.arrays import Matrix, Vector

ROWS = 256
"""Rows whose sizes are summed together."""


@dataclass(frozen=True, eq=False)
class SymmetricFactor:
    """A = LDLᵀ, D in blocks of one and two.

    Parameters
    ----------
    array
        The factors, as LAPACK packs them.
    pivots
        Which rows were exchanged.
    reciprocal_condition
        About 1 / (‖A‖₁ ‖A⁻¹‖₁); 0 for a matrix that is singular.

    Examples
    --------
    >>> factor = symmetric_factor(np.array([[0.0, 1.0], [1.0, 0.0]]))
    >>> factor.solve(np.array([2.0, 3.0])).tolist(), factor.reciprocal_condition
    ([3.0, 2.0], 1.0)

    References
    ----------
    [Scholkopf02]_, section 2.4, for kernels that are positive only on a part of the space.
    """

    array: Matrix
    pivots: npt.NDArray[Any]
    reciprocal_condition: float

    def __len__(self) -> int:
        return len(self.array)

    def solve(self, right: Matrix) -> Matrix:
        """A⁻¹ B."""
        found, _ = dsytrs(self.array.T, self.pivots, right, lower=0)
        return np.asarray(found)

    def into_inverse_diagonal(self) -> Vector:
        """The diagonal of A⁻¹; the factors are gone afterwards."""
        found, _ = dsytri(self.array.T, self.pivots, lower=0, overwrite_a=1)
        return np.asarray(found).diagonal().copy()


def symmetric_factor(matrix: Matrix) -> SymmetricFactor:
    """The factors of a float64 matrix, in its memory."""
    matrix = np.require(matrix, np.float64, ["C", "W"])
    with np.errstate(over="ignore"):
        parts = (np.abs(matrix[start : start + ROWS]) for start in range(0, len(matrix), ROWS))
        size = max(float(part.sum(axis=1).max()) for part in parts)
    work, _ = dsytrf_lwork(len(matrix), lower=0)
    found, pivots, singular = dsytrf(matrix.T, lower=0, lwork=int(work), overwrite_a=1)
    reciprocal = 0.0 if singular else float(dsycon(found, pivots, size, lower=0)[0])
    if not reciprocal > 0.0:
        # LAPACK may overlook pivots of zero and then finds NaN for the inverse.
        reciprocal = 0.0
    return SymmetricFactor(np.asarray(found).T, pivots, reciprocal)
