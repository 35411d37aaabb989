"""Tactics of a move: what it captures, saves and threatens, how many liberties it leaves, how far the edge is."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import scipy.sparse as sp

from drupe.foundation.arrays import Index
from drupe.go.board import Board
from drupe.go.features.base import MoveFeatures, one_hot
from drupe.go.features.chain_facts import ChainFacts
from drupe.go.features.ladders import Ladders

FACTS: dict[str, tuple[str, ...]] = {
    "line": tuple(f"line {line} from the edge" for line in ("1", "2", "3", "4", "5", "6 or more")),
    "captured": tuple(f"captures {stones}" for stones in ("nothing", "1 stone", "2 stones", "3 stones", "4 or more")),
    "frees": ("frees no chain by capture", "frees an own stone by capture", "frees own stones by capture"),
    "liberties": tuple(f"stands with {count} liberties" for count in ("0", "1", "2", "3", "4", "5", "6 or more")),
    "own atari": ("no self-atari", *(f"self-atari of {stones}" for stones in ("1", "2", "3", "4 or more"))),
    "rescued": (
        "no own chain in atari here",
        *(f"atari answered, {n} liberties" for n in ("1", "2", "3", "4 or more")),
    ),
    "run": ("no ladder to run from", "runs from a ladder that works", "runs from a ladder that fails"),
    "two liberties": (
        "no own chain of 2 liberties",
        *(f"2 liberties become {n}" for n in "12345"),
        "2 become 6 or more",
    ),
    "threatened": ("no atari", *(f"atari on {stones}" for stones in ("1 stone", "2 stones", "3 stones", "4 or more"))),
    "ladder": ("atari starts no ladder", "atari starts a ladder that works"),
    "double": ("no double atari", "double atari"),
    "pressed": ("no chain left with 2 liberties", "leaves a chain with 2 liberties"),
    "own touched": tuple(f"touches {count} own chains" for count in range(5)),
    "other touched": tuple(f"touches {count} of the other's chains" for count in range(5)),
}
"""What is told, and the words for its values."""

NAMES = tuple(name for words in FACTS.values() for name in words)
OFFSETS = np.cumsum([0, *(len(words) for words in FACTS.values())])[:-1]


@dataclass(frozen=True)
class Tactics(MoveFeatures):
    """A one for the value of each fact that a player sees at a glance, as `FACTS` words them.

    Ladders are read to their end, by attacks on the last liberty but one.

    Examples
    --------
    >>> board = Board.of(". O X\\nX X .\\n. . .")
    >>> row = Tactics().matrix(board, np.array([0])).toarray()[0]
    >>> [NAMES[column] for column in np.flatnonzero(row)][:3]
    ['line 1 from the edge', 'captures 1 stone', 'frees an own stone by capture']

    References
    ----------
    [Coulom07]_, table 1, has most of them.
    """

    @property
    def columns(self) -> int:
        return len(NAMES)

    def matrix(self, board: Board, points: Index) -> sp.csr_matrix:
        points = np.asarray(points, dtype=np.int64)
        return one_hot(_Seen(board, points).values, OFFSETS, self.columns)

    def name(self, column: int) -> str:
        return NAMES[column]

    def fact_of(self, columns: Index) -> Index:
        return np.searchsorted(OFFSETS, columns, side="right") - 1


class _Seen:
    """The facts of candidate moves in one position."""

    def __init__(self, board: Board, points: Index):
        self.board, self.points, self.facts = board, points, ChainFacts.of(board)
        self.rows, self.nodes = self.facts.touched(points)
        self.own, self.other = self.facts.signs[self.nodes] == 1, self.facts.signs[self.nodes] == -1
        self.room, self.size = self.facts.liberties[self.nodes], self.facts.sizes[self.nodes]

    @property
    def values(self) -> Index:
        """The value of each fact, a row for a point, in the order of `FACTS`."""
        captured, after = self._sum(self.other & (self.room == 1), self.size), self._after
        rescued = self._sum(self.own & (self.room == 1)) > 0
        two = self._sum(self.own & (self.room == 2)) > 0
        threatened = self.other & (self.room == 2)
        strayed = (after == 1) & (captured == 0)
        columns = {
            "line": self._line,
            "captured": captured.clip(0, 4),
            "frees": self._frees,
            "liberties": after.clip(0, 6),
            "own atari": np.where(strayed, (1 + self._sum(self.own, self.size)).clip(0, 4), 0),
            "rescued": np.where(rescued, after.clip(1, 4), 0),
            "run": self._ladders.runs(self.points, rescued & (after == 2)),
            "two liberties": np.where(two, after.clip(1, 6), 0),
            "threatened": self._sum(threatened, self.size).clip(0, 4),
            "ladder": self._ladders.starts(self.points, self._sum(threatened) > 0),
            "double": self._sum(threatened) > 1,
            "pressed": self._sum(self.other & (self.room == 3)) > 0,
            "own touched": self._sum(self.own),
            "other touched": self._sum(self.other),
        }
        return np.column_stack([columns[name] for name in FACTS]).astype(np.int64)

    def _sum(self, which: Index, weights: Index | None = None) -> Index:
        """Over the nodes that each point touches."""
        values = which if weights is None else which * weights
        return np.bincount(self.rows, weights=values, minlength=len(self.points)).astype(np.int64)

    @cached_property
    def _ladders(self) -> Ladders:
        return Ladders(self.board)

    @property
    def _line(self) -> Index:
        row, column = np.divmod(self.points, self.board.size)
        last = self.board.size - 1
        return np.asarray(np.minimum.reduce([row, column, last - row, last - column]).clip(0, 5))

    @property
    def _frees(self) -> Index:
        """1 if a capture frees single stones in atari, 2 if it frees more."""
        alone = (self.facts.signs == 1) & (self.facts.liberties == 1)
        taken = self.other & (self.room == 1)
        single = self._sum(taken & self.facts.beside(alone)[self.nodes]) > 0
        several = self._sum(taken & self.facts.beside(alone & (self.facts.sizes > 1))[self.nodes]) > 0
        return np.where(several, 2, np.where(single, 1, 0))

    @property
    def _after(self) -> Index:
        """Liberties of the chain that the move becomes part of; 0 where it cannot be played, or would take itself."""
        played, found = self.board.copy(), np.zeros(len(self.points), dtype=np.int64)
        player = int(played.to_play)
        # The board's native words: points were checked where they entered, and there are many.
        for row, point in enumerate(self.points.tolist()):
            if played._legal(point, player, False):
                played._attempt(point)
                found[row] = len(played._liberties(point))
                played._undo()
        return found
