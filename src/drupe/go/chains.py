"""Relative subgraph features: how often each sequence of colors occurs on paths that start at a point of the board."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np
import scipy.sparse as sp

from drupe.foundation.arrays import Index
from drupe.foundation.enumerations import Enumeration
from drupe.foundation.errors import InputError, InputTypeError, ParameterError
from drupe.foundation.parameters import Interval, check
from drupe.go.board import Board
from drupe.go.color import Color
from drupe.go.vertices import PASS, point_of, vertex_of
from drupe.native import go_chain_counts

MARKS = ".XO"
"""Empty, own and the other's, in the order of the columns."""

STEPS = Interval(0, 8, closed_high=True, whole=True)
"""How long paths may be: their number grows by a factor of three or more with each step."""


class Roots(Enumeration):
    """Where paths may start."""

    EMPTY = "empty"
    """At empty points: moves."""
    ANY = "any"
    """At stones too: territory."""


@dataclass(frozen=True)
class ChainPatterns:
    """The sequences of colors that paths in a common fate graph can have, in the order of a dictionary, as columns.

    A sequence is written with a dot for an empty point, X for one's own chain and O for the other's. No two X and no
    two O are in a row, as such chains would be one.

    Parameters
    ----------
    longest
        Steps of a path at most; a path of 6 steps has 7 nodes. Who counts nodes instead takes one less.
    roots
        Whether sequences start with a dot, or with any color.

    Examples
    --------
    >>> len(ChainPatterns(6)), len(ChainPatterns(5)), len(ChainPatterns(6, Roots.ANY))
    (407, 168, 983)
    >>> ChainPatterns(1).words
    ('.', '..', '.X', '.O')

    References
    ----------
    [Graepel02]_, definition 72 and section 10.4.1, for chains.
    """

    longest: int = 6
    roots: Roots = Roots.EMPTY

    def __post_init__(self) -> None:
        check("ChainPatterns", "longest", self.longest, STEPS)
        if not isinstance(self.roots, Roots):
            raise ParameterError(
                f"ChainPatterns.roots must be one of {', '.join(map(str, Roots))}, got {self.roots!r}."
            )

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The sequence of each column."""
        roots = MARKS[:1] if self.roots is Roots.EMPTY else MARKS
        return tuple(word for root in roots for word in _continued(root, int(self.longest)))

    @cached_property
    def columns(self) -> Mapping[str, int]:
        """The column of each sequence."""
        return {word: column for column, word in enumerate(self.words)}

    def __len__(self) -> int:
        return len(self.words)


def _continued(word: str, steps: int) -> Iterator[str]:
    yield word
    for mark in MARKS if steps else "":
        if mark == "." or mark != word[-1]:
            yield from _continued(word + mark, steps - 1)


def chain_features(
    board: Board, point: str | int, longest: int = 6, *, roots: Roots = Roots.EMPTY, seen_by: Color | None = None
) -> sp.csr_matrix:
    """One row for one point: see `chain_features_of`."""
    return chain_features_of(board, [point], longest, roots=roots, seen_by=seen_by)


def chain_features_of(
    board: Board,
    points: Sequence[str | int] | Any,
    longest: int = 6,
    *,
    roots: Roots = Roots.EMPTY,
    seen_by: Color | None = None,
) -> sp.csr_matrix:
    """How often each sequence of `ChainPatterns` occurs on a path from each point, a row for a point.

    Paths run through the common fate graph and meet no node twice. Own and the other's are as the player sees them who
    is to play, unless another is named: for `Color.BLACK` own is black, whoever plays. Stones of one chain have equal
    rows.

    Examples
    --------
    The corner has two neighbors, an empty point and a black chain, and these are neighbors of each other:

    >>> board = Board.of(". X\\n. X")
    >>> {word: int(n) for word, n in zip(ChainPatterns(2).words, chain_features(board, "A2", 2).toarray()[0]) if n}
    {'.': 1, '..': 1, '..X': 1, '.X': 1, '.X.': 1}

    References
    ----------
    [Graepel02]_, definition 72, for chains.
    """
    ChainPatterns(longest, roots)  # which checks them
    player = board.to_play if seen_by is None else Color.of(seen_by)
    asked = _points(board, points)
    if roots is Roots.EMPTY and (occupied := board.stones.flat[asked] != 0).any():
        vertex = vertex_of(int(asked[occupied][0]), board.size)
        raise InputError(f"{vertex} has a stone; sequences start at empty points unless roots=Roots.ANY.")
    counts, columns, starts = go_chain_counts(board, player, asked, int(longest), roots is Roots.ANY, None)
    return sp.csr_matrix(
        (counts, columns, starts.astype(np.int32)), shape=(len(asked), _width(longest, roots)), copy=False
    )


@cache
def _width(longest: int, roots: Roots) -> int:
    return len(ChainPatterns(longest, roots))


def _points(board: Board, points: Any) -> Index:
    if isinstance(points, str) or not hasattr(points, "__len__"):
        raise InputTypeError(f"a list of points is needed, got {points!r}; chain_features takes a single one.")
    numbers = np.asarray(points)
    if numbers.ndim != 1 or numbers.dtype.kind not in "iu" or not _on_board(numbers, board.size):
        numbers = np.array([point_of(point, board.size) for point in points], dtype=np.int64)
    if PASS in numbers:
        raise InputError("a pass is no point from which paths could start.")
    return np.ascontiguousarray(numbers, dtype=np.int64)


def _on_board(numbers: Index, size: int) -> bool:
    return bool(len(numbers) == 0 or (numbers.min() >= 0 and numbers.max() < size * size))
