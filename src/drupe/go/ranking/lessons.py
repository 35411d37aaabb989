"""Lessons: moves of many positions, each a row of features, and which of them are good."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from drupe.foundation.arrays import Index
from drupe.foundation.errors import InputError


@dataclass(frozen=True, eq=False)
class Lessons:
    """Rows of features, position after position.

    Parameters
    ----------
    features
        A row for each move.
    good
        Whether the move is good.
    starts
        The first row of each position, and the number of rows.

    Examples
    --------
    >>> lessons = Lessons.of([(sp.csr_matrix([[1.0], [2.0]]), [True, False]), (sp.csr_matrix([[3.0]]), [True])])
    >>> len(lessons), lessons.position_of.tolist()
    (2, [0, 0, 1])
    """

    features: sp.csr_matrix = field(repr=False)
    good: npt.NDArray[np.bool_] = field(repr=False)
    starts: Index = field(repr=False)

    @classmethod
    def of(cls, positions: Iterable[tuple[sp.csr_matrix, Any]]) -> Self:
        """From the features of each position, and which of their rows are good."""
        pairs = [(rows, np.asarray(good, dtype=bool)) for rows, good in positions]
        if not pairs:
            raise InputError("no positions to learn from were given.")
        if any(rows.shape[0] != len(good) or not len(good) for rows, good in pairs):
            raise InputError("each position needs at least one move, and of each move whether it is good.")
        starts = np.cumsum([0, *(len(good) for _, good in pairs)])
        return cls(
            sp.csr_matrix(sp.vstack([rows for rows, _ in pairs], format="csr")),
            np.concatenate([good for _, good in pairs]),
            starts,
        )

    def __len__(self) -> int:
        return len(self.starts) - 1

    @property
    def position_of(self) -> Index:
        """The position of each row."""
        return np.repeat(np.arange(len(self)), np.diff(self.starts))

    def telling(self) -> "Lessons":
        """Without the positions in which all moves are good, or none."""
        good = np.add.reduceat(self.good, self.starts[:-1])
        kept = (good > 0) & (good < np.diff(self.starts))
        if not kept.any():
            raise InputError("no position has both a good move and another: there is nothing to learn.")
        rows = kept[self.position_of]
        return Lessons(self.features[rows], self.good[rows], np.cumsum([0, *np.diff(self.starts)[kept]]))
