"""Positions as users write them, an array of signs or a diagram, checked before a board is made of them."""

from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import ndimage

from drupe.foundation.errors import InputError, InputTypeError
from drupe.go.color import Color
from drupe.go.vertices import LARGEST, vertex_of

Stones = npt.NDArray[np.int8]
"""Rows from the top: 1 for a black stone, −1 for a white one, 0 for an empty point."""

MARKS = {".": 0, "+": 0, "X": 1, "x": 1, "O": -1, "o": -1}


def stones_of(position: Any) -> Stones:
    """A square array of signs, or a diagram in which X are black stones, O white ones and dots empty points.

    >>> stones_of(". X\\nO .").tolist()
    [[0, 1], [-1, 0]]
    """
    rows = _diagram(position) if isinstance(position, str) else np.asarray(position)
    if rows.dtype.kind not in "biuf":
        raise InputTypeError(f"stones are a square array of 1, -1 and 0, or a diagram, got {type(position).__name__}.")
    if rows.ndim != 2 or rows.shape[0] != rows.shape[1] or not 1 <= len(rows) <= LARGEST:
        raise InputError(f"a board is square, with 1 to {LARGEST} rows, but the stones have the shape {rows.shape}.")
    if not np.isin(rows, (-1, 0, 1)).all():
        wrong = rows[~np.isin(rows, (-1, 0, 1))][0]
        raise InputError(f"a stone is 1 for Black, -1 for White, and 0 is an empty point, got {wrong}.")
    return np.ascontiguousarray(rows, dtype=np.int8)


def _diagram(text: str) -> npt.NDArray[np.int8]:
    lines = ["".join(line.split()) for line in text.strip().splitlines()]
    unknown = sorted({mark for line in lines for mark in line} - MARKS.keys())
    if unknown:
        raise InputError(f"a diagram has X for Black, O for White and dots for empty points, got {unknown[0]!r}.")
    if not lines or any(len(line) != len(lines) for line in lines):
        lengths = [len(line) for line in lines]
        raise InputError(f"a diagram has as many points in each line as it has lines, got {lengths} in {len(lines)}.")
    return np.array([[MARKS[mark] for mark in line] for line in lines], dtype=np.int8)


def without_liberty(stones: Stones) -> str:
    """Which chain of an impossible position has no liberty."""
    beside = ndimage.binary_dilation(stones == 0)
    for color in Color:
        chains, _ = ndimage.label(stones == color)
        dead = np.flatnonzero((chains > 0) & ~np.isin(chains, chains[beside]))
        if len(dead):
            vertex = vertex_of(int(dead[0]), len(stones))
            break
    return (
        f"the chain of {color.name.capitalize()} on {vertex} has no liberty: no move leaves such a position; take its "
        "stones away."
    )
