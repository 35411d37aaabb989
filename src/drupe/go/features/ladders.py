"""Ladders: whether a chain that is kept in atari, move after move, gets away."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index
from drupe.go.board import Board
from drupe.go.grid_neighbors import neighbors_of

STEPS = 200
"""Steps of one ladder, branches included; what is longer counts as an escape."""


class Ladders:
    """A reader of ladders on a copy of a board, for the player whose turn it is.

    The hunter takes the last liberty but one, the hunted extends or captures a chain of the hunter's that is in atari
    itself. Three liberties are an escape, none left a catch.

    Parameters
    ----------
    board
        The position; it stays as it is.
    """

    def __init__(self, board: Board):
        self._board = board.copy()
        self._left = 0

    def starts(self, points: Index, candidates: npt.NDArray[np.bool_]) -> Index:
        """1 for each candidate whose atari catches a chain of two liberties, else 0."""
        return np.array([int(take and self._catches(point)) for point, take in _pairs(points, candidates)])

    def runs(self, points: Index, candidates: npt.NDArray[np.bool_]) -> Index:
        """For candidates that take a chain out of atari to two liberties: 1 if it is caught all the same, else 2."""
        return np.array(
            [(1 if self._runs_in_vain(point) else 2) if take else 0 for point, take in _pairs(points, candidates)]
        )

    def _catches(self, point: int) -> bool:
        """Whether a move puts a chain of the other's into an atari from which it cannot escape.

        >>> corner = Board.of('''
        ...     . X . . .
        ...     X O . . .
        ...     . . X . .
        ...     . . . . .
        ...     . . . . .''')
        >>> Ladders(corner)._catches(11)
        True
        >>> wide = Board.with_stones(["B5", "A4"], ["B4"], size=5)
        >>> Ladders(wide)._catches(11)
        False
        """
        self._left = STEPS
        return self._after(point, lambda: any(self._cornered(near) for near in self._others_near(point)))

    def _runs_in_vain(self, point: int) -> bool:
        self._left = STEPS
        return self._after(point, lambda: len(self._board.liberties(point)) == 2 and self._hunted(point))

    def _others_near(self, point: int) -> list[int]:
        """Stones next to the one just played that belong to the player to move."""
        stones = self._board.stones.ravel()
        return [near for near in neighbors_of(self._board.size)[point] if stones[near] == int(self._board.to_play)]

    def _cornered(self, prey: int) -> bool:
        return len(self._board.liberties(prey)) == 1 and self._caught(prey)

    def _hunted(self, prey: int) -> bool:
        """The hunter is to move, the prey has two liberties."""
        return any(self._after(liberty, lambda: self._caught(prey)) for liberty in self._board.liberties(prey))

    def _caught(self, prey: int) -> bool:
        """The hunted is to move, the prey has one liberty."""
        self._left -= 1
        if self._left < 0:
            return False
        escapes = [*self._board.liberties(prey), *self._countered(prey)]
        return not any(self._after(move, lambda: self._free(prey)) for move in escapes)

    def _free(self, prey: int) -> bool:
        liberties = len(self._board.liberties(prey))
        return liberties > 2 or (liberties == 2 and not self._hunted(prey))

    def _after(self, move: int, holds: Callable[[], bool]) -> bool:
        """Whether something holds after a move; not if the move is illegal or takes itself."""
        board = self._board
        if not board.is_legal(move, suicide=False):
            return False
        board.play(move)
        answer = holds()
        board.undo()
        return answer

    def _countered(self, prey: int) -> set[int]:
        """Moves that capture a chain of the hunter's next to the prey."""
        board, near = self._board, neighbors_of(self._board.size)
        stones = board.stones.ravel()
        hunters = {q for p in board.chain(prey) for q in near[p] if stones[q] == -stones[prey]}
        rooms = (board.liberties(hunter) for hunter in hunters)
        return {room[0] for room in rooms if len(room) == 1}


def _pairs(points: Index, candidates: npt.NDArray[np.bool_]) -> list[tuple[int, bool]]:
    return list(zip(points.tolist(), candidates.tolist(), strict=True))
