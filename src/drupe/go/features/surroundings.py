"""Surroundings of a point: the stones and edges around it, near and far, alike under turning and mirroring."""

import hashlib
from dataclasses import dataclass
from functools import cache

import numpy as np
import scipy.sparse as sp

from drupe.foundation.arrays import Index
from drupe.foundation.parameters import Checked, Interval, ranged
from drupe.go.board import Board
from drupe.go.features.base import MoveFeatures, one_hot

SYMMETRIES = tuple((turn, down, right) for turn in (False, True) for down in (1, -1) for right in (1, -1))
"""The eight: whether the axes are exchanged, and the signs of both."""

OFF_BOARD = 3


@dataclass(frozen=True)
class Surroundings(MoveFeatures, Checked):
    """For each reach from 2 on a one in the column to which all that lies within it is hashed.

    Within reach r of a point lies what has distance |Δx| + |Δy| + max(|Δx|, |Δy|) ≤ r: its four neighbors for r = 2,
    eight for r = 3, and so on. Patterns that can be turned or mirrored into one another are one; two different ones
    share a column by accident once in `buckets`.

    Parameters
    ----------
    reach
        The largest.
    buckets
        Columns for each reach.

    Examples
    --------
    >>> board, patterns = Board.of(". . .\\n. X .\\n. . ."), Surroundings(reach=3, buckets=1024)
    >>> rows = patterns.matrix(board, np.array([0, 2, 1])).toarray()
    >>> bool((rows[0] == rows[1]).all()), bool((rows[0] == rows[2]).all())
    (True, False)

    References
    ----------
    [Stern06]_, section 2; [Coulom07]_, section 3.2.
    """

    reach: int = ranged(Interval(2, 12, closed_high=True, whole=True), 9)
    buckets: int = ranged(Interval(16, 2**20, closed_high=True, whole=True), 65536)

    @property
    def columns(self) -> int:
        return (self.reach - 1) * self.buckets

    def matrix(self, board: Board, points: Index) -> sp.csr_matrix:
        points, margin = np.asarray(points, dtype=np.int64), self.reach // 2
        width = board.size + 2 * margin
        ground = np.full((width, width), OFF_BOARD, dtype=np.int64)
        inside = slice(margin, margin + board.size)
        ground[inside, inside] = np.where(board.stones == 0, 0, np.where(board.stones == int(board.to_play), 1, 2))
        row, column = np.divmod(points, board.size)
        centers = (row + margin) * width + column + margin
        keys = np.zeros((len(SYMMETRIES), len(points)), dtype=np.uint64)
        found = np.empty((len(points), self.reach - 1), dtype=np.int64)
        for number, shell in enumerate(_shells(self.reach)):
            around = ground.ravel()[centers[:, None] + np.array([down * width + right for down, right in shell])]
            for symmetry, table in enumerate(_keys(shell)):
                keys[symmetry] ^= np.bitwise_xor.reduce(table[np.arange(len(shell)), around], axis=1)
            found[:, number] = keys.min(axis=0) % np.uint64(self.buckets)
        return one_hot(found, np.arange(self.reach - 1) * self.buckets, self.columns)

    def name(self, column: int) -> str:
        return f"stones within reach {column // self.buckets + 2} (pattern {column % self.buckets})"

    def fact_of(self, columns: Index) -> Index:
        return np.asarray(columns) // self.buckets


Shell = tuple[tuple[int, int], ...]


@cache
def _shells(reach: int) -> tuple[Shell, ...]:
    """The points at distance 2, 3, ... of the middle."""
    far = range(-(reach // 2), reach // 2 + 1)
    around = [(down, right) for down in far for right in far]
    return tuple(
        tuple((y, x) for y, x in around if abs(y) + abs(x) + max(abs(y), abs(x)) == distance)
        for distance in range(2, reach + 1)
    )


@cache
def _keys(shell: Shell) -> tuple[np.ndarray[tuple[int, int], np.dtype[np.uint64]], ...]:
    """For each symmetry a table: the key of each place, as it lies then, for each of four colors."""
    return tuple(
        np.array([_place_keys(*_moved(place, symmetry)) for place in shell], dtype=np.uint64) for symmetry in SYMMETRIES
    )


def _moved(place: tuple[int, int], symmetry: tuple[bool, int, int]) -> tuple[int, int]:
    turn, down, right = symmetry
    across, along = place[::-1] if turn else place
    return down * across, right * along


@cache
def _place_keys(down: int, right: int) -> tuple[int, ...]:
    """64 bits for each color, the same on every machine and for ever, since weights are kept in files; 0 for empty."""
    words = (f"{down} {right} {color}".encode() for color in (1, 2, OFF_BOARD))
    return 0, *(int.from_bytes(hashlib.blake2b(word, digest_size=8).digest(), "little") for word in words)


def within_reach(point: int, reach: int, size: int) -> list[int]:
    """The points of a board that lie within a reach of one of them, that one too.

    >>> within_reach(0, 3, 9)
    [0, 1, 9, 10]
    """
    row, column = divmod(point, size)
    near = [(row + down, column + right) for shell in _shells(reach) for down, right in shell]
    inside = [y * size + x for y, x in near if 0 <= y < size and 0 <= x < size]
    return sorted([point, *inside])
