"""A Gram with something added to its diagonal: ridges, squared slacks, noise of every single measurement."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Interval, check
from drupe.foundation.progress import Progress
from drupe.grams.base import Gram
from drupe.grams.reals import one_each, sign_each
from drupe.grams.wrapped import WrappedGram
from drupe.inputs.base import Inputs


@dataclass(frozen=True, eq=False, repr=False)
class ShiftedGram(WrappedGram):
    """K + diag(shift), the shift one number or one per example, zero or more.

    K + I/C turns the 2-norm soft margin into a hard one, and every eigenvalue grows by 1/C. The shift belongs to an
    example, not to its value: equal examples at two positions share nothing, but `take([3, 3])` is one example
    twice. A new example is none of these, so `against` and `evaluate` do not contain the shift.

    Parameters
    ----------
    gram
        K.
    shift
        What is added to the diagonal; the larger, the less an example is trusted.

    Examples
    --------
    >>> from drupe.grams.dense import DenseGram
    >>> ShiftedGram(DenseGram([[2, 1], [1, 2]]), 0.5).dense().tolist()
    [[2.5, 1.0], [1.0, 2.5]]
    >>> gram = DenseGram([[2, 1], [1, 2]])
    >>> ShiftedGram.from_costs(gram, signs=[1, -1], positive=10.0, negative=1.0).diagonal().tolist()
    [2.1, 3.0]

    References
    ----------
    [Cristianini00]_, section 6.1.2, and 8.4.2 (per class); [Graepel02]_, theorem 6.
    """

    gram: Gram
    shift: Any
    _examples: Any = None

    def __post_init__(self) -> None:
        super().__post_init__()
        n = len(self.gram)
        shift = one_each(np.full(n, self.shift) if np.ndim(self.shift) == 0 else self.shift, n, "shift")
        if n and shift.min() < 0:
            raise InputError(f"shift must be zero or more, got {shift.min():g}.")
        object.__setattr__(self, "shift", shift)

    @classmethod
    def from_costs(cls, gram: Gram, signs: Any, *, positive: float, negative: float) -> "ShiftedGram":
        """The shift 1/C of each example's class: squared slacks of the two classes at different costs C."""
        for name, cost in (("positive", positive), ("negative", negative)):
            check("ShiftedGram.from_costs", name, cost, Interval(0.0, closed_low=False))
        return cls(gram, np.where(sign_each(signs, len(gram)) > 0, 1.0 / positive, 1.0 / negative))

    @classmethod
    def balanced(cls, gram: Gram, signs: Any, shift: float) -> "ShiftedGram":
        """The shift in proportion to the share of each example's class, so that the larger class is damped."""
        check("ShiftedGram.balanced", "shift", shift, Interval(0.0))
        above = sign_each(signs, len(gram)) > 0
        share = above.mean() if len(above) else 0.0
        return cls(gram, shift * np.where(above, share, 1.0 - share))

    @property
    def dtype(self) -> np.dtype[Any]:
        """float64, whatever K is held in: a small shift would vanish beside a float32."""
        return np.dtype(np.float64)

    @property
    def distinct(self) -> bool:
        """Whether every position is known to hold an example of its own."""
        return self._examples is None

    @cached_property
    def _group(self) -> Index:
        """Equal numbers where two positions hold the same example."""
        if self._examples is None:
            return np.arange(len(self))
        return np.unique(self._examples, return_inverse=True)[1].astype(np.int64)

    def diagonal(self) -> Vector:
        return np.asarray(self.gram.diagonal() + self.shift)

    def against(self, new: Inputs) -> Matrix:
        return self.gram.against(new)

    def _evaluate(self, new: Inputs, weights: Matrix) -> Matrix:
        return self.gram._evaluate(new, weights)

    def _rows(self, index: Index) -> Matrix:
        return self._lifted(self.gram._rows(index), index, np.arange(len(self)))

    def _dense(self, progress: Progress | None) -> Matrix:
        everyone = np.arange(len(self))
        return self._lifted(self.gram._dense(progress), everyone, everyone)

    def _block(self, rows: Index, columns: Index) -> Matrix:
        return self._lifted(self.gram._block(rows, columns), rows, columns)

    def _lifted(self, block: Matrix, rows: Index, columns: Index) -> Matrix:
        lifted = np.array(block, dtype=np.float64)
        left, right = np.nonzero(np.equal.outer(self._group[rows], self._group[columns]))
        lifted[left, right] += self.shift[rows[left]]
        return lifted

    def _product(self, vectors: Matrix, progress: Progress | None) -> Matrix:
        pooled = vectors
        if self._examples is not None:
            sums = np.zeros_like(vectors)
            np.add.at(sums, self._group, vectors)
            pooled = sums[self._group]
        return np.asarray(self.gram._product(vectors, progress) + self.shift[:, None] * pooled)

    def _take(self, index: Index) -> Gram:
        return ShiftedGram(self.gram.take(index), self.shift[index], self._group[index])
