"""Rows of a table as people fill it in: numbers, words and empty cells, of which the model itself makes numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

import numpy as np

from drupe.estimators.preparation.table_encoder import TableEncoder
from drupe.estimators.preparation.treatments import AsCategory, AsDate, AsNumber, AsText, LeftOut, Treatment
from drupe.inputs.base import Origin
from drupe.inputs.frame import Cells, Frame
from drupe.inputs.frame_columns import column_values
from drupe.inputs.readers.recipe import TableRecipe
from drupe.serving.number_rows import NAMED, NUMBERS
from drupe.serving.refusals import Refusal, shown, unusable


class Kind(Enum):
    """What the cells of a column may be; null is an empty one in all."""

    NUMBER = "a number"
    WORD = "a word or a number"
    TEXT = "a text"
    DATE = "a date as text"
    UNUSED = "anything: the column is not used"


@dataclass(frozen=True, eq=False)
class TableRows:
    """Lists of cells in the order of the columns, or objects with a cell for each name.

    Parameters
    ----------
    kinds
        What each column holds, in the order of the training table.
    ignored
        Further names that an object may have, such as that of the target.

    Examples
    --------
    >>> rows = TableRows({"size": Kind.NUMBER, "color": Kind.WORD})
    >>> rows.checked([[1.5, "red"], {"color": None, "size": 2}])
    [(1.5, 'red'), (2, None)]
    """

    kinds: Mapping[str, Kind]
    ignored: frozenset[str] = frozenset()

    @classmethod
    def of(cls, encoder: TableEncoder, recipe: TableRecipe | None) -> "TableRows":
        """The columns that the encoder was fitted on."""
        treated = {one.name: one for one in encoder.treatments_}
        kinds = {str(name): _kind(treated.get(str(name))) for name in encoder.feature_names_in_}
        return cls.with_recipe(kinds, recipe)

    @classmethod
    def with_recipe(cls, kinds: Mapping[str, Kind], recipe: TableRecipe | None) -> "TableRows":
        """These columns; what the recipe knows besides is ignored."""
        others = () if recipe is None else (*recipe.dropped, *([] if recipe.target is None else [recipe.target]))
        return cls(kinds, frozenset(others) - kinds.keys())

    def described(self) -> Mapping[str, Any]:
        """What a request must hold."""
        return {
            "kind": "table",
            "columns": len(self.kinds),
            "names": list(self.kinds),
            "cells": {name: kind.value for name, kind in self.kinds.items()},
        }

    def checked(self, rows: Sequence[Any]) -> list[tuple[Any, ...]]:
        """A tuple of cells for each row."""
        found = [self._ordered(row, i) for i, row in enumerate(rows)]
        for i, row in enumerate(found):
            for cell, (name, kind) in zip(row, self.kinds.items(), strict=True):
                if cell is not None and not _suits(cell, kind):
                    raise self._unsuitable(cell, i, name, kind)
        return found

    def from_columns(self, columns: Mapping[str, Sequence[Any]]) -> list[tuple[Any, ...]]:
        """By name."""
        return self.checked([dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)])

    def together(self, requests: Sequence[list[tuple[Any, ...]]]) -> Frame:
        """All rows, column by column."""
        rows = [row for request in requests for row in request]
        cells = zip(*rows, strict=True)
        columns = (_cells(name, kind, one) for (name, kind), one in zip(self.kinds.items(), cells, strict=True))
        return Frame(tuple(columns), Origin.new(len(rows)), tuple(self.kinds))

    def _ordered(self, row: Any, i: int) -> tuple[Any, ...]:
        if type(row) is list:
            if len(row) != len(self.kinds):
                raise unusable(f"row {i} has {len(row)} cells; the model takes {len(self.kinds)}: {self._known()}.")
            return tuple(row)
        if type(row) is not dict:
            raise unusable(f"row {i} is {shown(row)}; it must be a list of cells, or an object with a cell by name.")
        unknown = next((name for name in row if name not in self.kinds and name not in self.ignored), None)
        if unknown is not None:
            raise unusable(
                f"row {i} has a column {shown(unknown)} that the model does not know; there are {self._known()}."
            )
        used = (name for name, kind in self.kinds.items() if kind is not Kind.UNUSED)
        missing = next((name for name in used if name not in row), None)
        if missing is not None:
            raise unusable(f"row {i} has no column {missing!r}; send null where its cell is empty.")
        return tuple(row.get(name) for name in self.kinds)

    def _known(self) -> str:
        names = [repr(name) for name in list(self.kinds)[:NAMED]]
        return f"{', '.join(names)}{', ...' if len(self.kinds) > NAMED else ''}"

    def _unsuitable(self, cell: Any, i: int, name: str, kind: Kind) -> Refusal:
        return unusable(f"row {i}, column {name!r} holds {shown(cell)}; send {kind.value}, or null for an empty cell.")


def _kind(treatment: Treatment | None) -> Kind:
    match treatment:
        case None | LeftOut():
            return Kind.UNUSED
        case AsNumber(_, words):
            return Kind.WORD if words else Kind.NUMBER
        case AsCategory():
            return Kind.WORD
        case AsText():
            return Kind.TEXT
        case AsDate():
            return Kind.DATE


def _suits(cell: Any, kind: Kind) -> bool:
    if kind is Kind.UNUSED:
        return True
    number = type(cell) in NUMBERS and abs(cell) <= 1e308
    return {Kind.NUMBER: number, Kind.WORD: number or isinstance(cell, str)}.get(kind, isinstance(cell, str))


def _cells(name: str, kind: Kind, cells: Sequence[Any]) -> Cells:
    if kind is Kind.UNUSED:
        return np.full(len(cells), np.nan)
    if kind is Kind.NUMBER:
        return np.array([np.nan if cell is None else cell for cell in cells], dtype=np.float64)
    return column_values(name, cells)
