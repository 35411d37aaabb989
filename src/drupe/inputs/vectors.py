"""Examples that are vectors: the rows of a dense or of a CSR matrix."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Self, cast

import narwhals as nw
import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs.base import Inputs, Origin
from drupe.inputs.exact import KEPT
from drupe.inputs.frames import opened
from drupe.inputs.index import positions
from drupe.inputs.names import check_names, column_names
from drupe.inputs.tables import table


@dataclass(frozen=True, eq=False)
class Vectors(Inputs):
    """Rows of a float32 or float64 matrix, dense (any strides) or CSR; use `Vectors.of` to make one.

    Parameters
    ----------
    array
        The matrix; never copied or changed.
    origin
        Which examples these are; new ones unless said otherwise.
    names
        Names of the columns, if the data came with names.

    Examples
    --------
    >>> x = Vectors.of([[0.0, 1.0], [2.0, 3.0]])
    >>> len(x), x.dimension, x.take(np.array([1])).array.tolist()
    (2, 2, [[2.0, 3.0]])
    """

    array: Any
    origin: Origin = field(repr=False)
    names: tuple[str, ...] | None = None

    @classmethod
    def accepts(cls, data: Any) -> bool:
        """Always: what is no table of numbers either is refused by the errors about tables."""
        return True

    @classmethod
    def of(cls, data: Any) -> Self:
        """Check and wrap an array, a sparse matrix, a data frame or nested lists; clear errors for anything else."""
        if isinstance(data, cls):
            return data
        if isinstance(data, Inputs):
            raise InputTypeError(f"vectors are needed, got {type(data).__name__}.")
        array, names = table(data)
        return cls(array, Origin.new(array.shape[0]), names)

    def new(self, data: Any) -> Self:
        """New vectors; the names of columns are compared before anything else is found wrong with the data."""
        frame = opened(data)
        if isinstance(frame, nw.DataFrame):
            check_names(self.names, column_names(frame.columns))
        return type(self).of(data)

    def __len__(self) -> int:
        return int(self.array.shape[0])

    @property
    def dimension(self) -> int:
        """Number of columns."""
        return int(self.array.shape[1])

    @property
    def sparse(self) -> bool:
        """Whether the rows are held as CSR."""
        return type(self.array) is not np.ndarray and bool(sp.issparse(self.array))

    @property
    def single(self) -> bool:
        """Whether the rows are in float32."""
        return bool(self.array.dtype == np.float32)

    @property
    def dtype(self) -> np.dtype[Any]:
        """float32 or float64."""
        return cast(np.dtype[Any], self.array.dtype)

    def _take(self, index: Index) -> Self:
        return type(self)(self.array[index], self.origin.take(index), self.names)

    def _example(self, i: int) -> Any:
        return self.array[i : i + 1] if self.sparse else self.array[i]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]:
        """The rows themselves, if they are dense."""
        if self.sparse:
            raise InputTypeError("sparse Vectors are no array; pass their CSR matrix, X.array.")
        return np.array(self.array, dtype=dtype, copy=copy)

    def largest(self) -> float:
        """The largest absolute value of an entry."""
        entries = self.array.data if self.sparse else self.array
        return max(float(entries.max(initial=0.0)), -float(entries.min(initial=0.0)))

    def raw(self) -> Any:
        """The matrix."""
        return self.array

    def between(self, first: int, last: int) -> Self:
        """The rows from `first` to before `last`; dense ones share their storage with these."""
        return type(self)(self.array[first:last], self.origin.between(first, last), self.names)

    def with_array(self, array: Any) -> "Vectors":
        """The same examples, seen differently: one row of `array` for each."""
        return Vectors(array, self.origin)

    def columns(self, chosen: Sequence[int] | npt.NDArray[np.int64]) -> "Vectors":
        """The same examples with only these columns."""
        kept = positions(chosen, self.dimension, "columns")
        names = None if self.names is None else tuple(self.names[j] for j in kept)
        return Vectors(self.array[:, kept], self.origin, names)

    def dense(self) -> Matrix:
        """The matrix as a dense array."""
        return cast(Matrix, self.array.toarray() if self.sparse else self.array)

    def squared_norms(self) -> Vector:
        """‖x‖² of every row, in float64."""
        if self.sparse:
            squared = self.array.astype(np.float64).power(2)
            return np.asarray(squared.sum(axis=1), dtype=np.float64).ravel()
        return np.asarray(np.einsum("ij,ij->i", self.array, self.array, dtype=np.float64))

    def in_double(self) -> Self:
        """The same examples in float64."""
        return type(self)(self.array.astype(np.float64), self.origin, self.names) if self.single else self

    def in_single(self) -> Self:
        """The same examples in float32, rounded; numbers too large for it become infinite."""
        if self.single:
            return self
        with np.errstate(over="ignore"):
            return type(self)(self.array.astype(np.float32), self.origin, self.names)

    def joined(self, other: Self) -> Self:
        """These rows above the others."""
        self.check_space(other, "the collection")
        both = (self.array, other.array)
        array = sp.vstack(both, format="csr") if self.sparse or other.sparse else np.vstack(both)
        return type(self)(array, Origin.new(len(self) + len(other)), self.names)

    def values(self) -> list[Hashable]:
        """The bytes of every row in float64, as places and numbers of the entries that are not zero."""
        return [(places.tobytes(), numbers.tobytes()) for places, numbers in self._entries()]

    def _entries(self) -> Iterator[tuple[Index, Vector]]:
        if not self.sparse:
            for row in self.array:
                places = np.flatnonzero(row)
                yield places, row[places].astype(np.float64)
            return
        for start, end in pairwise(self.array.indptr):
            stored = self.array.data[start:end].astype(np.float64)
            there = stored != 0.0
            yield self.array.indices[start:end][there].astype(np.int64), stored[there]

    def check_space(self, new: Inputs, owner: str) -> None:
        """Raise an InputError unless the new vectors are as wide, and their columns named alike."""
        super().check_space(new, owner)
        there = cast(Vectors, new)
        check_names(self.names, there.names)
        if there.dimension != self.dimension:
            raise InputError(
                f"X has {there.dimension} features, but {owner} is expecting {self.dimension} features as input."
            )

    def contradictions(self) -> Iterator[str]:
        """What a file may have got wrong; entries that no table holds raise an InputError of their own."""
        array, names = self.array, self.names
        if not isinstance(array, np.ndarray | sp.csr_array) or array.ndim != 2:
            yield "vectors"
        if array.dtype not in KEPT:
            yield "types of vectors"
        if len(self) != len(self.origin.positions):
            yield "numbers of vectors"
        if len(self):
            table(array)
        if self.sparse and not array.has_canonical_format:
            yield "sparse rows"
        if names is not None and not (len(names) == self.dimension and all(isinstance(name, str) for name in names)):
            yield "names of columns"
