"""Eyes: empty points that a player had better leave empty."""

import numpy as np
import numpy.typing as npt

from drupe.go.board import Board

OFF_BOARD = 2


def own_eyes(board: Board) -> npt.NDArray[np.bool_]:
    """Empty points that only own stones surround, with one enemy at a corner at most, and none at the edge.

    >>> own_eyes(Board.of(". X .\\nX X .\\n. . .")).tolist()
    [True, False, False, False, False, False, False, False, False]
    """
    own = board.stones.astype(np.int64) * int(board.to_play)
    ground = np.pad(own, 1, constant_values=OFF_BOARD)
    size = board.size

    def shifted(down: int, right: int) -> npt.NDArray[np.int64]:
        return ground[1 + down : 1 + down + size, 1 + right : 1 + right + size]

    sides = np.stack([shifted(*step) for step in ((-1, 0), (1, 0), (0, -1), (0, 1))])
    corners = np.stack([shifted(down, right) for down in (-1, 1) for right in (-1, 1)])
    surrounded = ((sides == 1) | (sides == OFF_BOARD)).all(axis=0) & (sides == 1).any(axis=0)
    enemies = (corners == -1).sum(axis=0) + (corners == OFF_BOARD).any(axis=0)
    return np.asarray((own == 0) & surrounded & (enemies < 2)).ravel()


def sensible_moves(board: Board) -> list[int]:
    """Legal moves that take no own stones and fill no own eye: when there is none, one passes."""
    eyes = own_eyes(board)
    return [point for point in board.legal_moves(False) if not eyes[point]]
