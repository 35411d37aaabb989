"""From what users bring to Inputs: the only place that guesses.

- Inputs pass through untouched.
- A list, one-dimensional array or series of strings holds Sequences; so does a list of lists of strings.
- A list of lists of whole numbers holds Sequences if the lists differ in length, else it is a table: use `Sequences.of`
  to say that equally long lists are sequences of tokens.
- Everything else is a table of numbers: Vectors.

At prediction nothing is guessed: the fitted examples say what the new ones are.
"""

from typing import Any

import narwhals as nw
import numpy as np

from drupe.inputs.base import Inputs, same_space
from drupe.inputs.frames import opened
from drupe.inputs.sequences import Sequences
from drupe.inputs.vectors import Vectors


def coerce(data: Any) -> Inputs:
    """Wrap raw data once; Inputs pass through untouched.

    >>> type(coerce(["cat", "cart"])).__name__, type(coerce([[1.0, 2.0]])).__name__
    ('Sequences', 'Vectors')
    """
    if isinstance(data, Inputs):
        return data
    return Sequences.of(data) if _holds_sequences(data) else Vectors.of(data)


def coerce_like(fitted: Inputs, data: Any, owner: str = "drupe") -> Inputs:
    """Wrap new data as the fitted examples were, with nothing left to guess, and check that they fit together.

    `owner` is named in errors as the one who was fitted.
    """
    new = data if isinstance(data, Inputs) else fitted.new(data)
    same_space(fitted, new, owner)
    return new


def _holds_sequences(data: Any) -> bool:
    if isinstance(data, np.ndarray):
        return data.ndim == 1 and (
            data.dtype.kind in "UST" or (data.dtype.kind == "O" and _lists_sequences(list(data)))
        )
    if isinstance(data, list | tuple):
        return _lists_sequences(data)
    series = opened(data)
    return isinstance(series, nw.Series) and (series.dtype == nw.String or _lists_sequences(series.to_list()))


def _lists_sequences(items: list[Any] | tuple[Any, ...]) -> bool:
    """Whether the first item that is there is text, or all are lists of tokens."""
    first = next((item for item in items if item is not None), None)
    if isinstance(first, str | bytes):
        return True
    rows = all(isinstance(item, list | tuple) or (isinstance(item, np.ndarray) and item.ndim == 1) for item in items)
    if not rows:
        return False
    token = next((row[0] for row in items if len(row)), None)
    ragged = len({len(row) for row in items}) > 1
    return isinstance(token, str) or (ragged and all(_whole(token) for row in items for token in row))


def _whole(token: object) -> bool:
    return isinstance(token, int | np.integer) and not isinstance(token, bool)
