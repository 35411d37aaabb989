"""A = LLᵀ in the memory of A itself: solutions, determinant and inverse of a positive definite matrix."""

from dataclasses import dataclass

import numpy as np
from scipy.linalg import get_blas_funcs, get_lapack_funcs

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.foundation.progress import Progress

AT_ONCE = 4000
"""Rows up to which LAPACK works alone, for about half a second; beyond it progress is reported and Ctrl-C heard."""

AT_ONCE_IN_SINGLE = 8000
"""The same in single precision, which is twice as fast, on two processors."""

STRIP = 128
"""Columns that are factored, inverted, cleared or copied together."""

BELOW = np.tri(STRIP, k=-1, dtype=bool)
"""What stands below the diagonal of a square of such columns."""


@dataclass(frozen=True, eq=False)
class Cholesky:
    """A = LLᵀ with L lower triangular.

    Parameters
    ----------
    array
        L in the lower triangle; what stands above it does not matter.

    Examples
    --------
    >>> factor = factored(np.array([[4.0, 2.0], [2.0, 5.0]]))
    >>> factor.solve(np.array([8.0, 12.0])).tolist(), round(float(np.exp(factor.log_determinant)), 12)
    ([1.0, 2.0], 16.0)

    References
    ----------
    [Rasmussen06]_, appendix A.4.
    """

    array: Matrix

    def __len__(self) -> int:
        return len(self.array)

    @property
    def log_determinant(self) -> float:
        """ln det A."""
        return 2.0 * float(np.log(self.pivots).sum())

    @property
    def pivots(self) -> Vector:
        """The diagonal of L."""
        return self.array.diagonal()

    @property
    def reciprocal_condition(self) -> float:
        """At least the smallest eigenvalue of A over the largest, and of its order where pivots show it."""
        return float((self.pivots.min() / self.pivots.max()) ** 2)

    def solve(self, right: Matrix) -> Matrix:
        """A⁻¹ B."""
        if right.ndim == 1:
            # For a single column LAPACK's way by blocks takes four times as long.
            trsv = get_blas_funcs("trsv", (self.array,))
            return np.asarray(trsv(self.array.T, trsv(self.array.T, right, trans=1)))
        potrs = get_lapack_funcs("potrs", (self.array,))
        found, _ = potrs(self.array.T, right, lower=0)
        return np.asarray(found)

    def half_solve(self, right: Matrix) -> Matrix:
        """L⁻¹ B, so that the squared lengths of its columns are those of bᵀA⁻¹b."""
        trtrs = get_lapack_funcs("trtrs", (self.array,))
        found, _ = trtrs(self.array.T, right, lower=0, trans=1)
        return np.asarray(found)

    def triangle(self) -> Matrix:
        """L with zeros above the diagonal, in the same memory."""
        for start in range(0, len(self), STRIP):
            end = start + STRIP
            self.array[start:end, end:] = 0.0
            block = self.array[start:end, start:end]
            np.copyto(block, 0.0, where=BELOW.T[: len(block), : len(block)])
        return self.array

    def into_inverse_triangle(self) -> Matrix:
        """The lower triangle of A⁻¹, with zeros above it, in the memory of L, which is gone afterwards."""
        if len(self) <= AT_ONCE:
            potri = get_lapack_funcs("potri", (self.array,))
            found, _ = potri(self.array.T, lower=0, overwrite_c=1)
            return Cholesky(np.asarray(found).T).triangle()
        for start in range(0, len(self), STRIP):
            # Columns further to the right need nothing of L in this strip or to its left.
            self.array[start:, start : start + STRIP] = self._up(self._down(start))
        return self.triangle()

    def into_inverse_diagonal(self) -> Vector:
        """The diagonal of A⁻¹, the squared lengths of the columns of L⁻¹."""
        strips = (self._down(start) for start in range(0, len(self), STRIP))
        return np.concatenate([np.einsum("ij,ij->j", strip, strip, dtype=np.float64) for strip in strips])

    def _down(self, start: int) -> Matrix:
        """A strip of columns of L⁻¹ from the diagonal on, block by block down."""
        trtrs = get_lapack_funcs("trtrs", (self.array,))
        columns = np.eye(len(self) - start, min(STRIP, len(self) - start), dtype=self.array.dtype)
        for top in range(start, len(self), STRIP):
            block = slice(top, top + STRIP)
            known = slice(0, top - start)
            right = columns[top - start :][:STRIP] - self.array[block, start:top] @ columns[known]
            columns[top - start :][:STRIP] = trtrs(self.array[block, block].T, right, lower=0, trans=1)[0]
        return columns

    def _up(self, columns: Matrix) -> Matrix:
        """L⁻ᵀ times such a strip, in its memory, block by block up."""
        trtrs = get_lapack_funcs("trtrs", (self.array,))
        start = len(self) - len(columns)
        for top in reversed(range(start, len(self), STRIP)):
            block, below = slice(top, top + STRIP), slice(top + STRIP, None)
            right = columns[top - start :][:STRIP] - self.array[below, block].T @ columns[top - start + STRIP :]
            columns[top - start :][:STRIP] = trtrs(self.array[block, block].T, right, lower=0, trans=0)[0]
        return columns


def factored(matrix: Matrix, shift: Vector | float = 0.0, progress: Progress | None = None) -> Cholesky:
    """L of A + diag(shift), in the memory and the precision of A; what A had above the diagonal stays there.

    >>> round(factored(np.array([[3.0]]), shift=1.0).array.item(), 12)
    2.0
    """
    n = len(matrix)
    matrix = np.require(matrix, np.float32 if matrix.dtype == np.float32 else np.float64, ["C", "W"])
    matrix[np.arange(n), np.arange(n)] += shift
    strip = n if n <= (AT_ONCE_IN_SINGLE if matrix.dtype == np.float32 else AT_ONCE) else STRIP
    for start in range(0, n, strip):
        # Left-looking: each strip of columns is finished before the next is touched, so that it can end at any time.
        end = min(start + strip, n)
        if start:
            update = matrix[start:, :start] @ matrix[start:end, :start].T
            matrix[start:end, start:end] -= np.tril(update[: end - start])
            matrix[end:, start:end] -= update[end - start :]
        _factor_strip(matrix, start, end)
        if progress is not None:
            progress(end**2 * (3 * n - 2 * end) / n**3)
    return Cholesky(matrix)


def _factor_strip(matrix: Matrix, start: int, end: int) -> None:
    whole = end - start == len(matrix)
    block = matrix if whole else np.array(matrix[start:end, start:end])
    potrf, trtrs = get_lapack_funcs(("potrf", "trtrs"), (matrix,))
    found, failed = potrf(block.T, lower=0, clean=0, overwrite_a=1)
    if failed:
        raise not_positive_definite(start + failed - 1)
    if whole:
        return
    corner = np.tril_indices(end - start)
    matrix[start:end, start:end][corner] = found.T[corner]
    if end < len(matrix):
        below, _ = trtrs(found, np.ascontiguousarray(matrix[end:, start:end]).T, lower=0, trans=1, overwrite_b=1)
        matrix[end:, start:end] = below.T


class NotPositiveError(InputError, np.linalg.LinAlgError):
    """The matrix is not positive definite."""


def not_positive_definite(i: int) -> NotPositiveError:
    """The error for a matrix whose elimination ends at row i."""
    return NotPositiveError(
        f"the kernel matrix with what is added to its diagonal is not positive definite: at example {i} nothing "
        "positive is left of the diagonal. Examples repeat each other in feature space, or the kernel is not positive; "
        "add more to the diagonal (a larger alpha or noise), or take another kernel."
    )


def mirror(matrix: Matrix) -> None:
    """Copy what stands above the diagonal below it.

    >>> a = np.array([[1.0, 2.0], [0.0, 3.0]])
    >>> mirror(a)
    >>> a.tolist()
    [[1.0, 2.0], [2.0, 3.0]]
    """
    for start in range(0, len(matrix), STRIP):
        end = start + STRIP
        matrix[end:, start:end] = matrix[start:end, end:].T
        block = matrix[start:end, start:end]
        np.copyto(block, block.T.copy(), where=BELOW[: len(block), : len(block)])
