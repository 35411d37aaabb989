"""Columns of K for solvers that choose among them: K held where there is room, else computed when asked for."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.grams.base import Gram
from drupe.grams.held import held, held_bytes

DOUBLE_UP_TO = 4000
"""Examples up to which K is held in float64."""

STRIPE = 512
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

    def diagonal(self) -> Vector:
        """k(xᵢ, xᵢ)."""
        return self._gram.diagonal()

    def squared_lengths(self, of: Callable[[Matrix], Matrix]) -> Vector:
        """Squared lengths of what a function makes of the rows."""
        found = [np.einsum("ij,ij->i", part, part) for part in (of(rows) for rows in self._stripes())]
        return np.concatenate(found)

    def _stripes(self) -> Iterator[Matrix]:
        n = len(self._gram)
        for start in range(0, n, STRIPE):
            yield self.rows(np.arange(start, min(start + STRIPE, n)))
