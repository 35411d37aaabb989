"""A game record, and what is left of it when it is played again by the rules."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from drupe.foundation.errors import InputError
from drupe.go.board import Board, Turn
from drupe.go.color import Color


@dataclass(frozen=True)
class GameRecord:
    """The turns of a game, from an empty board or from stones that were set up.

    Parameters
    ----------
    size
        Of the board.
    turns
        Who moved, and where.
    black, white
        Points of the stones before the first move; those of a handicap are black.
    to_play
        Whose turn it is at first.
    komi
        Points that White gets for moving second.
    result
        As it was written down, such as B+R or W+3.5; empty if unknown.
    """

    size: int
    turns: tuple[Turn, ...] = field(repr=False)
    black: tuple[int, ...] = ()
    white: tuple[int, ...] = ()
    to_play: Color = Color.BLACK
    komi: float = 0.0
    result: str = ""

    def start(self) -> Board:
        """The board before the first move."""
        return Board.with_stones(self.black, self.white, size=self.size, to_play=self.to_play)


@dataclass(frozen=True, eq=False)
class Replay:
    """What could be played of a record.

    Parameters
    ----------
    board
        The position after the last legal turn.
    played
        How many turns were played.
    stopped
        Why the rest was not; empty if all was.
    """

    board: Board
    played: int
    stopped: str


def replayed(record: GameRecord) -> Replay:
    """Play a record up to its first illegal move, and keep what came before: trailing variations are no rare thing.

    >>> record = GameRecord(3, (Turn(Color.BLACK, 4), Turn(Color.WHITE, 4)))
    >>> replay = replayed(record)
    >>> replay.played, replay.stopped
    (1, 'turn 2: B2 has a black stone; a move needs an empty point.')
    """
    board = record.start()
    for number, (color, move) in enumerate(record.turns):
        try:
            board.play(move, color)
        except InputError as error:
            return Replay(board, number, f"turn {number + 1}: {error}")
    return Replay(board, len(record.turns), "")


def positions(record: GameRecord) -> Iterator[tuple[Board, Turn]]:
    """The board before each turn, with the turn, up to the first illegal move; the board is the same object, played on.

    Moves that take their own stones count as illegal here: records of games are kept by rules that forbid them.

    >>> record = GameRecord(3, (Turn(Color.BLACK, 4), Turn(Color.WHITE, 0)))
    >>> [(len(board.turns), turn.move) for board, turn in positions(record)]
    [(0, 4), (1, 0)]
    """
    board = record.start()
    for color, move in record.turns:
        if not board.is_legal(move, color, suicide=False):
            return
        yield board, Turn(color, move)
        board.play(move, color)
