"""A column of a table as it grows, part by part: what all kinds of columns have in common."""

from abc import ABC, abstractmethod
from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.foundation.remedies import Setting
from drupe.inputs.readers.location import Location, quoted
from drupe.inputs.readers.options import Missing
from drupe.inputs.readers.recipe import ColumnRecipe

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

    @property
    def numeric(self) -> bool:
        """Whether it takes numbers as they are."""
        return False

    @abstractmethod
    def add(self, cells: list[str], at: At) -> None:
        """Add further cells."""

    def add_read(self, read: Vector | list[str], at: At) -> None:
        """Add further cells, or the numbers that the core has read there already if the column is numeric."""
        if isinstance(read, list):
            self.add(read, at)
        else:
            self.extend(read, at)

    def extend(self, values: Vector, at: At) -> None:
        """Add further numbers to a numeric column."""
        raise TypeError(f"the column {self.name!r} takes no numbers")

    @abstractmethod
    def absent(self) -> npt.NDArray[np.bool_]:
        """Where values are missing."""

    @abstractmethod
    def finished(self) -> ColumnRecipe:
        """The part of the recipe that describes this column."""

    @abstractmethod
    def features(self, recipe: ColumnRecipe) -> Matrix:
        """The columns of numbers that it becomes."""

    def _check_missing(self, place: Location) -> None:
        if self.missing is Missing.REFUSE:
            drop, fill = Setting("missing", Missing.DROP), Setting("missing", Missing.FILL)
            would_do = f"fill it in, or pass {drop} to leave such rows out, or {fill}"
            raise place.error("the cell is empty", would_do, drop, fill)


def comma_error(cell: str, place: Location) -> InputError:
    """The error for a number whose decimals stand behind a comma."""
    comma = Setting("decimal", ",")
    return place.error(f"{quoted(cell)} has a comma before its decimals", f"pass {comma}", comma)
