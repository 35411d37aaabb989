"""Features of moves: a row for each candidate, a column for each thing that can be told of it."""

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
import scipy.sparse as sp

from drupe.foundation.arrays import Index
from drupe.go.board import Board


class MoveFeatures(ABC):
    """A frozen value that describes moves on a board, seen by the player whose turn it is."""

    @property
    @abstractmethod
    def columns(self) -> int:
        """How many columns there are, on every board."""

    @abstractmethod
    def matrix(self, board: Board, points: Index) -> sp.csr_matrix:
        """A row for each of these empty points."""

    @abstractmethod
    def name(self, column: int) -> str:
        """What a column tells, in words."""

    def fact_of(self, columns: Index) -> Index:
        """Which fact each column is a value of; each is one of its own unless values exclude one another."""
        return np.asarray(columns)


def one_hot(chosen: Any, offsets: Index, columns: int) -> sp.csr_matrix:
    """A one in each row for the value of each fact; facts are the columns of `chosen`, and start at these offsets.

    >>> one_hot(np.array([[0, 1], [2, 0]]), np.array([0, 3]), 5).toarray().tolist()
    [[1.0, 0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 1.0, 1.0, 0.0]]
    """
    places = np.asarray(chosen, dtype=np.int32) + np.asarray(offsets, dtype=np.int32)
    rows, facts = places.shape
    starts = np.arange(rows + 1, dtype=np.int32) * facts
    return sp.csr_matrix((np.ones(rows * facts), places.ravel(), starts), shape=(rows, columns))
