"""The Gram of the linear kernel that is never formed: its products go through the columns of the data."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.progress import Progress
from drupe.grams.base import Gram
from drupe.inputs.base import Inputs
from drupe.inputs.vectors import Vectors


@dataclass(frozen=True, eq=False, repr=False)
class LinearGram(Gram):
    """K = XXᵀ, and K v = X (Xᵀ v): 2nd multiplications instead of n²d, or 2 for each entry of sparse data.

    For many examples of few columns, or of many columns that are mostly zero. Sparse data stay sparse.

    Parameters
    ----------
    inputs
        X, dense or CSR.

    Examples
    --------
    >>> gram = LinearGram(Vectors.of([[1.0, 0.0], [1.0, 2.0]]))
    >>> (gram @ [1, 1]).tolist(), gram.diagonal().tolist()
    ([2.0, 6.0], [1.0, 5.0])

    References
    ----------
    [Mukherjee04]_, section 5.1.1.
    """

    inputs: Vectors

    def __len__(self) -> int:
        return len(self.inputs)

    @property
    def dtype(self) -> np.dtype[Any]:
        return self.inputs.dtype

    def diagonal(self) -> Vector:
        return self.inputs.squared_norms()

    def against(self, new: Inputs) -> Matrix:
        return _dense(Vectors.of(new).array @ self.inputs.array.T)

    def diagonal_of(self, new: Inputs) -> Vector:
        return Vectors.of(new).squared_norms()

    def _rows(self, index: Index) -> Matrix:
        return _dense(self.inputs.array[index] @ self.inputs.array.T)

    def _block(self, rows: Index, columns: Index) -> Matrix:
        return _dense(self.inputs.array[rows] @ self.inputs.array[columns].T)

    def _product(self, vectors: Matrix, progress: Progress | None) -> Matrix:
        return np.asarray(self.inputs.array @ (self.inputs.array.T @ vectors), dtype=np.float64)

    def _evaluate(self, new: Inputs, weights: Matrix) -> Matrix:
        return np.asarray(Vectors.of(new).array @ (self.inputs.array.T @ weights), dtype=np.float64)

    def _take(self, index: Index) -> Gram:
        return LinearGram(self.inputs.take(index))


def _dense(product: Any) -> Matrix:
    return np.asarray(product.toarray() if hasattr(product, "toarray") else product)
