"""Examples known only by their kernel values: rows of a Gram matrix that was computed elsewhere."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Self, cast
from uuid import UUID

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs.base import Inputs, Origin
from drupe.inputs.tables import table

SLACK = {np.dtype(np.float32): 1e-5, np.dtype(np.float64): 1e-8}
"""How far K and its transpose may lie apart, as a fraction of the largest entry, before it is no rounding any more."""

ROWS_AT_A_TIME = 256
"""Rows that are compared with the transpose together, so that no second matrix is made."""


@dataclass(frozen=True, eq=False)
class Precomputed(Inputs):
    """Examples as rows of a matrix k(x, z), whose columns z are the training examples.

    `Precomputed.of` takes the square Gram matrix of the training examples, and `training.against` the rectangular
    one of new examples against them.

    Parameters
    ----------
    array
        The whole matrix; sub-samples share it.
    origin
        Which of its rows these examples are.
    reference
        The token of the examples that the columns stand for.

    Examples
    --------
    >>> train = Precomputed.of([[2.0, 1.0], [1.0, 2.0]])
    >>> test = train.against([[0.5, 0.25]])
    >>> len(train), len(test), test.against_reference(train.take([1])).item()
    (2, 1, 0.25)
    """

    array: Matrix = field(repr=False)
    origin: Origin = field(repr=False)
    reference: UUID = field(repr=False)

    @classmethod
    def of(cls, data: Any) -> Self:
        """Check and wrap the square, symmetric Gram matrix of the training examples."""
        if isinstance(data, cls):
            return data
        if isinstance(data, Inputs):
            raise InputTypeError(f"a Gram matrix is needed, got {type(data).__name__}; pass it as an array.")
        array = _dense_table(data)
        if array.shape[0] != array.shape[1]:
            raise InputError(
                f"a precomputed Gram matrix must be square, got shape {array.shape}; "
                "rows of new examples against training ones belong to training.against(matrix)."
            )
        _check_symmetric(array)
        origin = Origin.new(len(array))
        return cls(array, origin, origin.token)

    def new(self, data: Any) -> Self:
        """New examples, from their kernel values with the training ones."""
        return self.against(data)

    def against(self, data: Any) -> Self:
        """New examples: one row each, one column for each example of this whole training Gram matrix."""
        if not self.training:
            raise InputError("new examples can only be compared with training ones, which these are not.")
        array = _dense_table(data)
        if array.shape[1] != self.array.shape[1]:
            raise InputError(
                f"X has {array.shape[1]} features, but drupe is expecting {self.array.shape[1]} features as input: "
                "one kernel value for each training example."
            )
        return type(self)(array, Origin.new(len(array)), self.reference)

    @property
    def training(self) -> bool:
        """Whether these examples are themselves among those that the columns stand for."""
        return self.origin.token == self.reference

    def __len__(self) -> int:
        return len(self.origin.positions)

    @property
    def dimension(self) -> int:
        """How many training examples the columns stand for."""
        return int(self.array.shape[1])

    @property
    def shape(self) -> tuple[int, ...]:
        """Of the Gram matrix of these examples, if they are training ones; else of their rows."""
        return (len(self), len(self) if self.training else self.dimension)

    def _take(self, index: Index) -> Self:
        """The matrix is shared."""
        return type(self)(self.array, self.origin.take(index), self.reference)

    def _example(self, i: int) -> Vector:
        return np.asarray(self.array[self.origin.positions[i]])

    def _examples_in(self, index: tuple[Any, ...]) -> Any:
        """Also of X[rows, columns], as scikit-learn cuts a Gram matrix on both sides.

        The columns are left as they are: a machine that was fitted on some examples reads off no other columns.
        """
        if self.training and len(index) == 2 and [np.ndim(axis) for axis in index] == [2, 2]:
            return np.ravel(index[0])
        return super()._examples_in(index)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]:
        """Refused: which columns are meant depends on the examples that a machine was fitted on."""
        raise InputTypeError("Precomputed is no array; pass the matrix of kernel values itself.")

    def against_reference(self, right: "Precomputed") -> Matrix:
        """k(xᵢ, zⱼ) for these examples and training examples of the same Gram matrix, read off and copied."""
        if not right.training or right.origin.token != self.reference:
            raise InputError(
                "these kernel values were not precomputed: both sides must come from one Gram matrix, "
                "or the left one from training.against(matrix) and the right one from training."
            )
        return self.array[np.ix_(self.origin.positions, right.origin.positions)]

    def as_centers(self) -> Self:
        """Without the training matrix: kernel values of new examples name its columns, and no others are read off."""
        return replace(self, array=np.empty((0, self.dimension), dtype=self.array.dtype))

    def diagonal(self) -> Vector:
        """k(xᵢ, xᵢ), which only a training Gram matrix knows."""
        if not self.training:
            raise InputError("k(x, x) of new examples was not precomputed: their matrix only has training columns.")
        return self.array[self.origin.positions, self.origin.positions].astype(np.float64)

    def check_space(self, new: Inputs, owner: str) -> None:
        """Raise an InputError unless the new examples were compared with the same training ones."""
        super().check_space(new, owner)
        if cast(Precomputed, new).reference != self.reference:
            raise InputError(f"{owner} was fitted on another Gram matrix; make X with training.against(matrix).")

    def contradictions(self) -> Iterator[str]:
        """What a file may have got wrong about kernel values and their examples."""
        array = self.array
        if not isinstance(array, np.ndarray) or array.ndim != 2 or array.dtype.kind != "f":
            yield "kernel values"
        if self.origin.positions.max(initial=-1) >= self.dimension:
            yield "positions of precomputed examples"


def _dense_table(data: Any) -> Matrix:
    array, _ = table(data)
    if not isinstance(array, np.ndarray):
        raise InputTypeError("a precomputed Gram matrix must be dense, got a sparse one; pass K.toarray().")
    return array


def _check_symmetric(gram: Matrix) -> None:
    allowed = SLACK[gram.dtype] * max(float(gram.max()), -float(gram.min()))
    worst, pair = 0.0, (0, 0)
    for start in range(0, len(gram), ROWS_AT_A_TIME):
        rows = slice(start, start + ROWS_AT_A_TIME)
        # Halves do not overflow, whatever the entries.
        apart = np.abs(0.5 * gram[rows] - 0.5 * gram[:, rows].T)
        i, j = np.unravel_index(int(apart.argmax()), apart.shape)
        if apart[i, j] > worst:
            worst, pair = float(apart[i, j]), (int(i) + start, int(j))
    if 2.0 * worst > allowed:
        x, z = pair
        raise InputError(
            f"a Gram matrix must be symmetric, but K[{x}, {z}] = {gram[x, z]:g} and K[{z}, {x}] = {gram[z, x]:g}, "
            "the worst pair; if that is rounding, pass (K + K.T) / 2."
        )
