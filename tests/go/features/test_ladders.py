"""Ladders that everybody knows: across an empty board, into a waiting stone, along the edge."""

import numpy as np

from drupe.go import Board, Color, point_of
from drupe.go.features.ladders import Ladders


def caught(board: Board, move: str) -> bool:
    point = np.array([point_of(move, board.size)])
    return bool(Ladders(board).starts(point, np.array([True]))[0])


def test_a_ladder_runs_to_the_corner_unless_a_stone_waits() -> None:
    stones = ["C4", "D3", "E3"], ["D4"]
    open_board = Board.with_stones(*stones, size=9)
    # The atari from D5 drives D4 to E4, E5, F5, F6, and so on to the upper right corner.
    assert caught(open_board, "D5")
    for stone, stops in (("F6", True), ("G6", True), ("H8", True), ("B8", False), ("H2", False)):
        far = Board.with_stones(stones[0], [*stones[1], stone], size=9)
        assert caught(far, "D5") is not stops, stone
    assert not caught(Board.with_stones(["C4"], ["D4"], size=9), "D5")  # three liberties: no ladder at all


def test_to_run_from_a_ladder_is_in_vain_until_it_is_broken() -> None:
    board = Board.with_stones(["C4", "D3", "E3", "D5"], ["D4"], size=9, to_play=Color.WHITE)
    run = np.array([point_of("E4", 9)])
    assert Ladders(board).runs(run, np.array([True])).tolist() == [1]
    broken = Board.with_stones(["C4", "D3", "E3", "D5"], ["D4", "F6"], size=9, to_play=Color.WHITE)
    assert Ladders(broken).runs(run, np.array([True])).tolist() == [2]
    assert Ladders(broken).runs(run, np.array([False])).tolist() == [0]


def test_reading_leaves_the_board_as_it_was() -> None:
    board = Board.with_stones(["C4", "D3", "E3"], ["D4"], size=9)
    key, turns = board.key, len(board.turns)
    caught(board, "D5")
    assert (board.key, len(board.turns)) == (key, turns)
