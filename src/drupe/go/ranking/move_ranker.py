"""A ranker: features of moves, and a score learned from them."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.go.board import Board
from drupe.go.features.base import MoveFeatures
from drupe.go.ranking.move_ranking import MoveRanking
from drupe.go.ranking.scores import MoveScores
from drupe.go.vertices import point_of


@dataclass(frozen=True, eq=False)
class MoveRanker:
    """Ranks the moves of any position by f(x), x the features of a move.

    Parameters
    ----------
    features
        What is told of a move.
    scores
        f.

    Examples
    --------
    >>> from drupe.go.features import Tactics
    >>> from drupe.go.ranking import LinearScores
    >>> names = [Tactics().name(column) for column in range(Tactics().columns)]
    >>> likes = LinearScores(np.array([float(name.startswith("captures")) * place for place, name in enumerate(names)]))
    >>> ranking = MoveRanker(Tactics(), likes).rank(Board.of(". O X\\n. X .\\n. . ."))
    >>> ranking.vertices(1)
    ('A3',)

    References
    ----------
    [Graepel02]_, section 10.4: the largest real output is played.
    """

    features: MoveFeatures
    scores: MoveScores

    def rank(self, board: Board, moves: Any = None) -> MoveRanking:
        """These moves, or all that are legal and no suicide, best first."""
        points = board.legal_moves(False) if moves is None else [point_of(move, board.size) for move in moves]
        asked = np.array(points, dtype=np.int64)
        if not len(asked):
            return MoveRanking(board.size, asked, np.empty(0))
        return MoveRanking.of(board.size, asked, self.scores.of(self.features.matrix(board, asked)))
