"""Points by their names: C3 is the third column from the left, which skips I, and the third row from the bottom."""

import operator
from typing import Any

from drupe.foundation.errors import InputError, InputTypeError

LARGEST = 25
"""Rows of the largest board: columns have one letter."""

COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

PASS = -1
"""The move that puts no stone, as a whole number; `"pass"` as a word."""


def vertex_of(point: int, size: int) -> str:
    """The name of a point, or of a pass.

    >>> vertex_of(0, 9), vertex_of(80, 9), vertex_of(PASS, 9)
    ('A9', 'J1', 'pass')
    """
    if point == PASS:
        return "pass"
    row, column = divmod(point, size)
    return f"{COLUMNS[column]}{size - row}"


def point_of(move: Any, size: int) -> int:
    """The point of a name or of a whole number, counted row by row from the top left; `PASS` for a pass.

    >>> point_of("a9", 9), point_of("J1", 9), point_of("pass", 9), point_of(40, 9)
    (0, 80, -1, 40)
    """
    if isinstance(move, str):
        return _named(move, size)
    try:
        if isinstance(move, bool):
            raise TypeError
        point = operator.index(move)
    except TypeError:
        raise InputTypeError(
            f"a move is a vertex such as 'C3', 'pass', or a whole number, got {move!r}, of type {type(move).__name__}."
        ) from None
    if not PASS <= point < size * size:
        raise InputError(
            f"point {point} does not lie on a board of {size} × {size}; its points are 0 to {size * size - 1}, row by "
            f"row from the top left, and {PASS} is a pass."
        )
    return point


def _named(move: str, size: int) -> int:
    name = move.strip().upper()
    if name == "PASS":
        return PASS
    column, digits = COLUMNS.find(name[:1]) if name else -1, name[1:]
    row = int(digits) if digits.isascii() and digits.isdecimal() and len(digits) <= 2 else 0
    if not (0 <= column < size and 1 <= row <= size):
        raise InputError(
            f"{move!r} is no vertex of a board of {size} × {size}; a vertex is a letter of A to {COLUMNS[size - 1]} "
            f"without I and a row from 1, at the bottom, to {size}, such as {vertex_of(0, size)!r}, or 'pass'."
        )
    return (size - row) * size + column
