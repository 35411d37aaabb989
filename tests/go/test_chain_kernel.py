"""The kernel on points of boards is the inner product of their features, and that of pairs of paths."""

import numpy as np
import pytest
from go.drawn_boards import drawn
from go.paths_by_definition import chain_counts

from drupe import SVC
from drupe.foundation.errors import InputTypeError
from drupe.go import Board, BoardPoints, Chains, Roots, chain_features_of
from drupe.inputs.vectors import Vectors
from drupe.kernels import GaussianOf, Noise
from drupe.kernels.checks import check_kernel


def some_points(count: int, seed: int, roots: Roots = Roots.EMPTY) -> BoardPoints:
    rng, pairs = np.random.default_rng(seed), []
    for _ in range(count):
        board = drawn(int(rng.integers(3, 7)), int(rng.integers(12)), rng)
        where = np.arange(board.size**2) if roots is Roots.ANY else np.flatnonzero(board.stones == 0)
        pairs += [(board, int(point)) for point in rng.choice(where, 2)]
    return BoardPoints.of([pairs[i] for i in rng.permutation(len(pairs))])


@pytest.mark.spec("G.K-18", "G.K-19")
@pytest.mark.parametrize("roots", Roots)
@pytest.mark.parametrize("longest", [0, 1, 3, 4])
def test_it_counts_pairs_of_paths_with_the_same_colors(longest: int, roots: Roots) -> None:
    points = some_points(4, longest, roots)
    counts = [chain_counts(board, point, longest, board.to_play) for board, point in points]
    pairs = [[sum(n * there[word] for word, n in here.items()) for there in counts] for here in counts]
    assert np.array_equal(Chains(longest, roots).matrix(points, points), pairs)


@pytest.mark.spec("G.K-18")
def test_it_is_the_inner_product_of_features() -> None:
    board = drawn(9, 30, np.random.default_rng(1))
    points = np.flatnonzero(board.stones == 0)
    features = chain_features_of(board, points).toarray()
    inputs = BoardPoints.of([(board, int(point)) for point in points])
    assert np.allclose(Chains(6).matrix(inputs, inputs), features @ features.T, rtol=1e-12)
    unit = features / np.linalg.norm(features, axis=1, keepdims=True)
    squared = ((unit[:, None] - unit[None]) ** 2).sum(axis=2)
    # The source writes exp(−‖x − z‖² / σ²), so that σ² is twice the square of our width.
    radial = GaussianOf(Chains(6).normalized(), width=0.7 / np.sqrt(2.0)) + Noise(0.05)
    assert np.allclose(radial.matrix(inputs, inputs), np.exp(-squared / 0.7**2) + 0.05 * np.eye(len(points)), atol=1e-9)


def test_it_keeps_the_promises_of_kernels() -> None:
    for kernel in (Chains(4), Chains(3, Roots.ANY), Chains(4).normalized()):
        check_kernel(kernel, some_points(4, 7)).raise_if_failed()


def test_a_machine_learns_with_it() -> None:
    """Points next to a white stone against points next to nothing: Black to play."""
    rng, pairs, near = np.random.default_rng(0), [], []
    for _ in range(30):
        stone = int(rng.integers(49))
        board = Board.with_stones(white=[stone], size=7)
        row, column = divmod(stone, 7)
        apart = [abs(point // 7 - row) + abs(point % 7 - column) for point in range(49)]
        for wanted in (1, 4):
            candidates = [point for point in range(49) if apart[point] == wanted]
            pairs.append((board, int(rng.choice(candidates))))
            near.append(wanted == 1)
    points = BoardPoints.of(pairs)
    machine = SVC(kernel=Chains(3).normalized(), C=100.0).fit(points[:40], near[:40])
    assert machine.score(points[40:], near[40:]) == 1.0


def test_other_examples_are_refused() -> None:
    with pytest.raises(InputTypeError, match="compares boardpoints"):
        Chains().matrix(Vectors.of([[1.0]]), Vectors.of([[1.0]]))
