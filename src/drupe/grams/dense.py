"""The Gram that is held as a matrix: small problems, and precomputed kernels."""

from typing import Any

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.errors import InputTypeError
from drupe.foundation.progress import Progress
from drupe.grams.base import Gram
from drupe.inputs.base import Inputs
from drupe.inputs.precomputed import Precomputed

STRIPE = 256
"""Rows of a float32 matrix that are multiplied at a time, so that no float64 copy of it is made."""


class DenseGram(Gram):
    """K as it is given; must be square, finite and symmetric up to rounding.

    Parameters
    ----------
    matrix
        float32 or float64 is held as it is, without a copy and read-only; other real types become float64.

    Examples
    --------
    >>> gram = DenseGram([[2, 1], [1, 2]])
    >>> (gram @ [1, -1]).tolist()
    [1.0, -1.0]

    References
    ----------
    [Cristianini00]_, remark 2.11.
    """

    def __init__(self, matrix: Any):
        if isinstance(matrix, Inputs):
            raise InputTypeError("DenseGram holds a matrix; a kernel on inputs is LazyGram(kernel, inputs).")
        self._matrix = _read_only(Precomputed.of(matrix).array)

    @classmethod
    def _of_symmetric(cls, matrix: Matrix) -> "DenseGram":
        gram = cls.__new__(cls)
        gram._matrix = _read_only(matrix)
        return gram

    def __reduce__(self) -> tuple[Any, ...]:
        return DenseGram._of_symmetric, (self._matrix,)

    @property
    def matrix(self) -> Matrix:
        """K, read-only."""
        return self._matrix

    def __len__(self) -> int:
        return len(self._matrix)

    @property
    def dtype(self) -> np.dtype[Any]:
        return self._matrix.dtype

    def diagonal(self) -> Vector:
        return np.array(np.diagonal(self._matrix), dtype=np.float64)

    def _rows(self, index: Index) -> Matrix:
        return self._matrix[index]

    def _block(self, rows: Index, columns: Index) -> Matrix:
        return self._matrix[np.ix_(rows, columns)]

    def _product(self, vectors: Matrix, progress: Progress | None) -> Matrix:
        if self.dtype == np.float64:
            return self._matrix @ vectors
        out = np.empty(vectors.shape)
        for start in range(0, len(self), STRIPE):
            out[start : start + STRIPE] = self._matrix[start : start + STRIPE] @ vectors
        return out

    def rough_product(self, vectors: Matrix, progress: Progress | None = None) -> Matrix:
        if self.dtype == np.float64:
            return self._matrix @ vectors
        # K is symmetric, and BLAS is faster with the few rows of Vᵀ on the left.
        rows = np.ascontiguousarray(vectors.T, dtype=np.float32)
        return np.asarray((rows @ self._matrix).T, dtype=np.float64)

    def _dense(self, progress: Progress | None) -> Matrix:
        return self._matrix.copy()

    def _take(self, index: Index) -> Gram:
        # A part of a matrix that is symmetric up to rounding need not be so by its own, smaller scale: no second check.
        return self._of_symmetric(self._matrix[np.ix_(index, index)])


def _read_only(matrix: Matrix) -> Matrix:
    view = matrix.view()
    view.flags.writeable = False
    return view
