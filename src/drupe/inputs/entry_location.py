"""Where an entry of a table stands, in the words of an error message."""

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Place: TypeAlias = Callable[[tuple[int, ...]], str]
"""Names the entry at this index of the array that is being looked at."""


def in_table(names: Sequence[str] | None = None) -> Place:
    """Places of a dense table, whose index is (row, column).

    >>> in_table(("age", "height"))((3, 1))
    "row 3, column 'height'"
    """

    def place(index: tuple[int, ...]) -> str:
        row, column = index
        return f"row {row}, column {column if names is None else repr(names[column])}"

    return place


def in_column(name: object) -> Place:
    """Places of one column of a data frame."""
    return lambda index: f"row {index[0]}, column {name!r}"


def in_coordinates(rows: npt.NDArray[Any], columns: npt.NDArray[Any]) -> Place:
    """Places of the values of a COO matrix."""
    return lambda index: f"row {rows[index[0]]}, column {columns[index[0]]}"


def in_csr(starts: npt.NDArray[Any], columns: npt.NDArray[Any]) -> Place:
    """Places of the values of a CSR matrix."""
    return lambda index: f"row {np.searchsorted(starts, index[0], side='right') - 1}, column {columns[index[0]]}"
