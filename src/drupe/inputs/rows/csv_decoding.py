"""Delimited text as columns of raw cells, piece by piece: what `read` finds out of a file holds here as well."""

from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import dropwhile
from typing import cast

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.inputs.cells import is_missing, number, number_word, numbers
from drupe.inputs.readers.csv_rows import CsvRows, Row
from drupe.inputs.readers.delimited import column_names_of, has_header, is_empty_row
from drupe.inputs.readers.location import Location
from drupe.inputs.readers.options import Options
from drupe.inputs.readers.plain_part import plain_part
from drupe.inputs.readers.source import opened_source
from drupe.inputs.rows.day_cells import days_of
from drupe.inputs.rows.raw_table import EMPTY, FURTHER, Cells, NumberCells, WordCells
from drupe.inputs.rows.tally import MOST_DIFFERENT

FEW, MANY = 64, 4096
"""How many rows are read one by one before the rest is tried at once again: ever more, while that does not work."""


class Dictionary:
    """The words of a column in the order in which they were met; beyond MOST_DIFFERENT no more are kept."""

    def __init__(self) -> None:
        self._codes: dict[str, int] = {}
        self._written: dict[str, int] = {}

    def coded(self, cells: list[str]) -> WordCells:
        """Further cells; their words stay with the dictionary."""
        codes = list(map(self._written.get, cells))
        if None in codes:
            codes = [self._code(cell) for cell in cells]
        return WordCells(np.array(codes, dtype=np.int32), ())

    def _code(self, cell: str) -> int:
        code = self._written.get(cell)
        if code is None:
            code = self._code_of_word(cell.strip())
            if len(self._written) < 4 * MOST_DIFFERENT:
                self._written[cell] = code
        return code

    def _code_of_word(self, cell: str) -> int:
        if is_missing(cell):
            return EMPTY
        value = number(cell)
        word = cell if value is None else number_word(value)
        if word not in self._codes and len(self._codes) > MOST_DIFFERENT:
            return FURTHER
        return self._codes.setdefault(word, len(self._codes))

    @property
    def words(self) -> list[str]:
        """All that are kept."""
        return list(self._codes)


class Kind(Enum):
    """What the cells of a column are taken for; once they are words they stay words."""

    UNKNOWN = "empty so far"
    NUMBERS = "numbers"
    DAYS = "days, the year first"
    WORDS = "words"


class CsvDecoder:
    """The columns of text files, all with the same names.

    Parameters
    ----------
    target
        The target's column, which helps to tell names from a first row.
    named
        Other columns that must be there.
    options
        What a user says about the files.
    """

    def __init__(self, target: str | None, named: tuple[str, ...], options: Options):
        self._target, self._named, self._options = target, named, options
        self.names: tuple[str, ...] = ()
        self.words: dict[str, Dictionary] = {}
        self._kinds: list[Kind] = []

    def pieces(self, path: str) -> Iterator[list[Cells]]:
        """The columns of a file, some rows at a time."""
        with opened_source(path, budget=self._options.budget) as source:
            rows = CsvRows(source, self._options)
            part = rows.some(FEW)
            named = bool(part) and has_header(part, self._target, None, self._options)
            part = list(dropwhile(is_empty_row, part)) if named else part
            if not part:
                raise source.location.error("the file has no lines with text", "pass one with at least one row")
            self._agree(column_names_of(part[0], named, source.location), source.location)
            part = part[1:] if named else part
            count = FEW
            while part:
                yield self._decoded(part, source.location)
                found = False
                while (plain := plain_part(rows.lines, rows.delimiter, self._numeric(), self._options)) is not None:
                    yield self._cells(plain.columns)
                    found = True
                count = FEW if found else min(2 * count, MANY)
                part = rows.some(count)

    def _agree(self, names: list[str], location: Location) -> None:
        if not self.names:
            # Said now, and not after hours; a number may be the place of the target, of which the caller knows more.
            target = [] if self._target is None or self._target.isdecimal() else [self._target]
            for name in (*target, *self._named):
                if name not in names:
                    raise location.error(f"there is no column {name!r}", f"there are {', '.join(map(repr, names))}")
            self.names = tuple(names)
            self.words = {name: Dictionary() for name in names}
            self._kinds = [Kind.UNKNOWN] * len(names)
        if tuple(names) != self.names:
            raise location.error(
                f"the columns are {', '.join(map(repr, names))}", f"other files have {', '.join(map(repr, self.names))}"
            )

    def _numeric(self) -> list[bool]:
        return [kind in (Kind.UNKNOWN, Kind.NUMBERS) for kind in self._kinds]

    def _decoded(self, part: list[Row], location: Location) -> list[Cells]:
        """Rows that were read one by one."""
        for line, cells in part:
            if len(cells) != len(self.names):
                raise location.at(line).error(
                    f"the row has {len(cells)} cells, but there are {len(self.names)} columns",
                    "every row needs one cell for each column; a cell that contains the delimiter must be quoted",
                )
        return self._cells(list(map(list, zip(*(cells for _, cells in part), strict=True))))

    def _cells(self, columns: Sequence[Vector | list[str]]) -> list[Cells]:
        return [self._column(j, column) for j, column in enumerate(columns)]

    def _column(self, j: int, column: Vector | list[str]) -> Cells:
        """Cells as what the column holds; the first that are no such make it one of words from there on."""
        values = self._values(self._kinds[j], column)
        if values is None and self._kinds[j] is Kind.UNKNOWN:
            self._kinds[j] = Kind.DAYS
            values = self._values(Kind.DAYS, column)
        if values is None:
            self._kinds[j] = Kind.WORDS
            return self.words[self.names[j]].coded(cast("list[str]", column))
        if self._kinds[j] is Kind.UNKNOWN and not np.isnan(values).all():
            self._kinds[j] = Kind.NUMBERS
        return NumberCells(values)

    def _values(self, kind: Kind, column: Vector | list[str]) -> Vector | None:
        """The numbers or days of cells, NaN where they are empty; None if they are words."""
        if not isinstance(column, list):
            return column
        match kind:
            case Kind.WORDS:
                return None
            case Kind.DAYS:
                return days_of([None if is_missing(cell) else cell.strip() for cell in column])
            case _:
                return _numbers(column, self._options.decimal)


def _numbers(cells: list[str], decimal: str) -> Vector | None:
    points = [cell.replace(",", ".") for cell in cells] if decimal == "," else cells
    values = numbers(points)
    if values is not None:
        return values
    found = [np.nan if is_missing(cell) else number(cell) for cell in points]
    return None if None in found else np.array(found, dtype=np.float64)
