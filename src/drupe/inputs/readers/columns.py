"""Columns of a table as they grow, cell by cell: numbers or categories, decided by the first value that is there."""

from abc import ABC, abstractmethod
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.inputs.readers.cells import has_decimal_comma, is_date, is_missing, number, numbers
from drupe.inputs.readers.location import Location, quoted
from drupe.inputs.readers.options import Missing, Options
from drupe.inputs.readers.recipe import CategoryColumn, NumberColumn

MOST_CATEGORIES = 1000
"""Beyond so many, words are names or texts and no categories."""

SHOWN = 5
"""Categories that an error shows."""

At = Callable[[int], Location]
"""Where the cell in this row of the column stands."""


class Column(ABC):
    """What was read of a column so far; a missing value is remembered as such.

    Parameters
    ----------
    name
        What it is called.
    missing
        What becomes of empty cells.
    """

    def __init__(self, name: str, missing: Missing):
        self.name, self.missing = name, missing

    @abstractmethod
    def add(self, cells: list[str], at: At) -> None:
        """Further cells."""

    @abstractmethod
    def absent(self) -> npt.NDArray[np.bool_]:
        """Where values are missing."""

    @abstractmethod
    def finished(self) -> NumberColumn | CategoryColumn:
        """What is to be remembered of the column."""

    @abstractmethod
    def features(self, recipe: NumberColumn | CategoryColumn) -> Matrix:
        """The columns of numbers that it becomes."""

    def _check_missing(self, place: Location) -> None:
        if self.missing is Missing.REFUSE:
            raise place.error(
                "the cell is empty",
                "fill it in, or pass Options(missing=Missing.DROP) to leave such rows out, or Missing.FILL",
            )


class Numbers(Column):
    """A column of numbers, and where they are missing."""

    def __init__(self, name: str, missing: Missing, decimal: str = "."):
        super().__init__(name, missing)
        self._decimal, self._parts = decimal, list[Vector]()

    def add(self, cells: list[str], at: At) -> None:
        """Further cells, at once where all hold numbers."""
        points = [cell.replace(",", ".") for cell in cells] if self._decimal == "," else cells
        values = numbers(points)
        if values is None:
            values = np.array([self._number(cell, at, row) for row, cell in enumerate(points)])
        self._parts.append(values)

    def extend(self, values: Vector, at: At) -> None:
        """Numbers as they are; those that are not finite are missing, or refused."""
        for row in np.flatnonzero(~np.isfinite(values)):
            if np.isinf(values[row]):
                raise at(int(row)).error("the number is infinite", "clip it or drop the row")
            self._check_missing(at(int(row)))
        self._parts.append(values)

    def _number(self, cell: str, at: At, row: int) -> float:
        value = number(cell)
        if value is not None:
            return value
        if not is_missing(cell):
            raise at(row).error(
                f"{quoted(cell)} is no number, but the column began with numbers",
                f"mend the cell, or pass Options(categorical=({self.name!r},)) if the column holds categories",
            )
        self._check_missing(at(row))
        return np.nan

    def _values(self) -> Vector:
        return np.concatenate(self._parts) if self._parts else np.empty(0)

    def absent(self) -> npt.NDArray[np.bool_]:
        """Where there is no number."""
        return np.isnan(self._values())

    def finished(self) -> NumberColumn:
        """The name, and the median of the column if missing numbers are filled in."""
        values = self._values()
        there = values[~np.isnan(values)]
        if self.missing is Missing.FILL:
            return NumberColumn(self.name, float(np.median(there)) if len(there) else 0.0)
        return NumberColumn(self.name)

    def features(self, recipe: NumberColumn | CategoryColumn) -> Matrix:
        """One column."""
        values = self._values()
        if isinstance(recipe, NumberColumn) and recipe.fill is not None:
            values = np.where(np.isnan(values), recipe.fill, values)
        return values[:, None]


class Categories(Column):
    """A column of words; `known` fixes which there may be."""

    def __init__(self, name: str, missing: Missing, known: tuple[str, ...] | None = None):
        super().__init__(name, missing)
        self._known = known
        self._codes: dict[str, int] = {word: code for code, word in enumerate(known or ())}
        self._parts: list[Index] = []

    def add(self, cells: list[str], at: At) -> None:
        """Further cells, coded in the order in which the words are met."""
        self._parts.append(np.array([self._code(cell, at, row) for row, cell in enumerate(cells)], dtype=np.int64))

    def _code(self, cell: str, at: At, row: int) -> int:
        code = self._codes.get(cell)
        return self._new_code(cell.strip(), at, row) if code is None or not cell else code

    def _new_code(self, word: str, at: At, row: int) -> int:
        if is_missing(word) and word not in self._codes:
            word = ""
            if self._known is None or "" not in self._known:
                self._check_missing(at(row))
                if self.missing is Missing.DROP:
                    return -1
        if word in self._codes:
            return self._codes[word]
        if self._known is not None:
            raise self._unknown(word, at(row))
        if is_date(word):
            raise at(row).error(
                f"{quoted(word)} is a date, and machines learn from numbers",
                "replace it by numbers, such as days since a day of your choice, "
                f"or pass Options(dropped=({self.name!r},))",
            )
        if has_decimal_comma(word):
            raise at(row).error(f"{quoted(word)} has a comma before its decimals", "pass Options(decimal=',')")
        if len(self._codes) >= MOST_CATEGORIES:
            raise at(row).error(
                f"{quoted(word)} is category number {len(self._codes) + 1} of this column",
                f"names and texts are no categories: pass Options(dropped=({self.name!r},)), "
                "or the texts alone, one on each line",
            )
        return self._codes.setdefault(word, len(self._codes))

    def _unknown(self, word: str, place: Location) -> InputError:
        known = [quoted(category) for category in self._known or ()]
        more = f" and {len(known) - SHOWN} more" if len(known) > SHOWN else ""
        return place.error(
            f"the category {quoted(word)} did not occur in training",
            f"known are {', '.join(known[:SHOWN])}{more}: correct it, drop the row, or train with such examples",
        )

    def _values(self) -> Index:
        return np.concatenate(self._parts) if self._parts else np.empty(0, dtype=np.int64)

    def absent(self) -> npt.NDArray[np.bool_]:
        """Where there is no word, and no category for that."""
        return self._values() < 0

    def finished(self) -> CategoryColumn:
        """The words in alphabetical order, so that the order of the rows does not matter."""
        return CategoryColumn(self.name, tuple(sorted(self._codes)))

    def features(self, recipe: NumberColumn | CategoryColumn) -> Matrix:
        """One column for each category."""
        assert isinstance(recipe, CategoryColumn)  # what `finished` gave, or what this column was made from
        place = {word: position for position, word in enumerate(recipe.categories)}
        translation = np.array([place[word] for word in self._codes] or [0])
        values = self._values()
        out = np.zeros((len(values), len(recipe.categories)))
        rows = np.flatnonzero(values >= 0)
        out[rows, translation[values[rows]]] = 1.0
        return out


class Undecided(Column):
    """A column of which only missing values were seen; becomes what its first value is."""

    def __init__(self, name: str, options: Options):
        super().__init__(name, options.missing)
        self._options = options
        self._decided: Column | None = Categories(name, options.missing) if name in options.categorical else None

    def add(self, cells: list[str], at: At) -> None:
        """Further cells, of which the first that is there decides."""
        if self._decided is None:
            self._decided = self._decision(cells)
        self._decided.add(cells, at)

    def _decision(self, cells: list[str]) -> Column:
        first = next((cell for cell in cells if not is_missing(cell)), "0")
        text = first.replace(",", ".") if self._options.decimal == "," else first
        if number(text) is None:
            return Categories(self.name, self.missing)
        return Numbers(self.name, self.missing, self._options.decimal)

    def _inner(self) -> Column:
        return self._decided or Numbers(self.name, self.missing)

    def absent(self) -> npt.NDArray[np.bool_]:
        """As the kind of column that it became."""
        return self._inner().absent()

    def finished(self) -> NumberColumn | CategoryColumn:
        """As the kind of column that it became."""
        return self._inner().finished()

    def features(self, recipe: NumberColumn | CategoryColumn) -> Matrix:
        """As the kind of column that it became."""
        return self._inner().features(recipe)


def column_like(recipe: NumberColumn | CategoryColumn, options: Options) -> Column:
    """A column that is read as the recipe says."""
    if isinstance(recipe, CategoryColumn):
        return Categories(recipe.name, options.missing, recipe.categories)
    missing = Missing.FILL if recipe.fill is not None else options.missing
    return Numbers(recipe.name, missing, options.decimal)
