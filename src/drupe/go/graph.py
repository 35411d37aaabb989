"""Boards as graphs: a node for each point, or one for each chain, since its stones live or die together."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.go.board import Board
from drupe.go.color import Color
from drupe.inputs.graphs import Graph
from drupe.native import go_common_fate_graph

LABELS = {0: "empty", 1: "black", -1: "white"}
SEEN_LABELS = {0: "empty", 1: "own", -1: "other"}


@dataclass(frozen=True)
class BoardGraph(Graph):
    """A graph whose nodes are empty points and stones or chains, labeled by color, and the node of each point.

    Parameters
    ----------
    node_of
        The node of each point, row by row from the top left.
    """

    node_of: tuple[int, ...] = field(default=(), repr=False)


def full_graph(board: Board, seen_by: Color | None = None) -> BoardGraph:
    """A node for each point, an edge between neighbors; labels are colors, or own and other as a player sees them.

    >>> full_graph(Board.of(". X\\n. X")).edges
    ((0, 1), (0, 2), (1, 3), (2, 3))

    References
    ----------
    [Graepel02]_, definition 70.
    """
    size = board.size
    points = range(size * size)
    rights = ((point, point + 1) for point in points if (point + 1) % size)
    belows = ((point, point + size) for point in points if point + size < size * size)
    return BoardGraph(_labels(board.stones.ravel(), seen_by), tuple(sorted([*rights, *belows])), node_of=tuple(points))


def common_fate_graph(board: Board, seen_by: Color | None = None) -> BoardGraph:
    """A node for each empty point and each chain, one edge between any two that touch; nodes in order of first points.

    Chains of one color never touch; the empty neighbors of a chain are its liberties.

    >>> graph = common_fate_graph(Board.of(". X\\n. X"))
    >>> graph.nodes, graph.edges, graph.node_of
    (('empty', 'black', 'empty'), ((0, 1), (0, 2), (1, 2)), (0, 1, 2, 1))

    References
    ----------
    [Graepel02]_, definition 71.
    """
    node_of, colors, starts, neighbors = go_common_fate_graph(board)
    edges = tuple((node, other) for node in range(len(colors)) for other in _later(node, starts, neighbors))
    return BoardGraph(_labels(colors, seen_by), edges, node_of=tuple(node_of.tolist()))


def _later(node: int, starts: npt.NDArray[np.int64], neighbors: npt.NDArray[np.int32]) -> list[int]:
    return [other for other in neighbors[starts[node] : starts[node + 1]].tolist() if other > node]


def _labels(signs: npt.NDArray[Any], seen_by: Color | None) -> tuple[str, ...]:
    if seen_by is None:
        return tuple(LABELS[sign] for sign in signs.tolist())
    return tuple(SEEN_LABELS[sign * seen_by] for sign in signs.tolist())
