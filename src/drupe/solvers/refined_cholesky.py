"""A Cholesky factorization in float32 whose solutions are mended by residuals in float64: twice as fast, as exact."""

from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.progress import Progress
from drupe.grams.base import Gram
from drupe.grams.single import in_single
from drupe.solvers.cholesky import Cholesky, NotPositiveError, factored

STEPS = 6
"""Corrections at most: each gains three digits or more where single precision serves at all."""

CAUTION = 10.0
"""By how much less than the first solution the first correction may gain."""

PROBES = 8
"""Entries of the inverse's diagonal that are compared with exact ones."""

DIAGONAL_TOLERANCE = 1e-3
"""Relative error of the inverse's diagonal up to which it serves."""


class NotRefinedError(NotPositiveError):
    """The system is too ill-conditioned for single precision."""


@dataclass(frozen=True, eq=False)
class RefinedCholesky:
    """A = K + diag(shift) ≈ LLᵀ in float32; x += (LLᵀ)⁻¹(b − Ax) with the residual in float64 until it is small.

    Parameters
    ----------
    factor
        L, in float32.
    gram
        K, whose products are in float64.
    shift
        What is added to the diagonal.
    tolerance
        Residual, relative to the right side, at which a solution is good.

    Notes
    -----
    Complexity: half the time and memory of float64, and a product with K for each correction.

    References
    ----------
    [Golub13]_, section 3.5.3 (improvement of a solution by its residual), place not checked.
    """

    factor: Cholesky
    gram: Gram
    shift: Vector
    tolerance: float

    def __len__(self) -> int:
        return len(self.factor)

    @property
    def reciprocal_condition(self) -> float:
        """At least the smallest eigenvalue of A over the largest, and of its order where pivots show it."""
        return self.factor.reciprocal_condition

    def solve(self, right: Matrix) -> Matrix:
        """A⁻¹ B; a NotRefinedError if corrections do not reach the tolerance."""
        right = np.asarray(right, dtype=np.float64)
        sizes = np.maximum(np.linalg.norm(right, axis=0), np.finfo(np.float64).tiny)
        found, before = self._roughly(right), np.inf
        for _ in range(STEPS):
            residual = right - self.gram.product(found) - (self.shift * found.T).T
            worst = float((np.linalg.norm(residual, axis=0) / sizes).max())
            # A correction gains what the one before did, the first solution having been one of nothing.
            gain = worst / before if np.isfinite(before) else CAUTION * worst
            if not worst <= 0.1 * before:  # nor does NaN
                break
            found, before = found + self._roughly(residual), worst
            if worst * gain <= self.tolerance:
                return found
        raise NotRefinedError(f"single precision left a residual of {worst:.1e}.")

    def into_inverse_diagonal(self) -> Vector:
        """The diagonal of A⁻¹ from single precision; a NotRefinedError where exact entries contradict it."""
        diagonal = self.factor.into_inverse_diagonal()
        probes = np.linspace(0, len(self) - 1, min(PROBES, len(self))).astype(np.intp)
        columns = np.zeros((len(self), len(probes)))
        columns[probes, np.arange(len(probes))] = 1.0
        exact = self.solve(columns)[probes, np.arange(len(probes))]
        if not (np.abs(diagonal[probes] - exact) <= DIAGONAL_TOLERANCE * exact).all():
            raise NotRefinedError("the diagonal of the inverse is lost in single precision.")
        return diagonal

    def _roughly(self, right: Matrix) -> Matrix:
        # In units of their sizes: residuals may be below what float32 can hold.
        size = np.abs(right).max(axis=0, initial=0.0)
        size = np.where(size > 0.0, size, 1.0)
        return size * self.factor.solve((right / size).astype(np.float32)).astype(np.float64)


def refined(gram: Gram, shift: Vector, tolerance: float, progress: Progress | None = None) -> RefinedCholesky:
    """The factorization of K + diag(shift); a NotPositiveError where single precision breaks down.

    >>> from drupe.grams.dense import DenseGram
    >>> system = refined(DenseGram(np.array([[2.0, 1.0], [1.0, 2.0]])), np.ones(2), tolerance=1e-6)
    >>> system.solve(np.array([[4.0], [4.0]])).round(12).tolist()
    [[1.0], [1.0]]
    """
    return RefinedCholesky(factored(in_single(gram), shift.astype(np.float32), progress), gram, shift, tolerance)
