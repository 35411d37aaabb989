"""Rows of a table in which the cells of one column can come from other rows."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

import narwhals as nw
import numpy as np
import scipy.sparse as sp

from drupe.foundation.arrays import Index
from drupe.inputs.base import Inputs
from drupe.inputs.frame import Frame
from drupe.inputs.frames import opened


@dataclass(frozen=True, eq=False)
class Cells(ABC):
    """A table as its owner holds it, so that a model is asked about changed rows as it was about the first ones.

    Parameters
    ----------
    table
        The rows.
    names
        Of the columns as a person wrote them: a column of words is one, however many numbers it becomes.
    """

    table: Any = field(repr=False)
    names: tuple[str, ...]

    @abstractmethod
    def codes(self, j: int) -> Index:
        """A number for each row, equal where the cells of this column are."""

    def only(self, names: Collection[str]) -> "Cells":
        """The same rows with these columns, where a model finds its columns by name; else all of them."""
        return self

    @abstractmethod
    def exchanged(self, j: int, rows: Index, donors: Index) -> Any:
        """These rows, the cells of column j being those of the donors."""


class ArrayCells(Cells):
    """The rows of an array or of a CSR matrix."""

    def codes(self, j: int) -> Index:
        """Equal numbers have equal codes, and so have all that are missing."""
        column = self.table[:, [j]].toarray()[:, 0] if sp.issparse(self.table) else self.table[:, j]
        if column.dtype.kind == "O":
            return _codes(column.tolist())
        return np.unique(column, return_inverse=True)[1].reshape(-1)

    def exchanged(self, j: int, rows: Index, donors: Index) -> Any:
        """A copy of the rows, in the container that they came in."""
        found = self.table[rows]
        if not sp.issparse(found):
            found[:, j] = self.table[donors, j]
            return found
        dense = found.toarray()
        dense[:, j] = self.table[donors][:, [j]].toarray()[:, 0]
        return type(found)(dense)


class FrameCells(Cells):
    """The rows of a `Frame`."""

    def only(self, names: Collection[str]) -> "Cells":
        """The same rows with these columns."""
        kept = self.table.without(*(name for name in self.names if name not in names))
        return FrameCells(kept, kept.names)

    def codes(self, j: int) -> Index:
        """Equal words and numbers have equal codes."""
        return _codes(self.table.columns[j].tolist())

    def exchanged(self, j: int, rows: Index, donors: Index) -> Any:
        """The rows as a `Frame`."""
        return self.table[rows].replacing(self.names[j], self.table.columns[j][donors])


class DataFrameCells(Cells):
    """The rows of a data frame of any library that narwhals knows."""

    def only(self, names: Collection[str]) -> "Cells":
        """The same rows with these columns."""
        frame = opened(self.table)
        kept = [one for one in frame.columns if str(one) in names]
        return DataFrameCells(frame[kept].to_native(), tuple(map(str, kept)))

    def codes(self, j: int) -> Index:
        """Equal values have equal codes."""
        frame = opened(self.table)
        return _codes(frame.get_column(frame.columns[j]).to_list())

    def exchanged(self, j: int, rows: Index, donors: Index) -> Any:
        """The rows as a data frame of the same library."""
        frame = opened(self.table)
        column = frame.get_column(frame.columns[j])
        return frame[rows, :].with_columns(column[donors]).to_native()


def cells_of(X: Any, names: tuple[str, ...] | None = None) -> Cells | None:
    """The rows as cells; None for examples without columns, such as strings and graphs.

    >>> cells = cells_of(np.array([[1.0, 2.0], [3.0, 4.0]]))
    >>> cells.names, cells.exchanged(1, np.array([0, 1]), np.array([1, 0])).tolist()
    (('column 1', 'column 2'), [[1.0, 4.0], [3.0, 2.0]])
    """
    if isinstance(X, Frame):
        return FrameCells(X, X.names)
    if isinstance(X, Inputs):
        raw = X.raw()
        return None if isinstance(raw, Inputs) else cells_of(raw, names or X.names)
    if isinstance(X, np.ndarray) or sp.issparse(X):
        if X.ndim != 2:
            return None
        table = X.tocsr() if sp.issparse(X) else X
        return ArrayCells(table, names or tuple(f"column {j + 1}" for j in range(X.shape[1])))
    frame = opened(X)
    return DataFrameCells(X, tuple(map(str, frame.columns))) if isinstance(frame, nw.DataFrame) else None


def _codes(values: Iterable[Any]) -> Index:
    known: dict[Any, int] = {}
    return np.array([known.setdefault(value, len(known)) for value in values], dtype=np.int64)
