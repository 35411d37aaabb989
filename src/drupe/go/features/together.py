"""Several kinds of features side by side, each with a factor."""

from dataclasses import dataclass
from typing import Self

import numpy as np
import scipy.sparse as sp

from drupe.foundation.arrays import Index
from drupe.foundation.errors import ParameterError
from drupe.go.board import Board
from drupe.go.features.base import MoveFeatures


@dataclass(frozen=True)
class Together(MoveFeatures):
    """All columns of the parts, one part after the other, each times its factor.

    Parameters
    ----------
    parts
        What is put side by side.
    factors
        One for each part: how much it counts in a distance.

    Examples
    --------
    >>> from drupe.go.features import LastMoves, Tactics
    >>> both = Together.of(Tactics(), LastMoves())
    >>> both.columns == Tactics().columns + LastMoves().columns
    True
    """

    parts: tuple[MoveFeatures, ...]
    factors: tuple[float, ...]

    def __post_init__(self) -> None:
        if not self.parts or len(self.parts) != len(self.factors):
            raise ParameterError(
                f"Together needs parts and a factor for each, got {len(self.parts)} and {len(self.factors)}."
            )

    @classmethod
    def of(cls, *parts: MoveFeatures, factors: tuple[float, ...] | None = None) -> Self:
        """Parts with the factor 1, unless others are given."""
        return cls(parts, (1.0,) * len(parts) if factors is None else factors)

    @property
    def columns(self) -> int:
        return sum(part.columns for part in self.parts)

    def matrix(self, board: Board, points: Index) -> sp.csr_matrix:
        blocks = [factor * part.matrix(board, points) for part, factor in zip(self.parts, self.factors, strict=True)]
        return sp.csr_matrix(sp.hstack(blocks, format="csr"))

    def name(self, column: int) -> str:
        place, first = self._part(column)
        return self.parts[place].name(column - first)

    def fact_of(self, columns: Index) -> Index:
        found, firsts = np.array(columns, dtype=np.int64), [self._part(int(column)) for column in columns]
        for i, (place, first) in enumerate(firsts):
            # A part has no more facts than columns, so that its first column can number them all.
            found[i] = first + int(self.parts[place].fact_of(found[i : i + 1] - first)[0])
        return found

    def _part(self, column: int) -> tuple[int, int]:
        """The part of a column, and the first column of that part."""
        ends = np.cumsum([0, *(part.columns for part in self.parts)])
        place = int(np.searchsorted(ends, column, side="right")) - 1
        return place, int(ends[place])
