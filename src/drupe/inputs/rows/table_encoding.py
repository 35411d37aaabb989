"""How the columns of a table become vectors: measured once in a scan, kept in the model, the same for every new row."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.foundation.errors import InputError
from drupe.inputs.base import Inputs
from drupe.inputs.rows.column_encodings import ColumnEncoding, ColumnLeftOut
from drupe.inputs.rows.raw_table import NumberCells, RawTable
from drupe.inputs.vectors import Vectors


@dataclass(frozen=True)
class TableEncoding:
    """The encodings of the columns that are used, side by side.

    Parameters
    ----------
    columns
        One encoding for each column that is used.
    left_out
        The other columns, and why.

    Examples
    --------
    >>> from drupe.inputs.rows.column_encodings import OneHot, ScaledNumber
    >>> encoding = TableEncoding((ScaledNumber("weight", 100.0, 20.0), OneHot("color", ("green", "red"))))
    >>> encoding.features
    ('weight', 'color=green', 'color=red')
    >>> encoding.vectors({"color": ["red", "blue"], "weight": [120.0, None]}).array.tolist()
    [[1.0, 0.0, 1.0], [0.0, 0.0, 0.0]]
    """

    columns: tuple[ColumnEncoding, ...]
    left_out: tuple[ColumnLeftOut, ...] = ()

    @property
    def features(self) -> tuple[str, ...]:
        """The names of the columns of the vectors."""
        return tuple(name for column in self.columns for name in column.features)

    @property
    def names(self) -> tuple[str, ...]:
        """The columns of a table that are needed."""
        return tuple(column.name for column in self.columns)

    def vectors(self, data: Any) -> Vectors:
        """Vectors in float32 of a raw table, of vectors, or of whatever a data frame may be."""
        table = as_table(data if isinstance(data, Inputs) else RawTable.of(data))
        missing = [name for name in self.names if name not in table.names]
        if missing:
            raise InputError(f"the column {missing[0]!r} of training is not there; there are {list(table.names)}.")
        features = self.features
        out = np.zeros((len(table), len(features)), dtype=np.float32)
        first = 0
        for column in self.columns:
            last = first + len(column.features)
            column.write(table.column(column.name), out[:, first:last])
            first = last
        return Vectors(out, table.origin, features)


def as_table(inputs: Inputs) -> RawTable:
    """A table as it is; vectors as a table whose columns are called as they are, or else by their numbers from 1."""
    if isinstance(inputs, RawTable):
        return inputs
    if not isinstance(inputs, Vectors) or inputs.sparse:
        return RawTable.of(inputs)
    names = inputs.names or tuple(f"column {j + 1}" for j in range(inputs.dimension))
    columns = (NumberCells(np.asarray(inputs.array[:, j], dtype=np.float64)) for j in range(inputs.dimension))
    return RawTable(tuple(columns), inputs.origin, names)
