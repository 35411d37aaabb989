"""Rows of a table whose words become columns of numbers by the recipe that was saved with the model."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.inputs.cells import is_missing, number_word
from drupe.inputs.readers.recipe import CategoryColumn, ColumnRecipe, NumberColumn, TableRecipe
from drupe.serving.refusals import shown, unusable
from drupe.serving.table_rows import Kind, TableRows

KNOWN = 5
"""Categories that an error lists."""


@dataclass(frozen=True, eq=False)
class RecipeRows:
    """Lists of cells in the order of the columns, or objects with a cell for each name.

    Parameters
    ----------
    recipe
        How columns become numbers.

    Examples
    --------
    >>> recipe = TableRecipe((NumberColumn("weight"), CategoryColumn("color", ("green", "red"))))
    >>> RecipeRows(recipe).checked([[9, "red"]]).tolist()
    [[9.0, 0.0, 1.0]]
    """

    recipe: TableRecipe

    @cached_property
    def _table(self) -> TableRows:
        kinds = {one.name: Kind.WORD if isinstance(one, CategoryColumn) else Kind.NUMBER for one in self.recipe.columns}
        return TableRows.with_recipe(kinds, self.recipe)

    def described(self) -> Mapping[str, Any]:
        """What a request must hold."""
        return self._table.described()

    def checked(self, rows: Sequence[Any]) -> Matrix:
        """The columns of numbers that the cells become."""
        return self._numbers(self._table.checked(rows))

    def from_columns(self, columns: Mapping[str, Sequence[Any]]) -> Matrix:
        """By name."""
        return self._numbers(self._table.from_columns(columns))

    def together(self, requests: Sequence[Matrix]) -> Matrix:
        """All rows, one below the other."""
        return np.concatenate(requests)

    def _numbers(self, rows: Sequence[tuple[Any, ...]]) -> Matrix:
        cells = zip(*rows, strict=True)
        parts = [_features(column, one) for column, one in zip(self.recipe.columns, cells, strict=True)]
        return np.array([[number for part in row for number in part] for row in zip(*parts, strict=True)])


def _features(column: ColumnRecipe, cells: Sequence[Any]) -> list[list[float]]:
    if isinstance(column, CategoryColumn):
        return [_category(column, cell, i) for i, cell in enumerate(cells)]
    fill = column.fill if isinstance(column, NumberColumn) else None
    return [[_number(column.name, fill, cell, i)] for i, cell in enumerate(cells)]


def _number(name: str, fill: float | None, cell: Any, i: int) -> float:
    found = fill if cell is None else cell
    if found is None:
        raise unusable(f"row {i}, column {name!r} is null: the model cannot fill in what is missing; send a number.")
    return float(found)


def _category(column: CategoryColumn, cell: Any, i: int) -> list[float]:
    word = "" if cell is None else cell.strip() if isinstance(cell, str) else number_word(float(cell))
    if word not in column.categories and is_missing(word):
        word = ""
    if word not in column.categories:
        known = [repr(one) for one in column.categories if one]
        more = f" and {len(known) - KNOWN} more" if len(known) > KNOWN else ""
        raise unusable(
            f"row {i}, column {column.name!r} holds {shown(cell)}, which did not occur in training; known are "
            f"{', '.join(known[:KNOWN])}{more}."
        )
    return [float(word == one) for one in column.categories]
