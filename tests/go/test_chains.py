"""Sequences of colors around a point, compared with the enumeration of all paths."""

from collections import Counter

import numpy as np
import pytest
from go.drawn_boards import drawn
from go.paths_by_definition import chain_counts, merged, paths

from drupe.foundation.errors import InputError, ParameterError
from drupe.go import Board, ChainPatterns, Color, Roots, chain_features, chain_features_of, common_fate_graph
from drupe.go.symmetry import symmetric_forms


def told(patterns: ChainPatterns, row: np.ndarray) -> dict[str, int]:
    return {word: int(count) for word, count in zip(patterns.words, row, strict=True) if count}


@pytest.mark.spec("G.G-04", "G.K-19")
@pytest.mark.parametrize("longest", range(9))
@pytest.mark.parametrize("roots", Roots)
def test_counts_are_those_of_all_paths(longest: int, roots: Roots) -> None:
    rng = np.random.default_rng(longest)
    patterns = ChainPatterns(longest, roots)
    for size, turns in ((1, 0), (2, 1), (3, 4), (5, 12), (6, 30), (5, 60)):
        board = drawn(size, turns, rng)
        points = np.flatnonzero(board.stones == 0) if roots is Roots.EMPTY else np.arange(size * size)
        found = chain_features_of(board, points, longest, roots=roots).toarray()
        for point, row in list(zip(points, found, strict=True))[: None if longest < 6 else 3]:
            assert told(patterns, row) == chain_counts(board, int(point), longest, board.to_play)


@pytest.mark.slow
@pytest.mark.long
def test_counts_of_many_positions() -> None:
    rng = np.random.default_rng(0)
    for _ in range(400):
        size, longest = int(rng.integers(2, 10)), int(rng.integers(1, 7))
        board = drawn(size, int(rng.integers(size * size)), rng)
        for roots in Roots:
            points = np.flatnonzero(board.stones == 0) if roots is Roots.EMPTY else np.arange(size * size)
            point = int(rng.choice(points))
            row = chain_features_of(board, points, longest, roots=roots)[np.flatnonzero(points == point)].toarray()[0]
            assert told(ChainPatterns(longest, roots), row) == chain_counts(board, point, longest, board.to_play)


@pytest.mark.spec("G.G-04")
def test_patterns_are_as_many_as_the_source_says() -> None:
    """3, 7, 17, 41, 99 and 239 sequences of 1 to 6 steps, and the root alone."""
    lengths = [len(word) - 1 for word in ChainPatterns(6).words]
    assert [lengths.count(steps) for steps in range(7)] == [1, 3, 7, 17, 41, 99, 239]
    assert len(ChainPatterns(6)) == 407
    assert len(ChainPatterns(5)) == 168


def test_patterns_stand_in_the_order_of_a_dictionary() -> None:
    for roots in Roots:
        words = ChainPatterns(4, roots).words
        codes = [tuple(".XO".index(mark) for mark in word) for word in words]
        assert codes == sorted(codes)
        assert len(set(words)) == len(words)
        assert all(ChainPatterns(4, roots).columns[word] == column for column, word in enumerate(words))


@pytest.mark.spec("G.G-04")
def test_the_first_steps_are_the_neighbors_by_color_and_liberties() -> None:
    board = drawn(9, 40, np.random.default_rng(1))
    graph, patterns = common_fate_graph(board, board.to_play), ChainPatterns(1, Roots.ANY)
    rows = chain_features_of(board, range(81), 1, roots=Roots.ANY).toarray()
    for point, row in enumerate(rows):
        node = graph.node_of[point]
        labels = [graph.nodes[i + j - node] for i, j in graph.edges if node in (i, j)]
        first = {"empty": ".", "own": "X", "other": "O"}[graph.nodes[node]]
        for label, mark in (("empty", "."), ("own", "X"), ("other", "O")):
            if (word := first + mark) in patterns.columns:
                assert row[patterns.columns[word]] == labels.count(label)
        if first != ".":
            assert row[patterns.columns[first + "."]] == len(board.liberties(point))


@pytest.mark.spec("G.G-04")
def test_counts_of_one_length_add_up_to_the_paths_of_that_length() -> None:
    board = drawn(6, 18, np.random.default_rng(4))
    root = int(np.flatnonzero(board.stones == 0)[0])
    _, edges, _ = merged(board)
    steps = Counter(len(path) - 1 for path in paths(edges, [root], 5))
    row, lengths = chain_features(board, root, 5).toarray()[0], [len(word) - 1 for word in ChainPatterns(5).words]
    assert np.bincount(lengths, weights=row).tolist() == [steps[length] for length in range(6)]


@pytest.mark.spec("G.G-04")
def test_symmetries_and_swapped_colors_change_nothing() -> None:
    board = drawn(7, 30, np.random.default_rng(5))
    points = np.arange(49).reshape(7, 7)
    wanted = chain_features_of(board, points.ravel(), 6, roots=Roots.ANY).toarray()
    for form, moved in zip(symmetric_forms(board.stones), symmetric_forms(points), strict=True):
        turned = chain_features_of(Board.of(form, board.to_play), range(49), 6, roots=Roots.ANY).toarray()
        assert np.array_equal(turned, wanted[moved.ravel()])
    swapped = Board.of(-board.stones, board.to_play.opponent)
    assert np.array_equal(chain_features_of(swapped, range(49), 6, roots=Roots.ANY).toarray(), wanted)
    black = chain_features_of(board, range(49), 6, roots=Roots.ANY, seen_by=Color.BLACK).toarray()
    white = chain_features_of(board, range(49), 6, roots=Roots.ANY, seen_by=Color.WHITE).toarray()
    assert not np.array_equal(black, white)
    assert np.array_equal(wanted, black if board.to_play is Color.BLACK else white)
    patterns = ChainPatterns(6, Roots.ANY)
    columns = [patterns.columns[word.translate(str.maketrans("XO", "OX"))] for word in patterns.words]
    assert np.array_equal(black[:, columns], white)


def test_some_points_have_the_rows_that_they_have_among_all() -> None:
    board = drawn(9, 50, np.random.default_rng(6))
    rows = chain_features_of(board, range(81), 5, roots=Roots.ANY).toarray()
    chosen = [80, 3, 3, 40]
    assert np.array_equal(chain_features_of(board, chosen, 5, roots=Roots.ANY).toarray(), rows[chosen])
    empty = np.flatnonzero(board.stones == 0)
    assert np.array_equal(chain_features_of(board, empty, 5).toarray(), rows[empty, : len(ChainPatterns(5))])
    stones = [np.flatnonzero(board.stones)[0]]
    assert len({rows[point].tobytes() for point in board.chain(int(stones[0]))}) == 1


def test_the_rows_are_a_sparse_matrix_in_order() -> None:
    board = drawn(9, 50, np.random.default_rng(6))
    found = chain_features_of(board, board.legal_moves()[:2], 6)
    assert found.has_canonical_format
    assert found.dtype == np.float64
    assert found.shape == (2, 407)
    assert (found.data > 0).all()
    assert chain_features_of(Board(9), [], 6).shape == (0, 407)


@pytest.mark.parametrize("points", [["pass"], [-1], [81], ["E5", "Z1"], [0.5], "E5", 40, [None], [[1, 2]], None])
def test_points_that_are_none_are_refused(points: object) -> None:
    with pytest.raises(InputError):
        chain_features_of(Board(9), points)


def test_occupied_points_and_long_paths_are_refused() -> None:
    board = Board(9)
    board.play("E5")
    with pytest.raises(InputError, match=r"E5 has a stone; .*Roots\.ANY"):
        chain_features_of(board, ["A1", "E5"])
    for longest in (-1, 9, 2.5, "6", None, [6]):
        with pytest.raises(ParameterError, match="longest must lie in"):
            chain_features(board, "A1", longest)  # type: ignore[arg-type]
    with pytest.raises(ParameterError, match="roots must be one of"):
        chain_features(board, "A1", roots="any")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="a player is"):
        chain_features(board, "A1", seen_by=0)  # type: ignore[arg-type]
