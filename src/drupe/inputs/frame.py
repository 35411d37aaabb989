"""Rows of a table as a file or a data frame holds them: named columns of numbers or of words, some cells empty."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Self, cast

import narwhals as nw
import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index
from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs.base import Inputs, Origin
from drupe.inputs.frame_columns import column_values, number_values
from drupe.inputs.frames import opened

Cells = npt.NDArray[Any]
"""A column: float64 with NaN where a cell is empty, or words as objects with None there."""


@dataclass(frozen=True, eq=False)
class Frame(Inputs):
    """n rows of named columns; use `Frame.of` to make one from a data frame, an array, or a dictionary of columns.

    No kernel compares such rows: `TableEncoder` makes numbers of them first, fitted on the training rows alone.

    Parameters
    ----------
    columns
        Their cells: float64 with NaN for empty ones, or words in an array of objects with None for empty ones.
    origin
        Which rows these are.
    names
        Of the columns.

    Examples
    --------
    >>> frame = Frame.of({"weight": [120.0, None], "color": ["green", "red"]})
    >>> frame.names, frame.column("color").tolist(), frame.empty("weight").tolist()
    (('weight', 'color'), ['green', 'red'], [False, True])
    """

    columns: tuple[Cells, ...] = field(repr=False)
    origin: Origin = field(repr=False)
    names: tuple[str, ...] = ()

    @classmethod
    def of(cls, data: Any) -> Self:
        """Wrap a data frame of any library that narwhals knows, a two-dimensional array, or a dictionary of columns."""
        if isinstance(data, cls):
            return data
        found = _columns_of(data)
        sizes = {len(cells) for cells in found.values()}
        if len(sizes) != 1:
            raise InputError(f"a table needs columns of one length, got lengths {sorted(sizes)}.")
        return cls(tuple(found.values()), Origin.new(sizes.pop()), tuple(found))

    def __len__(self) -> int:
        return len(self.origin.positions)

    def _take(self, index: Index) -> Self:
        return type(self)(tuple(cells[index] for cells in self.columns), self.origin.take(index), self.names)

    def _example(self, i: int) -> tuple[Any, ...]:
        """One row, empty cells as None."""
        row = (cells[i] for cells in self.columns)
        return tuple(cell if cell is None or isinstance(cell, str) else _plain(float(cell)) for cell in row)

    def column(self, name: str) -> Cells:
        """The cells of one column."""
        if name not in self.names:
            raise InputError(f"there is no column {name!r}; there are {', '.join(map(repr, self.names))}.")
        return self.columns[self.names.index(name)]

    def empty(self, name: str) -> npt.NDArray[np.bool_]:
        """Where a column has no value."""
        return empty_cells(self.column(name))

    def without(self, *names: str) -> Self:
        """The same rows without these columns."""
        kept = [j for j, name in enumerate(self.names) if name not in names]
        columns = tuple(self.columns[j] for j in kept)
        return type(self)(columns, self.origin, tuple(self.names[j] for j in kept))

    def replacing(self, name: str, cells: Cells) -> Self:
        """The same rows with other cells in one column."""
        columns = (cells if one == name else old for one, old in zip(self.names, self.columns, strict=True))
        return type(self)(tuple(columns), self.origin, self.names)

    def joined(self, other: Self) -> Self:
        """These rows and then the others."""
        self.check_space(other, "the collection")
        columns = tuple(np.concatenate([ours, other.column(name)]) for name, ours in self._named())
        return type(self)(columns, Origin.new(len(self) + len(other)), self.names)

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        """The rows, made from whole columns: many times quicker than one by one."""
        return iter(zip(*map(_plain_cells, self.columns), strict=True))

    def values(self) -> list[Hashable]:
        """The rows."""
        return list(self)

    def check_space(self, new: Inputs, owner: str) -> None:
        """Raise an InputError unless the new rows have all columns of these, each of the same kind, in any order."""
        super().check_space(new, owner)
        there = cast(Frame, new)
        for name, ours in self._named():
            theirs = there.column(name)
            if ours.dtype != theirs.dtype and not empty_cells(theirs).all():
                raise InputTypeError(f"{owner} had {_kind(ours)} in column {name!r}, but X now has {_kind(theirs)}.")

    def contradictions(self) -> Iterator[str]:
        """What a file may have got wrong about columns and their lengths."""
        if len(self.names) != len(self.columns):
            yield "names of columns"
        if {len(cells) for cells in self.columns} != {len(self.origin.positions)}:
            yield "lengths of columns"

    def _named(self) -> Iterator[tuple[str, Cells]]:
        return zip(self.names, self.columns, strict=True)


def empty_cells(cells: Cells) -> npt.NDArray[np.bool_]:
    """Where a column has no value.

    >>> empty_cells(np.array([1.0, np.nan])).tolist(), empty_cells(np.array(["a", None], dtype=object)).tolist()
    ([False, True], [False, True])
    """
    return np.asarray(np.isnan(cells) if cells.dtype.kind == "f" else [cell is None for cell in cells], dtype=np.bool_)


def _kind(cells: Cells) -> str:
    return "numbers" if cells.dtype.kind == "f" else "words"


def _plain_cells(cells: Cells) -> list[Any]:
    """The cells of a column, empty ones as None."""
    plain = cells.tolist()
    return [None if cell != cell else cell for cell in plain] if empty_cells(cells).any() else plain


def _plain(number: float) -> float | None:
    return None if np.isnan(number) else number


def _columns_of(data: Any) -> dict[str, Cells]:
    if isinstance(data, Mapping):
        return {str(name): column_values(str(name), values) for name, values in data.items()}
    frame = opened(data)
    if isinstance(frame, nw.LazyFrame):
        raise InputTypeError("the data are a lazy frame, which has not been computed yet; pass X.collect().")
    if isinstance(frame, nw.DataFrame):
        return {str(column.name): column_values(str(column.name), column) for column in frame.iter_columns()}
    array = np.asarray(data)
    if array.ndim != 2:
        raise InputTypeError(f"a table is a data frame or has two dimensions, got {type(data).__name__}.")
    columns = {f"column {j + 1}": array[:, j] for j in range(array.shape[1])}
    kept = number_values if array.dtype.kind in "biuf" else column_values
    return {name: kept(name, values) for name, values in columns.items()}
