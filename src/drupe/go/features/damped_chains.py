"""Chain features for learning: paths through large chains are many, so counts are damped, then put to one length."""

from dataclasses import dataclass
from enum import Enum

import numpy as np
import scipy.sparse as sp

from drupe.foundation.arrays import Index
from drupe.foundation.parameters import Checked, Interval, ranged
from drupe.go.board import Board
from drupe.go.chains import ChainPatterns, chain_features_of
from drupe.go.features.base import MoveFeatures


class Damping(Enum):
    """What becomes of a count n."""

    NONE = "n"
    ROOT = "√n"
    LOGARITHM = "log(1 + n)"


@dataclass(frozen=True)
class DampedChains(MoveFeatures, Checked):
    """x / ‖x‖ with xⱼ = n, √n or log(1 + n), where n counts paths from the point with the colors of column j.

    Parameters
    ----------
    longest
        Steps of a path at most.
    damping
        How counts are damped; without, the longest paths drown all others.

    Examples
    --------
    >>> board = Board.of(". X\\n. X")
    >>> row = DampedChains(longest=1, damping=Damping.NONE).matrix(board, np.array([0])).toarray()
    >>> (row**2).round(4).tolist()  # the point itself, an empty neighbor, an own one
    [[0.3333, 0.3333, 0.3333, 0.0]]

    References
    ----------
    [Graepel02]_, sections 10.3.2 and 10.4.1 (counts of unit length, without damping).
    """

    longest: int = ranged(Interval(0, 8, closed_high=True, whole=True), 6)
    damping: Damping = Damping.LOGARITHM

    @property
    def columns(self) -> int:
        return len(ChainPatterns(self.longest))

    def matrix(self, board: Board, points: Index) -> sp.csr_matrix:
        return unit_rows(damped(chain_features_of(board, points, self.longest), self.damping))

    def name(self, column: int) -> str:
        return ChainPatterns(self.longest).words[column]


def damped(counts: sp.csr_matrix, damping: Damping) -> sp.csr_matrix:
    """The same matrix with damped entries."""
    values = counts.data.astype(np.float64)
    if damping is not Damping.NONE:
        values = np.sqrt(values) if damping is Damping.ROOT else np.log1p(values)
    return sp.csr_matrix((values, counts.indices, counts.indptr), shape=counts.shape)


def unit_rows(rows: sp.csr_matrix) -> sp.csr_matrix:
    """Each row at length one; the root alone makes every row longer than zero."""
    lengths = np.sqrt(np.asarray(rows.multiply(rows).sum(axis=1)).ravel())
    return sp.csr_matrix((rows.data / np.repeat(lengths, np.diff(rows.indptr)), rows.indices, rows.indptr), rows.shape)
