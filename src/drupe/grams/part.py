"""Some examples of a larger Gram, taken out only when an entry is asked for."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.progress import Progress
from drupe.grams.base import Gram
from drupe.inputs.base import Inputs


@dataclass(frozen=True, eq=False, repr=False)
class PartGram(Gram):
    """Kᵢⱼ of the whole for i and j in the index; what `whole.take(index)` is, without the cost before it is needed.

    For results that remember which problem they solved, of which there may be hundreds over one sample.

    Parameters
    ----------
    whole
        The larger Gram.
    index
        Positions of the examples in it.

    Examples
    --------
    >>> from drupe.grams.dense import DenseGram
    >>> PartGram(DenseGram(np.diag([1.0, 2.0, 3.0])), np.array([2, 0])).diagonal().tolist()
    [3.0, 1.0]

    References
    ----------
    [Herbrich02]_, definition 2.15.
    """

    whole: Gram
    index: Index

    @cached_property
    def taken(self) -> Gram:
        """The part with a life of its own."""
        return self.whole.take(self.index)

    def __len__(self) -> int:
        return len(self.index)

    @property
    def dtype(self) -> np.dtype[Any]:
        return self.whole.dtype

    def in_double(self) -> Gram:
        return PartGram(self.whole.in_double(), self.index)

    def diagonal(self) -> Vector:
        return self.taken.diagonal()

    def against(self, new: Inputs) -> Matrix:
        return self.taken.against(new)

    def diagonal_of(self, new: Inputs) -> Vector:
        return self.taken.diagonal_of(new)

    def _rows(self, index: Index) -> Matrix:
        return self.taken._rows(index)

    def _block(self, rows: Index, columns: Index) -> Matrix:
        return self.whole._block(self.index[rows], self.index[columns])

    def _product(self, vectors: Matrix, progress: Progress | None) -> Matrix:
        return self.taken._product(vectors, progress)

    def _dense(self, progress: Progress | None) -> Matrix:
        return self.taken._dense(progress)

    def _evaluate(self, new: Inputs, weights: Matrix) -> Matrix:
        return self.taken._evaluate(new, weights)

    def _take(self, index: Index) -> Gram:
        return PartGram(self.whole, self.index[index])
