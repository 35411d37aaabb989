"""Rows of a table on their way to vectors: columns of numbers, or of words as codes; no cell is an object by itself."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Self, TypeAlias

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index, Vector
from drupe.foundation.errors import InputError
from drupe.inputs.base import Inputs, Origin
from drupe.inputs.cells import is_missing
from drupe.inputs.frame import Cells as FrameCells
from drupe.inputs.frame import Frame
from drupe.inputs.rows.day_cells import days_of

EMPTY = -1
"""The code of an empty cell."""

FURTHER = -2
"""The code of a word that was not kept, as there are too many."""


@dataclass(frozen=True, eq=False)
class NumberCells:
    """A column of numbers.

    Parameters
    ----------
    values
        In float64, NaN where a cell is empty.
    """

    values: Vector

    def __len__(self) -> int:
        return len(self.values)

    def take(self, index: Index) -> "NumberCells":
        """The cells of these rows."""
        return NumberCells(self.values[index])

    def between(self, first: int, last: int) -> "NumberCells":
        """The cells of neighboring rows, not copied."""
        return NumberCells(self.values[first:last])

    def empty(self) -> npt.NDArray[np.bool_]:
        """Where there is no number."""
        return np.isnan(self.values)


@dataclass(frozen=True, eq=False)
class WordCells:
    """A column of words.

    Parameters
    ----------
    codes
        The place of each cell's word among the words, or EMPTY, or FURTHER.
    words
        Each of them once; some may not occur.
    """

    codes: npt.NDArray[np.int32]
    words: tuple[str, ...]

    @classmethod
    def of(cls, codes: npt.NDArray[Any], written: Sequence[str]) -> Self:
        """Codes that speak of words as they were written: blanks around them do not count, and some mean nothing."""
        place: dict[str, int] = {}
        known = [EMPTY if is_missing(word) else place.setdefault(word.strip(), len(place)) for word in written]
        table = np.array([*known, FURTHER, EMPTY], dtype=np.int32)  # so that the negative codes stay what they are
        return cls(table[codes], tuple(place))

    @classmethod
    def coded(cls, cells: Sequence[str | None]) -> Self:
        """Cells one by one, None where they are empty."""
        place: dict[str | None, int] = {}
        codes = np.fromiter((place.setdefault(cell, len(place)) for cell in cells), dtype=np.int64, count=len(cells))
        return cls.of(codes, ["" if word is None else word for word in place])

    def __len__(self) -> int:
        return len(self.codes)

    def take(self, index: Index) -> "WordCells":
        """The cells of these rows."""
        return WordCells(self.codes[index], self.words)

    def between(self, first: int, last: int) -> "WordCells":
        """The cells of neighboring rows, not copied."""
        return WordCells(self.codes[first:last], self.words)

    def empty(self) -> npt.NDArray[np.bool_]:
        """Where there is no word."""
        return np.asarray(self.codes == EMPTY)

    def counts(self) -> Index:
        """How often each word occurs."""
        return np.bincount(self.codes[self.codes >= 0], minlength=len(self.words))


Cells: TypeAlias = NumberCells | WordCells
"""A column."""


@dataclass(frozen=True, eq=False)
class RawTable(Inputs):
    """Rows of named columns, as they are read from large files; a `TableEncoding` makes vectors of them.

    Parameters
    ----------
    columns
        Their cells.
    origin
        Which rows these are.
    names
        Of the columns.

    Examples
    --------
    >>> table = RawTable.of({"weight": [120.0, None], "color": ["green", "red"]})
    >>> table.column("color").words, table.column("color").codes.tolist(), len(table)
    (('green', 'red'), [0, 1], 2)
    """

    columns: tuple[Cells, ...] = field(repr=False)
    origin: Origin = field(repr=False)
    names: tuple[str, ...] = ()

    @classmethod
    def of(cls, data: Any) -> Self:
        """Wrap whatever a `Frame` wraps."""
        if isinstance(data, cls):
            return data
        frame = Frame.of(data)
        return cls(tuple(map(_coded, frame.columns)), frame.origin, frame.names)

    def __len__(self) -> int:
        return len(self.origin.positions)

    def _take(self, index: Index) -> Self:
        return type(self)(tuple(cells.take(index) for cells in self.columns), self.origin.take(index), self.names)

    def between(self, first: int, last: int) -> Self:
        """The rows from `first` to before `last`, which share their storage with these."""
        columns = tuple(cells.between(first, last) for cells in self.columns)
        return type(self)(columns, self.origin.take(np.arange(first, last)), self.names)

    def column(self, name: str) -> Cells:
        """The cells of one column."""
        if name not in self.names:
            raise InputError(f"there is no column {name!r}; there are {', '.join(map(repr, self.names))}.")
        return self.columns[self.names.index(name)]

    def values(self) -> list[Hashable]:
        """The rows."""
        return list(zip(*map(_plain, self.columns), strict=True))

    def contradictions(self) -> Iterator[str]:
        """What a file may have got wrong about columns and their lengths."""
        if len(self.names) != len(self.columns):
            yield "names of columns"
        if {len(cells) for cells in self.columns} != {len(self.origin.positions)}:
            yield "lengths of columns"


def days_or_words(cells: WordCells) -> Cells:
    """Words that are all days as days; other words as they are."""
    days = days_of(cells.words) if cells.words else None
    return (
        cells if days is None or (cells.codes == FURTHER).any() else NumberCells(np.append(days, np.nan)[cells.codes])
    )


def _coded(cells: FrameCells) -> Cells:
    return NumberCells(cells) if cells.dtype.kind == "f" else days_or_words(WordCells.coded(cells.tolist()))


def _plain(cells: Cells) -> list[Any]:
    """The cells of a column as objects, None for empty ones."""
    if isinstance(cells, NumberCells):
        return [None if value != value else value for value in cells.values.tolist()]
    return [cells.words[code] if code >= 0 else None for code in cells.codes.tolist()]
