"""Chains of a position as arrays: size, color and liberties of each, and which of them each empty point touches."""

from dataclasses import dataclass, field
from typing import Self

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index
from drupe.go.board import Board
from drupe.native import go_common_fate_graph


@dataclass(frozen=True, eq=False)
class ChainFacts:
    """The common fate graph of a position, with what tactics ask of its nodes.

    Parameters
    ----------
    node_of
        The node of each point.
    signs
        1 for chains of the player to move, −1 for those of the other, 0 for empty points.
    sizes
        Stones of each chain.
    liberties
        Empty neighbors of each node.
    sources, targets
        The two ends of all edges, each edge in both directions, by source.
    starts
        Where the edges of each node begin.
    """

    node_of: Index = field(repr=False)
    signs: Index = field(repr=False)
    sizes: Index = field(repr=False)
    liberties: Index = field(repr=False)
    sources: Index = field(repr=False)
    targets: Index = field(repr=False)
    starts: Index = field(repr=False)

    @classmethod
    def of(cls, board: Board) -> Self:
        """The facts as the player sees them whose turn it is.

        >>> facts = ChainFacts.of(Board.of(". X\\n. X"))
        >>> facts.sizes.tolist(), facts.liberties.tolist()
        ([1, 2, 1], [1, 2, 1])
        """
        node_of, colors, starts, neighbors = go_common_fate_graph(board)
        signs = np.asarray(colors, dtype=np.int64) * int(board.to_play)
        sources = np.repeat(np.arange(len(signs)), np.diff(starts))
        targets, places = neighbors.astype(np.int64), node_of.astype(np.int64)
        liberties = np.bincount(sources, weights=signs[targets] == 0, minlength=len(signs)).astype(np.int64)
        return cls(places, signs, np.bincount(places), liberties, sources, targets, np.asarray(starts))

    def touched(self, points: Index) -> tuple[Index, Index]:
        """For empty points: rows, and the nodes next to the point of that row, each once."""
        nodes = self.node_of[points]
        counts = self.starts[nodes + 1] - self.starts[nodes]
        rows = np.repeat(np.arange(len(points)), counts)
        within = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
        return rows, self.targets[np.repeat(self.starts[nodes], counts) + within]

    def beside(self, which: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
        """The nodes that touch one of those marked."""
        return np.bincount(self.sources, weights=which[self.targets], minlength=len(self.signs)) > 0
