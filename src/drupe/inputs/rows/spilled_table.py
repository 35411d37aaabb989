"""Rows of tables that were decoded once: numbers in float64, words as codes, read back as they are."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

import numpy as np

from drupe.inputs.base import Origin
from drupe.inputs.rows.base import Batch
from drupe.inputs.rows.raw_table import Cells, NumberCells, RawTable, WordCells
from drupe.inputs.rows.spill import Arrays, Spill
from drupe.inputs.rows.table_rows import TableRows

ARRAYS = 3
"""Of each batch: which columns hold words in it, the numbers, the codes."""


@dataclass(frozen=True, eq=False)
class SpilledTable(TableRows):
    """Tables in a spill.

    Parameters
    ----------
    spill
        The folder.
    names
        The columns that are read.
    """

    spill: Spill
    names: tuple[str, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns that are read."""
        return self.names

    def selecting(self, names: tuple[str, ...]) -> Self:
        """The same rows with only these columns."""
        return replace(self, names=names)

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """The number of rows of each part."""
        return tuple(self.spill.contents["counts"])

    @cached_property
    def _words(self) -> Mapping[str, tuple[str, ...]]:
        return {name: tuple(words) for name, words in self.spill.contents["words"].items()}

    def batches(self, part: int) -> Iterator[Batch]:
        """The rows of a part."""
        first = int(self.starts[part])
        for arrays in self.spill.batches(part, ARRAYS):
            table = self._table(arrays)
            yield Batch(first, table, None)
            first += len(table)

    def _table(self, arrays: Arrays) -> RawTable:
        worded, numbers, codes = arrays
        place = np.where(worded, np.cumsum(worded), np.cumsum(~worded)) - 1
        every, columns = self.spill.contents["names"], list[Cells]()
        for name in self.names:
            j = every.index(name)
            cells = WordCells(codes[place[j]], self._words[name]) if worded[j] else NumberCells(numbers[place[j]])
            columns.append(cells)
        return RawTable(tuple(columns), Origin.new(numbers.shape[1]), self.names)

    def place(self, position: int) -> str:
        """File and line."""
        return located(self.spill, position)

    @cached_property
    def fingerprint(self) -> Mapping[str, str]:
        """The files by name, size and digest, and how they were read."""
        return self.spill.fingerprint


def located(spill: Spill, position: int) -> str:
    """The file of a row, and its place in it, counted from 1 without the names of columns."""
    for path, count in spill.contents["files"]:
        if position < count:
            return f"{path}, row {position + 1}"
        position -= count
    return f"row {position}"


def table_arrays(columns: list[Cells]) -> Arrays:
    """What is kept of a batch: one row of an array for each column, so that a column is read as it lies."""
    worded = np.array([isinstance(cells, WordCells) for cells in columns], dtype=np.bool_)
    n = len(columns[0])
    numbers = [cells.values for cells in columns if isinstance(cells, NumberCells)]
    codes = [cells.codes for cells in columns if isinstance(cells, WordCells)]
    return (
        worded,
        np.array(numbers, dtype=np.float64).reshape(len(numbers), n),
        np.array(codes, dtype=np.int32).reshape(len(codes), n),
    )
