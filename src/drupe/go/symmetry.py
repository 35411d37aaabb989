"""Positions that differ only in how one looks at the board: its 8 symmetries, and the players in each other's place."""

import numpy as np

from drupe.go.board import Board
from drupe.go.setup import Stones


def symmetric_forms(stones: Stones) -> tuple[Stones, ...]:
    """The stones turned by 0, 1, 2 and 3 quarters, and then the same of their mirror image.

    >>> [form.ravel().tolist() for form in symmetric_forms(np.array([[1, 0], [0, 0]], dtype=np.int8))][:2]
    [[1, 0, 0, 0], [0, 0, 1, 0]]
    """
    return tuple(np.rot90(side, quarters) for side in (stones, stones.T) for quarters in range(4))


def canonical_form(board: Board) -> bytes:
    """Equal for two boards if turning, mirroring and swapping the players, with their turn, makes one of the other.

    Stones are own or the other's as the player sees them who is to play; of the 8 forms the first in order is taken.
    The past does not count.

    >>> corner, other = Board(5), Board.of(np.diag([0, 0, 0, 0, -1]))
    >>> corner.play("A5")
    >>> canonical_form(corner) == canonical_form(other)
    True
    """
    return min(form.tobytes() for form in symmetric_forms(board.stones * np.int8(board.to_play)))
