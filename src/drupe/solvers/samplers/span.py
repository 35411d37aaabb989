"""Orthonormal coordinates of the examples' span in feature space, where isotropic means what it says."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.linalg import eigh

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.grams.base import Gram
from drupe.inputs.vectors import Vectors
from drupe.kernels.linear import Linear

NEGATIVE = 10.0
"""An eigenvalue this many times further below zero than rounding explains shows that K is not PSD."""

FEWEST = 64
"""Rounding grows with the number of examples, from this one on: below, constants count for more."""


@dataclass(frozen=True, eq=False)
class Span:
    """K = F Fᵀ: row i of F holds the coordinates of φ(xᵢ), and w = Fᵀα those of Σᵢ αᵢ φ(xᵢ).

    A direction whose coordinates are independent and normal is isotropic. One whose coefficients α are would have
    the covariance K in feature space. Directions of the span that K does not have, where it is singular, are left out.

    Parameters
    ----------
    features
        F, n rows and as many columns as K has rank.
    duals
        P with α = P w: columns of F divided by their eigenvalues.

    Examples
    --------
    >>> from drupe.grams.dense import DenseGram
    >>> span = Span.of(DenseGram([[4.0, 4.0], [4.0, 4.0]]))
    >>> span.rank, bool(np.allclose(span.features @ span.features.T, 4.0))
    (1, True)

    References
    ----------
    [Graepel02]_, appendix C.4, whose random coefficients are replaced by random directions.
    """

    features: Matrix
    duals: Matrix

    @classmethod
    def of(cls, gram: Gram) -> "Span":
        """By the eigenvalues of K; O(n³) time and O(n²) memory."""
        matrix = np.asarray(gram.dense(), dtype=np.float64)
        if not np.isfinite(matrix).all():
            raise InputError("K must be finite; some kernel value is infinite or not a number.")
        # Divide and conquer: relatively robust representations are less exact about eigenvalues near zero.
        values, vectors = eigh(matrix, driver="evd", check_finite=False)
        rounding = max(len(gram), FEWEST) * float(np.finfo(gram.dtype).eps) * float(np.abs(values).max())
        if values[0] < -NEGATIVE * rounding:
            raise InputError(
                f"K is not positive semi-definite: it has the eigenvalue {values[0]:.3g}; use a positive kernel, or "
                "shift the diagonal with ShiftedGram."
            )
        kept = values > rounding
        if not kept.any():
            raise InputError(
                "K is zero: all examples lie at the origin of feature space, and no direction tells them apart."
            )
        roots = np.sqrt(values[kept])
        # What rounding leaves of an example at the origin must not look like a place.
        vectors[np.diagonal(matrix) <= rounding] = 0.0
        return cls(np.ascontiguousarray(vectors[:, kept] * roots), np.ascontiguousarray(vectors[:, kept] / roots))

    @property
    def rank(self) -> int:
        """Dimension of the span."""
        return int(self.features.shape[1])

    def walls(self, signs: Vector) -> npt.NDArray[np.float64]:
        """yᵢφ(xᵢ), row by row: w is right about example i if it lies on the positive side."""
        return np.ascontiguousarray(self.features * signs[:, None], dtype=np.float64)

    def direction(self, alpha: Vector) -> npt.NDArray[np.float64]:
        """The direction, of unit length, of Σᵢ αᵢ φ(xᵢ)."""
        found = np.ascontiguousarray(alpha @ self.features, dtype=np.float64)
        length = float(np.linalg.norm(found))
        if not length > 0.0:
            raise InputError("the coefficients of a start must not cancel: Σ αᵢ φ(xᵢ) is zero.")
        return np.asarray(found / length)

    def coefficients(self, directions: Matrix) -> Matrix:
        """α for rows of directions; by the core, so that threads of BLAS leave no trace in a result."""
        return Linear().matrix(Vectors.of(directions), Vectors.of(self.duals))
