"""All features see the same in positions that are turned, mirrored, or played by the other color."""

import numpy as np
import pytest
from go.drawn_boards import drawn

from drupe.go import Board, Color
from drupe.go.features import DampedChains, Damping, LastMoves, MoveFeatures, Surroundings, Tactics, Together
from drupe.go.vertices import PASS

KINDS = [DampedChains(longest=3), DampedChains(3, Damping.ROOT), Tactics(), Surroundings(reach=6), LastMoves(back=3)]


def turned(point: int, size: int) -> int:
    """The point after a quarter turn and a mirror: the transpose."""
    row, column = divmod(point, size)
    return column * size + row


def replayed(board: Board, *, swap: bool) -> Board:
    """The same game on the transposed board; with colors exchanged, White begins."""
    again = Board.of(np.zeros((board.size,) * 2), Color.WHITE if swap else Color.BLACK)
    for color, move in board.turns:
        again.play(move if move == PASS else turned(move, board.size), color.opponent if swap else color)
    return again


@pytest.mark.parametrize("features", [*KINDS, Together.of(*KINDS)], ids=lambda features: type(features).__name__)
@pytest.mark.parametrize("swap", [False, True])
def test_turning_and_swapping_change_nothing(features: MoveFeatures, swap: bool) -> None:
    rng = np.random.default_rng(3)
    for turns in (0, 1, 20, 45):
        board = drawn(7, turns, rng)
        points = np.array(board.legal_moves(suicide=False))
        again = replayed(board, swap=swap)
        mirrored = np.array([turned(point, 7) for point in points.tolist()])
        rows, same = features.matrix(board, points), features.matrix(again, mirrored)
        assert rows.shape == same.shape == (len(points), features.columns)
        assert np.abs((rows - same).data).max(initial=0.0) < 1e-12


def test_names_and_facts_of_parts_side_by_side() -> None:
    both = Together.of(Tactics(), Surroundings(reach=3, buckets=64), LastMoves(back=1), factors=(1.0, 0.5, 2.0))
    first, second = Tactics().columns, Tactics().columns + 128
    assert both.name(first) == Surroundings(reach=3, buckets=64).name(0)
    assert both.name(second) == LastMoves(back=1).name(0)
    board = drawn(5, 4, np.random.default_rng(0))
    row = both.matrix(board, np.array(board.legal_moves())[:1]).tocsr()
    assert sorted(set(row.data.tolist())) == [0.5, 1.0, 2.0]
    facts = both.fact_of(row.indices)
    assert len(set(facts.tolist())) == len(facts)  # one value of each fact


def test_parts_need_factors() -> None:
    with pytest.raises(ValueError, match="a factor for each"):
        Together((Tactics(),), (1.0, 2.0))
