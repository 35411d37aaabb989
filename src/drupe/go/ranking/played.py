"""Lessons from games: the move that was played is good, others drawn from the legal ones are not."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from drupe.foundation.arrays import Index
from drupe.foundation.progress import Progress
from drupe.go.board import Board
from drupe.go.features.base import MoveFeatures
from drupe.go.ranking.lessons import Lessons
from drupe.go.records.game_record import GameRecord, positions
from drupe.go.vertices import PASS


@dataclass(frozen=True, eq=False)
class PlayedMove:
    """A position of a game, the move that was played, and the moves it is compared with.

    Parameters
    ----------
    board
        The position, with the moves before it.
    points
        The played move first, then others.
    """

    board: Board = field(repr=False)
    points: Index


@dataclass(frozen=True)
class PlayedMoves:
    """Positions drawn from games, so many of each, passes left out; a game counts up to its first illegal move.

    Positions of one game are alike: split by games, never by positions.

    Parameters
    ----------
    per_game
        Positions of each game.
    others
        Other moves of each position, drawn at random; None for all.
    seed
        Of the draws.

    References
    ----------
    [Graepel02]_, section 10.4.2.
    """

    per_game: int = 1
    others: int | None = None
    seed: int = 0

    def of(self, records: Iterable[GameRecord]) -> Iterator[PlayedMove]:
        """Game after game, in the order of the moves."""
        rng = np.random.default_rng(self.seed)
        for record in records:
            turns = [number for number, turn in enumerate(record.turns) if turn.move != PASS]
            drawn = set(rng.choice(turns, min(self.per_game, len(turns)), replace=False).tolist()) if turns else set()
            for number, (board, turn) in enumerate(positions(record)):
                # A record in which one color moves twice in a row says nothing of the other one's turn.
                if number in drawn and turn.color is board.to_play:
                    yield PlayedMove(board.copy(), self._compared(board, turn.move, rng))

    def _compared(self, board: Board, played: int, rng: np.random.Generator) -> Index:
        legal = np.array(board.legal_moves(False), dtype=np.int64)
        rest = legal[legal != played]
        if self.others is not None:
            rest = rng.choice(rest, min(self.others, len(rest)), replace=False)
        return np.concatenate([[played], rest])


def played_lessons(moves: Sequence[PlayedMove], features: MoveFeatures, progress: Progress | None = None) -> Lessons:
    """The features of all moves, the played ones good.

    >>> from drupe.go import Color, Turn
    >>> from drupe.go.features import Tactics
    >>> record = GameRecord(5, (Turn(Color.BLACK, 12), Turn(Color.WHITE, 7)))
    >>> lessons = played_lessons(list(PlayedMoves(per_game=2, others=3).of([record])), Tactics())
    >>> len(lessons), lessons.good.tolist()
    (2, [True, False, False, False, True, False, False, False])
    """

    def rows() -> Iterator[tuple[object, Index]]:
        for number, move in enumerate(moves):
            if progress is not None:
                progress(number / len(moves))
            yield features.matrix(move.board, move.points), np.arange(len(move.points)) == 0

    return Lessons.of(rows())
