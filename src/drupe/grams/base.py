"""The Gram: a kernel on given examples as a symmetric operator, all that a solver ever sees of the data."""

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
from scipy.sparse.linalg import LinearOperator

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.budget import DEFAULT_BYTES, require
from drupe.foundation.errors import InputError
from drupe.foundation.progress import Progress
from drupe.grams.reals import columns
from drupe.inputs.base import Inputs
from drupe.inputs.index import positions


class Gram(ABC):
    """Kᵢⱼ = k(xᵢ, xⱼ) for i, j = 1..n, without ever being held.

    Public methods check what comes in; an author writes `__len__`, `dtype`, `diagonal`, `_rows`, `_product` and
    `_take`, whose arguments have been checked. A Gram that knows its kernel can also compare new examples with its own.

    References
    ----------
    [Herbrich02]_, definition 2.15; [Cristianini00]_, definition 3.4.
    """

    __array_ufunc__ = None  # so that array @ gram asks __rmatmul__ instead of taking the Gram for a number

    @abstractmethod
    def __len__(self) -> int: ...

    @property
    @abstractmethod
    def dtype(self) -> np.dtype[Any]:
        """float32 or float64: what rows are held in. Products and the diagonal are always float64."""

    @property
    def shape(self) -> tuple[int, int]:
        """(n, n)."""
        return len(self), len(self)

    @abstractmethod
    def diagonal(self) -> Vector:
        """k(xᵢ, xᵢ), in float64."""

    def rows(self, index: Any) -> Matrix:
        """Rows of K at these positions (whole numbers, negative ones from the end, or a mask)."""
        chosen = positions(index, len(self))
        return self._rows(chosen) if len(chosen) else np.empty((0, len(self)), dtype=self.dtype)

    def block(self, rows: Any, columns: Any) -> Matrix:
        """The part of K where these rows cross these columns."""
        left, right = positions(rows, len(self)), positions(columns, len(self))
        if not len(left) or not len(right):
            return np.empty((len(left), len(right)), dtype=self.dtype)
        return self._block(left, right)

    def take(self, index: Any) -> "Gram":
        """The Gram of these examples, in this order."""
        return self._take(positions(index, len(self)))

    def in_double(self) -> "Gram":
        """The same Gram with all its values in float64, computed from the examples and not rounded before."""
        return self

    def product(self, vectors: Any, progress: Progress | None = None) -> Matrix:
        """K v or K V in float64; `progress` hears how far a long product has come."""
        right = columns(vectors, len(self))
        if right.ndim == 2:
            return self._product(right, progress)
        return self._product(right[:, None], progress)[:, 0]

    def rough_product(self, vectors: Matrix, progress: Progress | None = None) -> Matrix:
        """K V where an error of single precision, relative to the largest eigenvalue, does no harm; as float64."""
        return self._product(vectors, progress)

    def __matmul__(self, vectors: Any) -> Matrix:
        return self.product(vectors)

    def __rmatmul__(self, vectors: Any) -> Matrix:
        return self.product(np.transpose(vectors)).T

    def dense(self, budget: int = DEFAULT_BYTES, progress: Progress | None = None) -> Matrix:
        """K itself; refused before anything is allocated if it takes more bytes than the budget."""
        n = len(self)
        require(
            n * n * self.dtype.itemsize,
            budget,
            f"the dense Gram matrix of {n} examples",
            "use rows and products of the Gram, a low-rank Gram, or pass a larger budget (bytes).",
        )
        return self._dense(progress) if n else np.empty((0, 0), dtype=self.dtype)

    def against(self, new: Inputs) -> Matrix:
        """k(x, xⱼ) for new examples x and the n examples of this Gram."""
        raise self._knows_no_others()

    def evaluate(self, new: Inputs, weights: Any) -> Matrix:
        """f(x) = Σⱼ weightsⱼ k(x, xⱼ) at new examples, in float64; one column for each column of weights."""
        right = columns(weights, len(self))
        if right.ndim == 2:
            return self._evaluate(new, right)
        return self._evaluate(new, right[:, None])[:, 0]

    def diagonal_of(self, new: Inputs) -> Vector:
        """k(x, x) of new examples, in float64."""
        raise self._knows_no_others()

    def as_linear_operator(self) -> LinearOperator:
        """The same operator for scipy's iterative methods."""

        def matmat(vectors: Matrix) -> Matrix:
            return self._product(np.asarray(vectors, dtype=np.float64), None)

        def matvec(vector: Vector) -> Vector:
            return matmat(np.reshape(vector, (-1, 1)))[:, 0]

        return LinearOperator(
            self.shape, matvec=matvec, rmatvec=matvec, matmat=matmat, rmatmat=matmat, dtype=np.dtype(np.float64)
        )

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self)} examples)"

    @abstractmethod
    def _rows(self, index: Index) -> Matrix:
        """Rows of K; the index is not empty."""

    @abstractmethod
    def _product(self, vectors: Matrix, progress: Progress | None) -> Matrix:
        """K V for a float64 matrix with n rows."""

    @abstractmethod
    def _take(self, index: Index) -> "Gram": ...

    def _block(self, rows: Index, columns: Index) -> Matrix:
        return self._rows(rows)[:, columns]

    def _dense(self, progress: Progress | None) -> Matrix:
        return self._rows(np.arange(len(self)))

    def _evaluate(self, new: Inputs, weights: Matrix) -> Matrix:
        return np.asarray(self.against(new) @ weights)

    def _knows_no_others(self) -> InputError:
        return InputError(
            f"{type(self).__name__} knows only its own {len(self)} examples and cannot compare new ones with them; "
            "make it from a kernel and inputs, LazyGram(kernel, inputs)."
        )
