"""Common fate graphs by merging neighbors one by one, and chains of colors by going along every path."""

from collections import Counter
from collections.abc import Iterator

from go.rules_by_definition import neighbors

from drupe.go import Board

Neighbors = dict[int, set[int]]


def merged(board: Board) -> tuple[dict[int, int], Neighbors, dict[int, int]]:
    """Colors and neighbors of nodes, each named by a point, and the node of each point: definition 71, step by step."""
    size = board.size
    colors = dict(enumerate(board.stones.ravel().tolist()))
    edges = {point: set(neighbors(point, size)) for point in colors}
    node_of = {point: point for point in colors}
    while pair := next(((i, j) for i in edges for j in edges[i] if colors[i] and colors[i] == colors[j]), None):
        kept, gone = pair
        for other in edges.pop(gone):
            edges[other].discard(gone)
            if other != kept:
                edges[kept].add(other)
                edges[other].add(kept)
        del colors[gone]
        node_of = {point: kept if node == gone else node for point, node in node_of.items()}
    return colors, edges, node_of


def paths(edges: Neighbors, path: list[int], longest: int) -> Iterator[list[int]]:
    """All that go on from a path without meeting a node twice."""
    yield path
    if len(path) <= longest:
        for node in edges[path[-1]]:
            if node not in path:
                yield from paths(edges, [*path, node], longest)


def chain_counts(board: Board, point: int, longest: int, player: int) -> Counter[str]:
    """How often each sequence of colors occurs."""
    colors, edges, node_of = merged(board)
    return Counter(
        "".join(".XO"[colors[node] * player] for node in path) for path in paths(edges, [node_of[point]], longest)
    )
