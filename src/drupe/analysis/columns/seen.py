"""A column as it can be compared with others: real numbers, or codes for the different words."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

import numpy as np

from drupe.estimators.preparation.encodings import number_cells, words_of
from drupe.estimators.preparation.treatments import AsCategory, AsDate, AsNumber, Treatment
from drupe.foundation.arrays import Index, Vector
from drupe.inputs.dates import day_comes_first, days
from drupe.inputs.frame import Cells


@dataclass(frozen=True, eq=False)
class Numbers:
    """A column of real numbers.

    Parameters
    ----------
    name
        Of the column.
    values
        NaN where a cell is empty.
    """

    name: str
    values: Vector = field(repr=False)

    @cached_property
    def present(self) -> Index:
        """Where there is a value."""
        return np.flatnonzero(~np.isnan(self.values))

    @cached_property
    def in_order(self) -> Vector:
        """The values that are there, the least first."""
        return np.sort(self.values[self.present])

    def __len__(self) -> int:
        return len(self.values)

    def take(self, rows: Index) -> "Numbers":
        """The same of these rows."""
        return Numbers(self.name, self.values[rows])

    def codes(self) -> Index:
        """A number for each different value in order of size; −1 where a cell is empty."""
        codes = np.full(len(self.values), -1)
        codes[self.present] = np.unique(self.values[self.present], return_inverse=True)[1]
        return codes


@dataclass(frozen=True, eq=False)
class Words:
    """A column of words.

    Parameters
    ----------
    name
        Of the column.
    places
        For each row the place of its word in `values`; −1 where a cell is empty.
    values
        The different words.
    """

    name: str
    places: Index = field(repr=False)
    values: tuple[str, ...] = field(repr=False)

    @cached_property
    def present(self) -> Index:
        """Where there is a value."""
        return np.flatnonzero(self.places >= 0)

    def __len__(self) -> int:
        return len(self.places)

    def take(self, rows: Index) -> "Words":
        """The same of these rows."""
        return Words(self.name, self.places[rows], self.values)

    def codes(self) -> Index:
        """A number for each different word; −1 where a cell is empty."""
        return self.places

    def ordered(self) -> Numbers:
        """The place of each word in the alphabet."""
        ranks = np.full(len(self.values) + 1, np.nan)
        ranks[sorted(range(len(self.values)), key=self.values.__getitem__)] = np.arange(len(self.values))
        return Numbers(self.name, ranks[self.places])


Seen: TypeAlias = Numbers | Words
"""Either."""


def seen(name: str, cells: Cells, treatment: Treatment) -> Seen:
    """The column in the form in which its treatment uses it.

    >>> seen("a", np.array(["1.5", "low", None], dtype=object), AsNumber("a", 1)).values.tolist()
    [1.5, nan, nan]
    >>> seen("a", np.array(["x", None, "x"], dtype=object), AsCategory("a")).codes().tolist()
    [0, -1, 0]
    """
    if cells.dtype.kind == "f":
        if not isinstance(treatment, AsCategory):
            return Numbers(name, cells)
        return _words(name, words_of(cells))
    if isinstance(treatment, AsNumber):
        return Numbers(name, number_cells(cells))
    if isinstance(treatment, AsDate):
        return Numbers(name, days(cells, day_comes_first(cells)))
    return _words(name, words_of(cells))


def _words(name: str, cells: Iterable[str | None]) -> Words:
    places: dict[str, int] = {}
    codes = [-1 if cell is None else places.setdefault(cell, len(places)) for cell in cells]
    return Words(name, np.array(codes, dtype=np.int64), tuple(places))
