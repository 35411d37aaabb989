"""Lessons from problems of life and death: solutions are good, all other moves near the stones are not."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.foundation.progress import Progress
from drupe.go.features.base import MoveFeatures
from drupe.go.ranking.lessons import Lessons
from drupe.go.records.problem import Problem


@dataclass(frozen=True)
class SolvedMoves:
    """The moves of a problem that are compared: its solutions, and others that lie near the stones.

    Parameters
    ----------
    others
        How many of the others, drawn at random; None for all, as in a test.
    seed
        Of the draws.

    References
    ----------
    [Graepel02]_, section 10.4.1, with the worst move by a solver's value in the place of a random one.
    """

    others: int | None = None
    seed: int = 0

    def lessons(self, problems: Sequence[Problem], features: MoveFeatures, progress: Progress | None = None) -> Lessons:
        """The features of all compared moves.

        >>> from drupe.go import Board
        >>> from drupe.go.features import Tactics
        >>> problem = Problem(Board.of(". O X\\n. X .\\n. . ."), (0,))
        >>> SolvedMoves(others=2).lessons([problem], Tactics()).good.tolist()
        [True, False, False]
        """
        rng = np.random.default_rng(self.seed)

        def rows() -> Iterator[tuple[Any, Any]]:
            for number, problem in enumerate(problems):
                if progress is not None:
                    progress(number / len(problems))
                points = problem.candidates()
                good = problem.good(points)
                if self.others is not None:
                    rest = np.flatnonzero(~good)
                    drawn = rng.choice(rest, min(self.others, len(rest)), replace=False)
                    points, good = (
                        np.concatenate([points[good], points[drawn]]),
                        np.arange(good.sum() + len(drawn)) < good.sum(),
                    )
                yield features.matrix(problem.board, points), good

        return Lessons.of(rows())
