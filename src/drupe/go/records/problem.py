"""A problem of life and death: a position, whose turn it is, and the first moves that solve it."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.foundation.arrays import Index
from drupe.foundation.errors import InputError
from drupe.go.board import Board
from drupe.go.vertices import vertex_of


@dataclass(frozen=True, eq=False)
class Problem:
    """A position with its solutions.

    Parameters
    ----------
    board
        The position; the player to move solves it.
    solutions
        Points of the first moves that do.
    level
        How hard it is, in words.

    Examples
    --------
    >>> problem = Problem(Board.of(". O X\\n. X .\\n. . ."), (0,))
    >>> problem.candidates().tolist(), problem.good(np.array([0, 3])).tolist()
    ([0, 3, 5, 6, 7, 8], [True, False])
    """

    board: Board
    solutions: tuple[int, ...]
    level: str = ""

    def __post_init__(self) -> None:
        illegal = [point for point in self.solutions if not self.board.is_legal(point)]
        if not self.solutions or illegal:
            wrong = f"{vertex_of(illegal[0], self.board.size)} is not legal" if illegal else "none was given"
            raise InputError(f"a problem needs solutions that can be played, but {wrong}.")

    def candidates(self, margin: int = 1) -> Index:
        """Legal moves, no suicides, within so many lines of the smallest rectangle around all stones."""
        rows, columns = np.nonzero(self.board.stones)
        legal = np.array(self.board.legal_moves(False), dtype=np.int64)
        if not len(rows):
            return legal
        row, column = np.divmod(legal, self.board.size)
        near = (row >= rows.min() - margin) & (row <= rows.max() + margin)
        near &= (column >= columns.min() - margin) & (column <= columns.max() + margin)
        return np.asarray(legal[near])

    def good(self, points: Any) -> Any:
        """Which of these points solve the problem."""
        return np.isin(points, self.solutions)
