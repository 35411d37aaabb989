"""One column of a data frame, an array or a list as a `Frame` keeps it: numbers in float64, or else words."""

import datetime
from typing import Any

import narwhals as nw
import numpy as np
import numpy.typing as npt

from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs.cells import is_missing, number_word

WHOLE = (datetime.datetime, datetime.date, datetime.time)
"""Values with a text of their own that says everything."""


def column_values(name: str, values: Any) -> npt.NDArray[Any]:
    """The cells: numbers where all that are there are numbers, else words.

    >>> column_values("x", [1, None, 2.5]).tolist(), column_values("x", ["a", None, 3]).tolist()
    ([1.0, nan, 2.5], ['a', None, '3'])
    """
    if isinstance(values, nw.Series):
        kind = values.dtype
        if kind.is_numeric() and kind not in (nw.Decimal, nw.Int128, nw.UInt128) and not values.null_count():
            return number_values(name, values.to_numpy())
        if kind.is_nested() or kind in (nw.Binary, nw.Duration):
            raise InputTypeError(
                f"column {name!r} holds {kind}, but columns hold numbers, words or dates; leave it out, or cast it."
            )
        values = values.to_list()
    cells = [_cell(value) for value in values]
    if any(isinstance(cell, str) for cell in cells):
        words = np.empty(len(cells), dtype=object)
        words[:] = [cell if cell is None or isinstance(cell, str) else number_word(cell) for cell in cells]
        return words
    return number_values(name, np.array([np.nan if cell is None else cell for cell in cells], dtype=np.float64))


def number_values(name: str, values: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """The numbers of a column in float64; an infinite one is refused."""
    numbers = np.array(values, dtype=np.float64)
    if np.isinf(numbers).any():
        row = int(np.isinf(numbers).argmax())
        raise InputError(f"column {name!r} holds infinity at row {row}; clip it, or drop the row.")
    return numbers


def _cell(value: Any) -> str | float | None:
    """A word, a number, or None for an empty cell."""
    if value is None or isinstance(value, str):
        return None if value is None or is_missing(value) else value.strip()
    if isinstance(value, WHOLE):
        return None if value != value else value.isoformat()  # pandas' NaT is a datetime that does not equal itself
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        # pandas' NA is neither true nor false, and equal to nothing
        return None if type(value).__name__ == "NAType" else str(value)
    return None if np.isnan(number) else number
