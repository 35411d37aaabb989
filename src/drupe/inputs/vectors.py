"""Examples that are vectors: the rows of a dense or of a CSR matrix."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.inputs.base import Inputs, Origin
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
    def of(cls, data: Any) -> Self:
        """Check and wrap an array, a CSR matrix, a data frame or nested lists; clear errors for anything else."""
        array, names = table(data)
        return cls(array, Origin.new(array.shape[0]), names)

    def __len__(self) -> int:
        return int(self.array.shape[0])

    @property
    def dimension(self) -> int:
        """Number of columns."""
        return int(self.array.shape[1])

    @property
    def sparse(self) -> bool:
        """Whether the rows are held as CSR."""
        return sp.issparse(self.array)

    @property
    def dtype(self) -> np.dtype[Any]:
        """float32 or float64."""
        return np.dtype(self.array.dtype)

    def take(self, index: Index) -> Self:
        """The rows at these positions."""
        return type(self)(self.array[index], self.origin.take(index), self.names)

    def with_array(self, array: Any) -> "Vectors":
        """The same examples, seen differently: one row of `array` for each."""
        return Vectors(array, self.origin)

    def columns(self, chosen: Sequence[int] | npt.NDArray[np.int64]) -> "Vectors":
        """The same examples with only these columns."""
        return self.with_array(self.array[:, np.asarray(chosen, dtype=np.int64)])

    def dense(self) -> Matrix:
        """The matrix as a dense array."""
        return self.array.toarray() if self.sparse else self.array  # type: ignore[no-any-return]

    def squared_norms(self) -> Vector:
        """‖x‖² of every row, in float64."""
        if self.sparse:
            squared = self.array.multiply(self.array).astype(np.float64)
            return np.asarray(squared.sum(axis=1), dtype=np.float64).ravel()
        double = np.asarray(self.array, dtype=np.float64)
        return np.asarray(np.einsum("ij,ij->i", double, double))

    def in_double(self) -> "Vectors":
        """The same examples in float64."""
        return self if self.dtype == np.float64 else self.with_array(self.array.astype(np.float64))
