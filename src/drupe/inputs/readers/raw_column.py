"""A column whose cells stay as they are: numbers as long as all are numbers, and words from the first word on."""

from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Matrix, Vector
from drupe.inputs.cells import has_decimal_comma, is_missing, number, number_word, numbers
from drupe.inputs.readers.columns import At, Column, comma_error
from drupe.inputs.readers.location import quoted
from drupe.inputs.readers.options import Missing
from drupe.inputs.readers.recipe import ColumnRecipe, RawColumn


class RawCells(Column):
    """The cells of a column; `known` fixes whether they are words.

    Parameters
    ----------
    name
        What it is called.
    missing
        What becomes of empty cells.
    decimal
        What stands before decimals.
    words
        Whether the column holds words whatever they look like.
    known
        Whether that was found before, so that words among numbers are an error.
    """

    def __init__(self, name: str, missing: Missing, decimal: str = ".", *, words: bool = False, known: bool = False):
        super().__init__(name, missing)
        self._decimal, self._words, self._known = decimal, words, known
        self._numbers: list[Vector] = []
        self._cells: list[str | None] = []

    @property
    def numeric(self) -> bool:
        """Whether there were only numbers so far."""
        return not self._words

    def add(self, cells: list[str], at: At) -> None:
        """Further cells, at once where all hold numbers."""
        points = [cell.replace(",", ".") for cell in cells] if self._decimal == "," else cells
        values = None if self._words else numbers(points)
        if values is not None:
            self._numbers.append(values)
            return
        for row, cell in enumerate(points):
            if is_missing(cell):
                self._check_missing(at(row))
            elif not self._words and number(cell) is None:
                self._become_words(cell, at, row)
        if self._words:
            written = points if self._decimal == "," else cells
            self._cells += [_word(cell, point) for cell, point in zip(cells, written, strict=True)]
        else:
            found = (number(point) for point in points)
            self._numbers.append(np.array([np.nan if value is None else value for value in found]))

    def extend(self, values: Vector, at: At) -> None:
        """Numbers as they are; those that are not finite are missing, or refused."""
        for row in np.flatnonzero(~np.isfinite(values)):
            if np.isinf(values[row]):
                raise at(int(row)).error("the number is infinite", "clip it or drop the row")
            self._check_missing(at(int(row)))
        if self._words:
            self._cells += _words(values)
        else:
            self._numbers.append(values)

    def _become_words(self, cell: str, at: At, row: int) -> None:
        if has_decimal_comma(cell):
            raise comma_error(cell, at(row))
        if self._known:
            raise at(row).error(
                f"{quoted(cell)} is no number, but training had numbers here", "mend it or drop the row"
            )
        self._words = True
        self._cells = [word for part in self._numbers for word in _words(part)]
        self._numbers.clear()

    def cells(self) -> npt.NDArray[Any]:
        """All of them as a `Frame` keeps them."""
        if not self._words:
            return np.concatenate(self._numbers) if self._numbers else np.empty(0)
        out = np.empty(len(self._cells), dtype=object)
        out[:] = self._cells
        return out

    def absent(self) -> npt.NDArray[np.bool_]:
        """Where a cell is empty."""
        if not self._words:
            return np.isnan(self.cells().astype(np.float64))
        return np.array([cell is None for cell in self._cells], dtype=np.bool_)

    def finished(self) -> RawColumn:
        """The name, and whether it held words."""
        return RawColumn(self.name, self._words)

    def features(self, recipe: ColumnRecipe) -> Matrix:
        """Raw cells are no numbers."""
        raise TypeError(f"the column {self.name!r} was read as it is")


def _words(values: Vector) -> list[str | None]:
    return [None if np.isnan(value) else number_word(float(value)) for value in values]


def _word(cell: str, point: str) -> str | None:
    """A cell as a word, None if it is empty; numbers as they are written shortest."""
    if is_missing(cell):
        return None
    value = number(point)
    return cell.strip() if value is None else number_word(value)
