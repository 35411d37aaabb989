"""Why a move has its score: what each of its features adds, compared with the other moves of the position."""

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError
from drupe.go.board import Board
from drupe.go.ranking.move_ranker import MoveRanker
from drupe.go.ranking.scores import LinearScores
from drupe.go.vertices import point_of, vertex_of


@dataclass(frozen=True)
class Reason:
    """A fact about a move, and how much it lifts the move above the mean of all.

    Parameters
    ----------
    column
        Of the features.
    words
        What it tells.
    amount
        What the fact adds to the score, minus what it adds on average over the legal moves.
    """

    column: int
    words: str
    amount: float


def reasons(ranker: MoveRanker, board: Board, move: str | int, count: int = 8) -> tuple[Reason, ...]:
    """The facts that change the score of a move most, heaviest first; for linear scores.

    Where every move has one value of each fact, as with tactics, surroundings and last moves, all amounts together
    are the score of the move minus the mean score of the legal ones.

    >>> from drupe.go.features import Tactics
    >>> weights = np.zeros(Tactics().columns)
    >>> weights[7] = 2.0
    >>> found = reasons(MoveRanker(Tactics(), LinearScores(weights)), Board.of(". O X\\n. X .\\n. . ."), "A3")
    >>> [(reason.words, round(reason.amount, 3)) for reason in found]
    [('captures 1 stone', 1.667)]
    """
    weights, legal = _weights(ranker), board.legal_moves(False)
    point = point_of(move, board.size)
    if point not in legal:
        raise InputError(f"{vertex_of(point, board.size)} is no legal move here, so that there is nothing to explain.")
    rows = ranker.features.matrix(board, np.array(legal))
    own = rows[legal.index(point)]
    columns, facts = np.unique(rows.indices), ranker.features.fact_of(np.unique(rows.indices))
    fact_of = dict(zip(columns.tolist(), facts.tolist(), strict=True))
    mean: dict[int, float] = defaultdict(float)
    for column, value in zip(rows.indices.tolist(), rows.data.tolist(), strict=True):
        mean[fact_of[column]] += weights[column] * value / len(legal)
    found = [
        Reason(column, ranker.features.name(column), float(weights[column] * value - mean[fact_of[column]]))
        for column, value in zip(own.indices.tolist(), own.data.tolist(), strict=True)
    ]
    heaviest = sorted(found, key=lambda reason: -abs(reason.amount))[:count]
    return tuple(reason for reason in heaviest if reason.amount != 0)


def _weights(ranker: MoveRanker) -> Vector:
    if not isinstance(ranker.scores, LinearScores):
        raise InputError(
            "reasons are parts of a sum, and only linear scores are one; learn as choices or as differences."
        )
    return ranker.scores.weights
