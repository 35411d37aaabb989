"""A Go board under the rules of Tromp and Taylor."""

from collections.abc import Iterable
from typing import Any, NamedTuple, Self

import numpy as np

from drupe.foundation.errors import InputError, InputTypeError
from drupe.go.color import Color
from drupe.go.setup import Stones, stones_of, without_liberty
from drupe.go.vertices import LARGEST, PASS, point_of, vertex_of
from drupe.native import GoBoard


class Turn(NamedTuple):
    """Who moved, and where: a point, or `PASS`."""

    color: Color
    move: int


class Board(GoBoard):
    """Stones on a square grid, whose turn it is, and all positions that there have been.

    A move puts a stone on an empty point, then takes the enemy's chains that have no liberty, then one's own. It must
    not repeat an earlier position, whoever made it (positional superko). A pass is always legal; two in a row end the
    game, which `over` tells, but may be followed by further turns, as when players disagree about what is dead.

    Points are whole numbers, counted row by row from the top left, or names such as "C3": column C, third row from the
    bottom. Copies are cheap, and share nothing.

    Parameters
    ----------
    size
        Rows and columns, from 1 to 25.

    Examples
    --------
    >>> board = Board(5)
    >>> for move in ("B1", "A1", "A2"):
    ...     board.play(move)
    >>> print(board)
    . . . . .
    . . . . .
    . . . . .
    X . . . .
    . X . . .
    >>> board.area(), board.to_play, len(board.legal_moves())
    ((25, 0), <Color.WHITE: -1>, 22)
    >>> board.is_legal("A1")
    False

    References
    ----------
    [Graepel02]_, section 10.1.
    """

    def __init__(self, size: int = 19):
        if isinstance(size, bool) or not isinstance(size, int | np.integer):
            raise InputTypeError(f"a board's size is a whole number from 1 to {LARGEST}, got {size!r}.")
        if not 1 <= size <= LARGEST:
            raise InputError(f"a board has 1 to {LARGEST} rows and as many columns, got {size}.")
        super().__init__(int(size))

    @classmethod
    def of(cls, stones: Any, to_play: Color = Color.BLACK) -> Self:
        """A position to start from: a square array of 1 (Black), −1 (White) and 0, rows from the top, or a diagram.

        >>> Board.of('''
        ...     . X .
        ...     O X .
        ...     . O .
        ... ''', to_play=Color.WHITE).liberties("A2")
        [0, 6]
        """
        checked, player = stones_of(stones), Color.of(to_play)
        try:
            return cls.like(GoBoard._set_up(checked, player))
        except ValueError:
            raise InputError(without_liberty(checked)) from None

    @classmethod
    def with_stones(
        cls,
        black: Iterable[str | int] = (),
        white: Iterable[str | int] = (),
        *,
        size: int = 19,
        to_play: Color = Color.BLACK,
    ) -> Self:
        """A position to start from, by the points of both players' stones.

        >>> board = Board.with_stones(black=["C3"], white=["D3", "D4"], size=5)
        >>> board.liberties("D3")
        [3, 7, 9, 14, 18]
        """
        stones = np.zeros(cls(size).size ** 2, dtype=np.int8)
        for color, moves in ((Color.BLACK, black), (Color.WHITE, white)):
            for move in moves:
                point = point_of(move, size)
                if point == PASS or stones[point]:
                    raise InputError(f"a stone needs an empty point, but {vertex_of(point, size)} has a stone already.")
                stones[point] = color
        return cls.of(stones.reshape(size, size), to_play)

    @classmethod
    def like(cls, board: GoBoard) -> Self:
        """A copy of another board, with its past."""
        made = cls.__new__(cls)
        GoBoard.__init__(made, board)
        return made

    @property
    def to_play(self) -> Color:
        """Whose turn it is."""
        return Color(self._player)

    @property
    def turns(self) -> tuple[Turn, ...]:
        """What was played since the board was empty or set up."""
        return tuple(Turn(Color(color), move) for move, color in map(self._turn, range(self._turn_count())))

    def play(self, move: str | int, color: Color | None = None) -> None:
        """Put a stone, or pass; `color` moves even if it is not their turn, and the other one is next."""
        if color is None and self._attempt(move):
            return
        point, player = point_of(move, self.size), self.to_play if color is None else Color.of(color)
        if point == PASS:
            self._pass(player)
        elif not self._attempt_as(point, player):
            raise InputError(self._why_not(point, player))

    def is_legal(self, move: str | int, color: Color | None = None, *, suicide: bool = True) -> bool:
        """Whether a move is legal; by the rules one may take away one's own stones, `suicide=False` leaves that out."""
        point = point_of(move, self.size)
        return point == PASS or self._legal(point, self.to_play if color is None else Color.of(color), suicide)

    def _why_not(self, point: int, player: Color) -> str:
        vertex, occupied = vertex_of(point, self.size), self.stones.flat[point]
        if occupied:
            return f"{vertex} has a {Color(int(occupied)).name.lower()} stone; a move needs an empty point."
        return (
            f"{player.name.capitalize()} may not play {vertex}: the position after it is there now or was before; play "
            "elsewhere first, or pass."
        )

    def undo(self) -> None:
        """Take back the last turn."""
        if not self._undo():
            raise InputError("there is no turn to take back: the board is as it was set up.")

    def chain(self, move: str | int) -> list[int]:
        """The points of the chain to which the stone on a point belongs."""
        return self._chain(self._occupied(move))

    def liberties(self, move: str | int) -> list[int]:
        """The empty points next to the chain to which the stone on a point belongs."""
        return self._liberties(self._occupied(move))

    def _occupied(self, move: str | int) -> int:
        point = point_of(move, self.size)
        if point == PASS or not self.stones.flat[point]:
            raise InputError(f"there is no stone on {vertex_of(point, self.size)}; ask for a point that has one.")
        return point

    def copy(self) -> Self:
        """The same position with the same past."""
        return self.like(self)

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        start = self.copy()
        while start._undo():
            pass
        return _replayed, (type(self), start.stones, int(start.to_play), self.turns)

    def __str__(self) -> str:
        return "\n".join(" ".join(".XO"[stone] for stone in row) for row in self.stones)

    def __repr__(self) -> str:
        stones = int(np.count_nonzero(self.stones))
        return f"<Board {self.size} × {self.size}, {stones} stones, {self.to_play.name.capitalize()} to play>"


def _replayed(kind: type[Board], stones: Stones, to_play: int, turns: Iterable[tuple[Color, int]]) -> Board:
    board = kind.of(stones, Color(to_play))
    for color, move in turns:
        board.play(move, color)
    return board
