"""A Gram whose origin is the mean of its examples in feature space."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.progress import Progress
from drupe.grams.base import Gram
from drupe.grams.dense import DenseGram
from drupe.grams.reals import one_each
from drupe.grams.wrapped import WrappedGram
from drupe.inputs.base import Inputs

PARTS = 8
"""Into how many parts a row in single precision is cut before its mean is taken."""


@dataclass(frozen=True, eq=False, repr=False)
class CenteredGram(WrappedGram):
    """H K H with H = I − 11ᵀ/n: Kᵢⱼ − mᵢ − mⱼ + m̄, where mᵢ is the mean of row i.

    The means come from one product with K. A part made by `take` keeps the origin of the whole.

    Parameters
    ----------
    gram
        K.
    weights
        How often each example counts in the mean; None for once.

    Examples
    --------
    >>> from drupe.grams.dense import DenseGram
    >>> CenteredGram(DenseGram([[4, 1], [1, 2]])).dense().tolist()
    [[1.0, -1.0], [-1.0, 1.0]]

    References
    ----------
    [Scholkopf02]_, section 14.2.
    """

    gram: Gram
    weights: Any = None
    _whole: "CenteredGram | None" = None
    _members: Index | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.weights is not None:
            object.__setattr__(self, "weights", one_each(self.weights, len(self.gram), "weights"))

    @cached_property
    def _shares(self) -> Vector:
        """The part that each example has in the mean."""
        if self.weights is None:
            return np.full(len(self), 1.0 / max(1, len(self)))
        return np.asarray(self.weights / self.weights.sum())

    @cached_property
    def _lowered(self) -> Vector:
        """m̄/2 − mᵢ, so that an entry of K plus both sides' is the centred one."""
        if self._whole is not None:
            return self._whole._lowered[self._members]
        return self._from_means(self.means)

    @cached_property
    def means(self) -> Vector:
        """m, the mean of each row of K."""
        if not isinstance(self.gram, DenseGram) or self.dtype == np.float64:
            return np.asarray(self.gram.product(self._shares))
        # Sums of single precision over a part of each row, added up in double, are exact enough and much faster.
        parts = np.zeros((len(self), PARTS))
        parts[np.arange(len(self)), np.arange(len(self)) * PARTS // max(1, len(self))] = self._shares
        return np.asarray(self.gram.rough_product(parts).sum(axis=1))

    def _from_means(self, means: Vector) -> Vector:
        height = float(self._shares @ self.means)
        return np.asarray(0.5 * height - means)

    def _lowered_of(self, new: Inputs) -> Vector:
        whole = self._whole or self
        return whole._from_means(whole.gram.evaluate(new, whole._shares))

    def diagonal(self) -> Vector:
        return np.asarray(self.gram.diagonal() + 2.0 * self._lowered)

    def against(self, new: Inputs) -> Matrix:
        return _moved(self.gram.against(new), self._lowered_of(new), self._lowered)

    def diagonal_of(self, new: Inputs) -> Vector:
        return np.asarray(self.gram.diagonal_of(new) + 2.0 * self._lowered_of(new))

    def _rows(self, index: Index) -> Matrix:
        return _moved(self.gram._rows(index), self._lowered[index], self._lowered)

    def _dense(self, progress: Progress | None) -> Matrix:
        return _moved(self.gram._dense(progress), self._lowered, self._lowered)

    def _block(self, rows: Index, columns: Index) -> Matrix:
        return _moved(self.gram._block(rows, columns), self._lowered[rows], self._lowered[columns])

    def _product(self, vectors: Matrix, progress: Progress | None) -> Matrix:
        return self._product_moved(self.gram._product(vectors, progress), vectors)

    def rough_product(self, vectors: Matrix, progress: Progress | None = None) -> Matrix:
        return self._product_moved(self.gram.rough_product(vectors, progress), vectors)

    def _product_moved(self, kept: Matrix, vectors: Matrix) -> Matrix:
        return np.asarray(kept + np.outer(self._lowered, vectors.sum(axis=0)) + self._lowered @ vectors)

    def _evaluate(self, new: Inputs, weights: Matrix) -> Matrix:
        kept = self.gram._evaluate(new, weights)
        return np.asarray(kept + np.outer(self._lowered_of(new), weights.sum(axis=0)) + self._lowered @ weights)

    def _take(self, index: Index) -> Gram:
        members = index.copy() if self._members is None else self._members[index]
        return CenteredGram(self.gram.take(index), None, self._whole or self, members)


def _moved(block: Matrix, left: Vector, right: Vector) -> Matrix:
    # In float64, then back: what is left after centring may be small against what was there.
    return np.asarray(block + (left[:, None] + right), dtype=block.dtype)
