"""Where the last moves were: most moves answer one of them."""

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp

from drupe.foundation.arrays import Index
from drupe.foundation.parameters import Checked, Interval, ranged
from drupe.go.board import Board
from drupe.go.features.base import MoveFeatures, one_hot
from drupe.go.vertices import PASS

FARTHEST = 17
"""Distances from here on are one."""

ROOM = 5
"""Liberties of the chain of the last move from which on they are one."""


@dataclass(frozen=True)
class LastMoves(MoveFeatures, Checked):
    """Distance to each of the last moves, and whether the move touches the chain of the last one, by its liberties.

    The distance of two points is |Δx| + |Δy| + max(|Δx|, |Δy|). A position alone does not know these: they make a
    ranking of moves in games much better, and have no meaning for problems.

    Parameters
    ----------
    back
        How many moves back.

    Examples
    --------
    >>> board = Board(9)
    >>> board.play("E5")
    >>> row = LastMoves(back=1).matrix(board, np.array([39])).toarray()[0]
    >>> [LastMoves(back=1).name(column) for column in np.flatnonzero(row)]
    ['distance 2 to the last move', 'touches the last move, which has 4 liberties']

    References
    ----------
    [Coulom07]_, section 3.1.
    """

    back: int = ranged(Interval(1, 8, closed_high=True, whole=True), 2)

    @property
    def columns(self) -> int:
        return self.back * (FARTHEST + 2) + ROOM + 1

    def matrix(self, board: Board, points: Index) -> sp.csr_matrix:
        points = np.asarray(points, dtype=np.int64)
        moves = [move for _, move in board.turns[-self.back :]][::-1]
        distances = [_distances(board.size, points, move) for move in moves]
        # Nothing is said of moves before the first.
        distances += [np.full(len(points), FARTHEST + 1)] * (self.back - len(moves))
        touched = _touched(board, points, moves[0]) if moves else np.zeros(len(points), dtype=np.int64)
        offsets = np.arange(self.back + 1) * (FARTHEST + 2)
        return one_hot(np.column_stack([*distances, touched]), offsets, self.columns)

    def name(self, column: int) -> str:
        back, value = divmod(column, FARTHEST + 2)
        if column < self.back * (FARTHEST + 2):
            move = "the last move" if not back else f"the last move but {back}"
            far = f"{FARTHEST} or more" if value == FARTHEST else str(value)
            return f"no {move.removeprefix('the ')}" if value > FARTHEST else f"distance {far} to {move}"
        value = column - self.back * (FARTHEST + 2)
        return f"touches the last move, which has {value} liberties" if value else "does not touch the last move"

    def fact_of(self, columns: Index) -> Index:
        return np.minimum(np.asarray(columns) // (FARTHEST + 2), self.back)


def _distances(size: int, points: Index, move: int) -> Index:
    if move == PASS:
        return np.full(len(points), FARTHEST + 1)
    (row, column), (down, right) = np.divmod(points, size), divmod(move, size)
    across, along = np.abs(row - down), np.abs(column - right)
    return np.asarray((across + along + np.maximum(across, along)).clip(0, FARTHEST))


def _touched(board: Board, points: Index, move: int) -> Index:
    """Liberties of the last move's chain where a point touches it, else 0."""
    if move == PASS or not board.stones.flat[move]:
        return np.zeros(len(points), dtype=np.int64)
    liberties = board.liberties(move)
    return np.where(np.isin(points, liberties), min(len(liberties), ROOM), 0)
