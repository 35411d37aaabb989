"""Features of finitely many points, from the eigenvectors of their Gram matrix alone."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.linalg

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Interval, check

_ROUNDING = 8.0
"""How many units in the last place, times the number of points, an eigenvalue may be off."""


@dataclass(frozen=True, eq=False)
class FiniteDomain:
    """K = V Λ Vᵀ gives φ(xᵢ) = (√λₜ Vᵢₜ)ₜ, whose dot products are K.

    Any symmetric matrix without negative eigenvalues is a Gram matrix: these are the points that it is of.

    Parameters
    ----------
    eigenvalues
        Those that rounding can tell from zero, largest first.
    eigenvectors
        One column for each, orthonormal.

    Examples
    --------
    >>> domain = FiniteDomain.of([[2.0, 2.0], [2.0, 2.0]])
    >>> domain.rank, np.abs(domain.features()).round(6).tolist()
    (1, [[1.414214], [1.414214]])

    References
    ----------
    [Herbrich02]_, example 2.16; [Cristianini00]_, proposition 3.5; [Graepel02]_, section 2.3.2.
    """

    eigenvalues: Vector
    eigenvectors: Matrix

    @classmethod
    def of(cls, gram: Any, tolerance: float | None = None) -> "FiniteDomain":
        """The domain of a Gram matrix; a matrix with a negative eigenvalue is refused.

        Parameters
        ----------
        gram
            A symmetric matrix.
        tolerance
            Eigenvalues below this share of the largest are taken as zero; what rounding explains unless given.
        """
        k, tolerance = _symmetric(gram, tolerance)
        values, vectors = scipy.linalg.eigh(k)
        cut = tolerance * max(values[-1], -values[0])
        if values[0] < -cut:
            raise InputError(
                f"the matrix is no Gram matrix: for one of its eigenvectors v, vᵀKv = {values[0]:g}, which would be "
                f"the squared length of a vector; the largest eigenvalue is {values[-1]:g}."
            )
        kept = np.flatnonzero(values > cut)[::-1]
        return cls(values[kept], vectors[:, kept])

    @property
    def rank(self) -> int:
        """Dimension of the space that the points span."""
        return len(self.eigenvalues)

    def features(self) -> Matrix:
        """φ(xᵢ), one row for each point."""
        return np.asarray(self.eigenvectors * np.sqrt(self.eigenvalues))

    def mercer_features(self) -> Matrix:
        """ψ(xᵢ) = (Vᵢₜ)ₜ, which need the metric of Mercer space to give K."""
        return self.eigenvectors

    def mercer_inner_products(self, left: Matrix, right: Matrix) -> Matrix:
        """aᵀ Λ b for all rows a and b: the Mahalanobis inner product of Mercer space."""
        return np.asarray((left * self.eigenvalues) @ right.T)

    def gram(self) -> Matrix:
        """K, up to what was left out."""
        return self.mercer_inner_products(self.eigenvectors, self.eigenvectors)

    def truncated(self, rank: int) -> "FiniteDomain":
        """Only the largest eigenvalues: its `gram()` is the best approximation of that rank, in every unitary norm."""
        check("FiniteDomain", "rank", rank, Interval(1, whole=True))
        return FiniteDomain(self.eigenvalues[:rank], self.eigenvectors[:, :rank])

    def inverse_root(self) -> Matrix:
        """The symmetric K^(−1/2), zero where K is zero."""
        return np.asarray((self.eigenvectors / np.sqrt(self.eigenvalues)) @ self.eigenvectors.T)

    def solve(self, right: Vector) -> Vector:
        """K⁺ y: the shortest of the best solutions of K α = y."""
        return np.asarray(self.eigenvectors @ ((self.eigenvectors.T @ right) / self.eigenvalues))


def _symmetric(gram: Any, tolerance: float | None) -> tuple[Matrix, float]:
    """The matrix in float64, symmetric to the last bit, and the tolerance that fits the precision it came in."""
    k = np.asarray(gram)
    if k.dtype.kind != "f":
        k = k.astype(np.float64)
    if k.ndim != 2 or k.shape[0] != k.shape[1] or not k.size:
        raise InputError(f"a Gram matrix must be square, got shape {k.shape}.")
    if not np.isfinite(k).all():
        raise InputError("the Gram matrix holds NaN or infinity.")
    if tolerance is None:
        tolerance = _ROUNDING * len(k) * float(np.finfo(k.dtype).eps)
    check("FiniteDomain", "tolerance", tolerance, Interval(0.0, 1.0))
    k = k.astype(np.float64)
    gap = np.abs(k - k.T)
    if gap.max() > tolerance * np.abs(k).max():
        i, j = np.unravel_index(int(gap.argmax()), gap.shape)
        raise InputError(
            f"a Gram matrix must be symmetric, but K[{i}, {j}] = {k[i, j]:g} and K[{j}, {i}] = {k[j, i]:g}."
        )
    return np.asarray(0.5 * (k + k.T)), tolerance
