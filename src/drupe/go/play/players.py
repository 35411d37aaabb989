"""Players: whatever chooses a move in a position, within some time."""

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from drupe.go.board import Board
from drupe.go.play.eyes import sensible_moves
from drupe.go.ranking.move_ranker import MoveRanker
from drupe.go.vertices import PASS


class Player(Protocol):
    """Chooses moves."""

    def choose(self, board: Board, komi: float, seconds: float | None = None) -> int:
        """A legal point, or `PASS`, within so many seconds."""


@dataclass(eq=False)
class RandomPlayer:
    """Any move that takes no own stones and fills no own eye, with equal probability; passes if there is none.

    Parameters
    ----------
    seed
        Of the draws.
    """

    seed: int = 0
    _rng: np.random.Generator = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._rng = np.random.default_rng(self.seed)

    def choose(self, board: Board, komi: float = 0.0, seconds: float | None = None) -> int:
        """The next draw."""
        moves = sensible_moves(board)
        return int(self._rng.choice(moves)) if moves else PASS


@dataclass(frozen=True, eq=False)
class RankingPlayer:
    """The first move of a ranking that fills no own eye; passes if there is none.

    Parameters
    ----------
    ranker
        What ranks moves.

    References
    ----------
    [Graepel02]_, section 10.4.2.
    """

    ranker: MoveRanker

    def choose(self, board: Board, komi: float = 0.0, seconds: float | None = None) -> int:
        """The first of the ranking."""
        moves = sensible_moves(board)
        return self.ranker.rank(board, moves).best if moves else PASS
