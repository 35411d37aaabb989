"""Examples that are points of boards: candidates for a move, or points whose owner is asked for."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index
from drupe.foundation.errors import InputError, InputTypeError
from drupe.go.board import Board
from drupe.go.color import Color
from drupe.go.vertices import PASS, point_of
from drupe.inputs.base import Inputs, Origin


@dataclass(frozen=True, eq=False)
class BoardPoints(Inputs):
    """Points, each with the position that it belongs to and the player to play; use `BoardPoints.of` to make one.

    Of boards the stones count, and whose turn it is; their past does not. Points of one board share its stones.

    Parameters
    ----------
    positions
        Stones of different positions: 1 for Black, −1 for White, 0 for none, rows from the top.
    players
        Who is to play in each: 1 for Black, −1 for White.
    position
        Which of them each example belongs to.
    points
        The point of each example.
    origin
        Which examples these are.

    Examples
    --------
    >>> board = Board(9)
    >>> points = BoardPoints.of([(board, "C3"), (board, "E5"), (Board(5), 7)])
    >>> len(points), len(points.positions), points.points.tolist()
    (3, 2, [56, 40, 7])
    """

    positions: tuple[npt.NDArray[np.int8], ...] = field(repr=False)
    players: Index = field(repr=False)
    position: Index = field(repr=False)
    points: Index
    origin: Origin = field(repr=False)

    @classmethod
    def of(cls, data: Any) -> Self:
        """Check and wrap a list of pairs: a board and a point of it."""
        if isinstance(data, cls):
            return data
        pairs = [_checked(pair, i) for i, pair in enumerate(data if isinstance(data, list | tuple) else [data])]
        if not pairs:
            raise InputError("the data have 0 sample(s) while a minimum of 1 is required.")
        boards = {id(board): board for board, _ in pairs}
        numbers = {key: number for number, key in enumerate(boards)}
        return cls(
            tuple(board.stones for board in boards.values()),
            np.array([board.to_play for board in boards.values()], dtype=np.int64),
            np.array([numbers[id(board)] for board, _ in pairs], dtype=np.int64),
            np.array([point for _, point in pairs], dtype=np.int64),
            Origin.new(len(pairs)),
        )

    def boards(self) -> Iterator[tuple[Board, Index]]:
        """Each position as a board, with the examples that belong to it; positions without examples are left out."""
        order = np.argsort(self.position, kind="stable")
        numbers, starts = np.unique(self.position[order], return_index=True)
        for number, examples in zip(numbers, np.split(order, starts[1:]), strict=True):
            yield Board.of(self.positions[number], Color(int(self.players[number]))), examples

    def __len__(self) -> int:
        return len(self.points)

    def _take(self, index: Index) -> Self:
        return type(self)(
            self.positions, self.players, self.position[index], self.points[index], self.origin.take(index)
        )

    def _example(self, i: int) -> tuple[Board, int]:
        number = self.position[i]
        return Board.of(self.positions[number], Color(int(self.players[number]))), int(self.points[i])

    def joined(self, other: Self) -> Self:
        """These points and then the others."""
        return type(self)(
            (*self.positions, *other.positions),
            np.concatenate([self.players, other.players]),
            np.concatenate([self.position, other.position + len(self.positions)]),
            np.concatenate([self.points, other.points]),
            Origin.new(len(self) + len(other)),
        )

    def values(self) -> list[Hashable]:
        """Stones, player and point of each."""
        stones = [position.tobytes() for position in self.positions]
        return [
            (stones[number], int(self.players[number]), int(point))
            for number, point in zip(self.position, self.points, strict=True)
        ]


def _checked(pair: Any, i: int) -> tuple[Board, int]:
    if not (isinstance(pair, tuple | list) and len(pair) == 2 and isinstance(pair[0], Board)):
        raise InputTypeError(f"example {i} is {pair!r}; an example is a pair of a Board and one of its points.")
    board, move = pair
    point = point_of(move, board.size)
    if point == PASS:
        raise InputError(f"example {i} is a pass, but points of boards are compared.")
    return board, point
