"""Many boards of one size, asked and played on all at once."""

from typing import Any, Self

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index
from drupe.foundation.budget import DEFAULT_BYTES, require
from drupe.foundation.errors import InputError, InputTypeError
from drupe.go.board import Board
from drupe.go.setup import Stones
from drupe.go.vertices import PASS, point_of
from drupe.native import GoBoards

BYTES_PER_BOARD = 2**14
"""What a board takes, and a little of its past."""


class Boards:
    """Boards that all start alike, each with a game of its own; one call moves on all of them.

    Parameters
    ----------
    count
        How many boards.
    start
        The board that they are copies of; their pasts go on from there.

    Examples
    --------
    >>> boards = Boards(2, Board(3))
    >>> boards.play(["B2", "A1"])
    >>> boards.legal().sum(axis=1).tolist(), boards.area().tolist()
    ([8, 8], [[9, 0], [9, 0]])
    >>> print(boards[1])
    . . .
    . . .
    X . .
    """

    def __init__(self, count: int, start: Board):
        if isinstance(count, bool) or not isinstance(count, int | np.integer) or count < 0:
            raise InputError(f"the number of boards is a whole number, 0 or more, got {count!r}.")
        require(BYTES_PER_BOARD * count, DEFAULT_BYTES, f"{count} boards", "take fewer at a time.")
        self._size, self._native = start.size, GoBoards(start, int(count))

    def __len__(self) -> int:
        return len(self._native)

    def __getitem__(self, i: int) -> Board:
        if not -len(self) <= i < len(self):
            raise IndexError(f"board {i} was asked for, but there are {len(self)}.")
        return Board.like(self._native.at(i % len(self)))

    def legal(self, *, suicide: bool = True) -> npt.NDArray[np.bool_]:
        """Whether a stone may be put on each point of each board, a row for a board; one may always pass besides."""
        return self._native.legal(suicide).view(np.bool_)

    def play(self, moves: Any) -> None:
        """One move on each board, `PASS` for a pass; if one of them is illegal, nothing is played at all."""
        chosen = self._points(moves)
        refused = self._native.first_refused(chosen)
        if refused is not None:
            self[refused].play(int(chosen[refused]))  # which says why

    def _points(self, moves: Any) -> Index:
        chosen = np.asarray(moves)
        if chosen.dtype.kind == "U":
            chosen = np.array([point_of(str(move), self._size) for move in chosen.ravel()], dtype=np.int64)
        if chosen.dtype.kind not in "iu" and len(self):
            raise InputTypeError(f"moves are vertices or whole numbers, one for each board, got {chosen.dtype}.")
        if chosen.shape != (len(self),):
            raise InputError(f"there are {len(self)} boards, but moves of the shape {chosen.shape}; give one for each.")
        beyond = np.flatnonzero((chosen < PASS) | (chosen >= self._size**2))
        if len(beyond):
            point_of(int(chosen[beyond[0]]), self._size)  # which says what would do
        return np.ascontiguousarray(chosen, dtype=np.int64)

    @property
    def stones(self) -> Stones:
        """The stones of all boards, one square after the other."""
        return self._native.stones().reshape(len(self), self._size, self._size)

    @property
    def to_play(self) -> Index:
        """Whose turn it is on each: 1 for Black, −1 for White."""
        return self._native.players()

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """Where the last two turns were passes."""
        return self._native.over().astype(np.bool_)

    def area(self) -> Index:
        """Black's and White's area on each board."""
        return self._native.areas().reshape(len(self), 2)

    def copy(self) -> Self:
        """The same boards with the same pasts."""
        made = type(self).__new__(type(self))
        made._size, made._native = self._size, self._native.copy()
        return made
