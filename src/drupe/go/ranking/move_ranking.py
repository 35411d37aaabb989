"""A ranking: the moves of one position, best first, with their scores."""

from dataclasses import dataclass, field

import numpy as np

from drupe.foundation.arrays import Index, Vector
from drupe.foundation.errors import InputError
from drupe.go.vertices import vertex_of


@dataclass(frozen=True, eq=False)
class MoveRanking:
    """Moves in the order of their scores; of equal ones the first on the board comes first.

    Parameters
    ----------
    size
        Of the board.
    points
        The moves, best first.
    scores
        Their scores.

    Examples
    --------
    >>> ranking = MoveRanking.of(9, np.array([0, 40, 80]), np.array([0.5, 2.0, 1.0]))
    >>> ranking.best, ranking.vertices(2), ranking.lead, ranking.place(0)
    (40, ('E5', 'J1'), 1.0, 3)
    """

    size: int
    points: Index = field(repr=False)
    scores: Vector = field(repr=False)

    @classmethod
    def of(cls, size: int, points: Index, scores: Vector) -> "MoveRanking":
        """The moves put in order."""
        order = np.argsort(-np.asarray(scores), kind="stable")
        return cls(size, np.asarray(points)[order], np.asarray(scores)[order])

    def __len__(self) -> int:
        return len(self.points)

    @property
    def best(self) -> int:
        """The first move."""
        if not len(self):
            raise InputError("there is no move to rank in this position.")
        return int(self.points[0])

    @property
    def lead(self) -> float:
        """By how much the first move is ahead of the second: how sure the ranking is; infinite for a single move."""
        return float(self.scores[0] - self.scores[1]) if len(self) > 1 else np.inf

    @property
    def shares(self) -> Vector:
        """exp(score) of each move by the sum of all: probabilities if the scores were learned as choices."""
        worth = np.exp(self.scores - self.scores.max(initial=-np.inf))
        return np.asarray(worth / worth.sum())

    def place(self, point: int) -> int:
        """1 for the first move, and so on."""
        found = np.flatnonzero(self.points == point)
        if not len(found):
            raise InputError(f"{vertex_of(point, self.size)} is not among the {len(self)} ranked moves.")
        return int(found[0]) + 1

    def vertices(self, count: int = 10) -> tuple[str, ...]:
        """The names of the first moves."""
        return tuple(vertex_of(int(point), self.size) for point in self.points[:count])
