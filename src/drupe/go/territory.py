"""Whose is each point: the output of a machine that has seen scored positions, for each chain and empty point."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import scipy.sparse as sp
from sklearn.base import clone

from drupe.foundation.arrays import Index, Vector
from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Checked, Interval, ranged
from drupe.go.board import Board
from drupe.go.chains import Roots, chain_features_of
from drupe.go.color import Color
from drupe.go.features.chain_facts import ChainFacts
from drupe.go.features.damped_chains import Damping, damped, unit_rows
from drupe.go.playouts import playouts


@dataclass(frozen=True, eq=False)
class TerritoryEstimate:
    """A number for each point, positive where it is more likely Black's.

    Parameters
    ----------
    outputs
        Rows from the top.
    """

    outputs: Vector = field(repr=False)

    @property
    def owners(self) -> Index:
        """1 for Black, −1 for White."""
        return np.where(self.outputs >= 0, 1, -1)

    @property
    def score(self) -> int:
        """Black's points minus White's."""
        return int(self.owners.sum())

    def dead(self, board: Board) -> Index:
        """The points of stones that stand on what is the other's."""
        stones = board.stones.ravel()
        return np.flatnonzero((stones != 0) & (stones != self.owners.ravel()))


@dataclass(frozen=True)
class TerritoryModel(Checked):
    """A classifier of the nodes of common fate graphs: Black's or White's in the end.

    The stones of a chain share their fate, and so do they share one row of chain features, which start at the chain.
    Colors are learned from both sides: each position is shown a second time with colors exchanged.

    Parameters
    ----------
    machine
        Any classifier with a `decision_function`; fitted by `fit`.
    longest
        Steps of a path of chain features at most.
    games
        Random games from the position; the mean of whose a point is at their end is one column more. None for 0.
    per_board
        Nodes that are learned from of each position, drawn at random; those of one position are alike.
    seed
        Of the draws.

    Examples
    --------
    >>> from drupe import SVC
    >>> boards = [Board.of(". X . O .\\n" * 5), Board.of(". . X O .\\n" * 5), Board.of(". X O . .\\n" * 5)]
    >>> owners = [[1, 1, 0, -1, -1] * 5, [1, 1, 1, -1, -1] * 5, [1, 1, -1, -1, -1] * 5]
    >>> model = TerritoryModel(SVC(C=10.0), longest=4).fit(boards, owners)
    >>> model.estimate(Board.of(". O X . .\\n" * 5)).score  # colors exchanged
    5

    References
    ----------
    [Graepel02]_, sections 10.3.2 and 10.5, which propose it.
    """

    machine: Any
    longest: int = ranged(Interval(1, 8, closed_high=True, whole=True), 6)
    games: int = ranged(Interval(0, whole=True), 0)
    per_board: int = ranged(Interval(1, whole=True), 20)
    seed: int = ranged(Interval(0, whole=True), 0)

    def fit(self, boards: Iterable[Board], owners: Iterable[Any]) -> "TerritoryModel":
        """The model with its machine fitted on points that are somebody's."""
        rng = np.random.default_rng(self.seed)
        rows, signs = [], []
        for board, owner in zip(boards, owners, strict=True):
            points, found = self._owned(board, np.asarray(owner).ravel(), rng)
            ends = self._ends(board)
            for color in Color:
                rows.append(self._features(board, points, color, ends))
                signs.append(found * int(color))
        if not rows or len(np.unique(np.concatenate(signs))) < 2:
            raise InputError("territory is learned from points of both players; no scored position has any.")
        fitted = clone(self.machine).fit(sp.vstack(rows, format="csr"), np.concatenate(signs))
        return replace(self, machine=fitted)

    def estimate(self, board: Board) -> TerritoryEstimate:
        """Half of what is seen as Black minus half of what is seen as White: exchanging colors turns the sign round."""
        node_of = ChainFacts.of(board).node_of
        points, ends = _firsts(node_of), self._ends(board)
        black, white = (
            np.asarray(self.machine.decision_function(self._features(board, points, color, ends))) for color in Color
        )
        return TerritoryEstimate((0.5 * (black - white))[node_of].reshape(board.size, board.size))

    def _owned(self, board: Board, owner: Index, rng: np.random.Generator) -> tuple[Index, Index]:
        if owner.shape != (board.size**2,):
            raise InputError(f"a board of {board.size} rows has {board.size**2} owners, got {len(owner)}.")
        points = _firsts(ChainFacts.of(board).node_of)
        points = points[owner[points] != 0]
        drawn = rng.choice(points, min(self.per_board, len(points)), replace=False)
        return drawn, owner[drawn]

    def _ends(self, board: Board) -> Vector | None:
        """Whose each point is at the end of random games, on average; None if there are none."""
        return playouts(board, self.games, random_state=self.seed).ownership.ravel() if self.games else None

    def _features(self, board: Board, points: Index, seen_by: Color, ends: Vector | None) -> sp.csr_matrix:
        counts = chain_features_of(board, points, self.longest, roots=Roots.ANY, seen_by=seen_by)
        rows = unit_rows(damped(counts, Damping.LOGARITHM))
        if ends is None:
            return rows
        return sp.csr_matrix(sp.hstack([rows, sp.csr_matrix(int(seen_by) * ends[points][:, None])], format="csr"))


def _firsts(node_of: Index) -> Index:
    """A point of each node."""
    return np.unique(node_of, return_index=True)[1]
