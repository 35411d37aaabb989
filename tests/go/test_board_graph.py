"""Graphs of boards, compared with merging neighbors one by one, and with what the literature says of them."""

import numpy as np
import pytest
from go.drawn_boards import drawn
from go.paths_by_definition import merged

from drupe.go import Board, Color, common_fate_graph, full_graph
from drupe.go.symmetry import symmetric_forms
from drupe.inputs.graphs import Graphs

BOARDS = [(1, 0), (2, 2), (3, 5), (5, 15), (9, 40), (9, 100), (13, 150)]


@pytest.fixture(params=BOARDS, ids=lambda board: f"{board[0]} after {board[1]}")
def board(request: pytest.FixtureRequest) -> Board:
    size, turns = request.param
    return drawn(size, turns, np.random.default_rng(turns))


@pytest.mark.spec("G.G-02")
def test_the_full_graph_is_the_grid(board: Board) -> None:
    graph, size = full_graph(board), board.size
    pairs = ((i, j) for i in range(size * size) for j in range(i))
    near = {(j, i) for i, j in pairs if abs(i // size - j // size) + abs(i % size - j % size) == 1}
    assert set(graph.edges) == near
    assert len(graph.edges) == len(near) == 2 * size * (size - 1)
    assert graph.nodes == tuple(("empty", "black", "white")[stone] for stone in board.stones.ravel())


@pytest.mark.spec("G.G-03")
def test_the_common_fate_graph_is_what_merging_leaves(board: Board) -> None:
    graph = common_fate_graph(board)
    colors, edges, node_of = merged(board)
    names = {node_of[point]: node for point, node in enumerate(graph.node_of)}
    assert len(names) == len(graph.nodes) == len(colors)
    assert {frozenset(edge) for edge in graph.edges} == {
        frozenset((names[i], names[j])) for i, others in edges.items() for j in others
    }
    assert len(set(graph.edges)) == len(graph.edges)
    assert all(graph.nodes[names[node]] == ("empty", "black", "white")[color] for node, color in colors.items())


@pytest.mark.spec("G.G-03")
def test_a_graph_is_connected(board: Board) -> None:
    graph, reached = common_fate_graph(board), {0}
    for _ in graph.nodes:
        reached |= {node for edge in graph.edges if reached & set(edge) for node in edge}
    assert len(reached) == len(graph.nodes)


@pytest.mark.spec("G.G-03")
def test_chains_of_one_color_never_touch_and_liberties_are_empty_neighbors(board: Board) -> None:
    graph = common_fate_graph(board)
    assert all(graph.nodes[i] == "empty" or graph.nodes[i] != graph.nodes[j] for i, j in graph.edges)
    assert graph.nodes.count("empty") == np.count_nonzero(board.stones == 0)
    for point in np.flatnonzero(board.stones):
        node = graph.node_of[point]
        empty = [graph.nodes[i if j == node else j] for i, j in graph.edges if node in (i, j)].count("empty")
        assert empty == len(board.liberties(int(point)))
        assert {at for at, each in enumerate(graph.node_of) if each == node} == set(board.chain(int(point)))


@pytest.mark.spec("G.G-03")
def test_symmetric_boards_have_isomorphic_graphs() -> None:
    """The symmetry of points is one of nodes: their labels and edges go along with it."""
    board = drawn(7, 40, np.random.default_rng(2))
    wanted, points = common_fate_graph(board), np.arange(49).reshape(7, 7)
    for form, moved in zip(symmetric_forms(board.stones), symmetric_forms(points), strict=True):
        graph = common_fate_graph(Board.of(form))
        names = {node: wanted.node_of[point] for node, point in zip(graph.node_of, moved.ravel(), strict=True)}
        assert sorted(names.values()) == list(range(len(wanted.nodes)))
        assert tuple(wanted.nodes[names[node]] for node in range(len(names))) == graph.nodes
        assert {frozenset((names[i], names[j])) for i, j in graph.edges} == set(map(frozenset, wanted.edges))


@pytest.mark.spec("G.G-03")
def test_two_eyes_are_two_dangling_leaves() -> None:
    graph = common_fate_graph(Board.of(". O . O X\nO O O O X\nX X X X X\n. . . . .\n. . . . ."))
    white = graph.nodes.index("white")
    assert graph.nodes.count("white") == 1
    leaves = [node for node in range(len(graph.nodes)) if sum(node in edge for edge in graph.edges) == 1]
    assert [graph.nodes[node] for node in leaves] == ["empty", "empty"]
    assert all((min(leaf, white), max(leaf, white)) in graph.edges for leaf in leaves)


def test_labels_as_a_player_sees_them() -> None:
    board = Board.of("X . .\n. . .\n. . O")
    for graph_of in (full_graph, common_fate_graph):
        assert graph_of(board, Color.WHITE).nodes[0] == "other"
        assert graph_of(board, Color.BLACK).nodes[0] == "own"
        assert graph_of(board).nodes[0] == "black"
    swapped = Board.of(-board.stones)
    assert common_fate_graph(board, Color.BLACK) == common_fate_graph(swapped, Color.WHITE)


@pytest.mark.spec("G.G-02", "G.G-03")
def test_they_are_inputs(board: Board) -> None:
    graphs = Graphs.of([full_graph(board), common_fate_graph(board)])
    assert len(graphs) == 2
    assert list(graphs.contradictions()) == []
    assert set(graphs[1].edges) == set(common_fate_graph(board).edges)
