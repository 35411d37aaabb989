"""Columns of K for solvers that choose among them: K held where there is room, else computed when asked for."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.grams.base import Gram
from drupe.grams.held import held, held_bytes

DOUBLE_UP_TO = 4000
"""Examples up to which K is held in float64."""

STRIPE = 64
"""Rows that are looked at together."""


class KernelColumns:
    """Rows of K (which are its columns), and products with it.

    Parameters
    ----------
    gram
        K.
    budget
        Bytes that it may take.
    """

    def __init__(self, gram: Gram, budget: int):
        wanted = np.dtype(np.float64 if len(gram) <= DOUBLE_UP_TO else np.float32)
        self._gram = gram
        self._matrix = held(gram, wanted).matrix if held_bytes(gram, wanted) <= budget else None

    def __len__(self) -> int:
        return len(self._gram)

    @property
    def dtype(self) -> np.dtype[Any]:
        """The precision of what products are made of."""
        return self._gram.dtype if self._matrix is None else self._matrix.dtype

    def rows(self, index: Index) -> Matrix:
        """Rows of K."""
        return self._gram.rows(index) if self._matrix is None else self._matrix[index]

    def product(self, vectors: Matrix) -> Matrix:
        """KV, in float64 unless K is held in float32."""
        if self._matrix is None:
            return self._gram.product(vectors)
        return np.asarray(self._matrix @ vectors.astype(self._matrix.dtype))

    def shared_product(self, vectors: Matrix, pool: ThreadPoolExecutor, workers: int) -> Matrix:
        """The same, with rows of K shared out among threads where it is held."""
        if self._matrix is None:
            return self.product(vectors)
        right = vectors.astype(self._matrix.dtype)
        return np.vstack(list(pool.map(lambda rows: rows @ right, np.array_split(self._matrix, workers))))

    def diagonal(self) -> Vector:
        """k(xᵢ, xᵢ)."""
        return self._gram.diagonal()

    def moments(self, share: Vector, root: Vector) -> tuple[Vector, Vector]:
        """Weighted means of the rows, and squared lengths of what is around them, in float64."""
        means, lengths = np.empty(len(self)), np.empty(len(self))
        for start, rows in self._stripes():
            wide, part = np.asarray(rows, dtype=np.float64), slice(start, start + len(rows))
            means[part] = wide @ share
            around = wide - means[part, None]
            around *= root
            lengths[part] = np.einsum("ij,ij->i", around, around)
        return means, lengths

    def _stripes(self) -> Iterator[tuple[int, Matrix]]:
        n = len(self._gram)
        for start in range(0, n, STRIPE):
            yield start, self.rows(np.arange(start, min(start + STRIPE, n)))
