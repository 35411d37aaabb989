"""A column of words as it grows, part by part."""

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index, Matrix
from drupe.foundation.errors import InputError
from drupe.foundation.remedies import Setting
from drupe.inputs.cells import has_decimal_comma, is_date, is_missing
from drupe.inputs.readers.columns import At, Column, comma_error
from drupe.inputs.readers.location import Location, quoted
from drupe.inputs.readers.options import Missing
from drupe.inputs.readers.recipe import CategoryColumn, ColumnRecipe

MOST_CATEGORIES = 1000
"""Beyond so many, words are names or texts and no categories."""

SHOWN = 5
"""Categories that an error shows."""


class Categories(Column):
    """A column of words; `known` fixes which there may be."""

    def __init__(self, name: str, missing: Missing, known: tuple[str, ...] | None = None):
        super().__init__(name, missing)
        self._known = known
        self._codes: dict[str, int] = {word: code for code, word in enumerate(known or ())}
        self._parts: list[Index] = []

    def add(self, cells: list[str], at: At) -> None:
        """Further cells, coded in the order in which the words are met."""
        codes = list(map(self._codes.get, cells))
        if None in codes:
            codes = [self._code(cell, at, row) for row, cell in enumerate(cells)]
        self._parts.append(np.array(codes, dtype=np.int64))

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
            without = Setting("dropped", (self.name,))
            raise at(row).error(
                f"{quoted(word)} is a date, and machines learn from numbers",
                f"replace it by numbers, such as days since a day of your choice, or pass {without}",
                without,
            )
        if has_decimal_comma(word):
            raise comma_error(word, at(row))
        if len(self._codes) >= MOST_CATEGORIES:
            without = Setting("dropped", (self.name,))
            raise at(row).error(
                f"{quoted(word)} is category number {len(self._codes) + 1} of this column",
                f"names and texts are no categories: pass {without}, or the texts alone, one on each line",
                without,
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

    def features(self, recipe: ColumnRecipe) -> Matrix:
        """One column for each category."""
        assert isinstance(recipe, CategoryColumn)  # what `finished` gave, or what this column was made from
        place = {word: position for position, word in enumerate(recipe.categories)}
        translation = np.array([place[word] for word in self._codes] or [0])
        values = self._values()
        out = np.zeros((len(values), len(recipe.categories)))
        rows = np.flatnonzero(values >= 0)
        out[rows, translation[values[rows]]] = 1.0
        return out
