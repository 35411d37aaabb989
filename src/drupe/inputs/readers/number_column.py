"""A column of numbers as it grows, part by part."""

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.foundation.remedies import Setting
from drupe.inputs.cells import has_decimal_comma, is_missing, number, numbers
from drupe.inputs.readers.columns import At, Column, comma_error
from drupe.inputs.readers.location import Location, quoted
from drupe.inputs.readers.options import Missing
from drupe.inputs.readers.recipe import ColumnRecipe, NumberColumn


class Numbers(Column):
    """A column of numbers, and where they are missing; `known` if it held numbers in training."""

    def __init__(self, name: str, missing: Missing, decimal: str = ".", known: bool = False):
        super().__init__(name, missing)
        self._decimal, self._known, self._parts = decimal, known, list[Vector]()

    @property
    def numeric(self) -> bool:
        """True: the column holds numbers."""
        return True

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
            raise self._no_number(cell, at(row))
        self._check_missing(at(row))
        return np.nan

    def _no_number(self, cell: str, place: Location) -> InputError:
        if has_decimal_comma(cell):
            return comma_error(cell, place)
        if self._known:
            return place.error(f"{quoted(cell)} is no number, but training had numbers here", "mend it or drop the row")
        categories = Setting("categorical", (self.name,))
        return place.error(
            f"{quoted(cell)} is no number, but the column began with numbers",
            f"mend the cell, or pass {categories} if the column holds categories",
            categories,
        )

    def _values(self) -> Vector:
        return np.concatenate(self._parts) if self._parts else np.empty(0)

    def absent(self) -> npt.NDArray[np.bool_]:
        """Where there is no number."""
        return np.isnan(self._values())

    def finished(self) -> NumberColumn:
        """The name, and the median of the column if missing numbers are filled in."""
        if self.missing is not Missing.FILL:
            return NumberColumn(self.name)
        values = self._values()
        there = values[~np.isnan(values)]
        return NumberColumn(self.name, float(np.median(there)) if len(there) else 0.0)

    def features(self, recipe: ColumnRecipe) -> Matrix:
        """One column."""
        values = self._values()
        if isinstance(recipe, NumberColumn) and recipe.fill is not None:
            values = np.where(np.isnan(values), recipe.fill, values)
        return values[:, None]
