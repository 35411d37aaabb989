"""Points of boards as examples."""

import pickle

import numpy as np
import pytest
from go.drawn_boards import drawn

from drupe.foundation.errors import InputError
from drupe.go import Board, BoardPoints, Color


def test_points_of_one_board_share_its_stones() -> None:
    first, second = Board(9), drawn(5, 7, np.random.default_rng(0))
    points = BoardPoints.of([(first, "C3"), (second, 3), (first, 7), [second, "A1"]])
    assert len(points.positions) == 2
    assert points.points.tolist() == [56, 3, 7, 20]
    assert [(str(board), examples.tolist()) for board, examples in points.boards()] == [
        (str(first), [0, 2]),
        (str(second), [1, 3]),
    ]


def test_parts_and_joined_points_keep_their_boards() -> None:
    first, second = Board(3), Board.of("X . .\n. . .\n. . O", Color.WHITE)
    points = BoardPoints.of([(first, 0), (second, 1), (second, 2)])
    board, point = points[np.array([2, 0])][0]
    assert (str(board), board.to_play, point) == (str(second), Color.WHITE, 2)
    both = points.take([1]).joined(points.take([0]))
    assert both.values() == [points.values()[1], points.values()[0]]
    assert pickle.loads(pickle.dumps(points)).values() == points.values()
    assert BoardPoints.of(points) is points


def test_a_board_that_goes_on_changes_nothing() -> None:
    board = Board(3)
    points = BoardPoints.of([(board, 4)])
    board.play(4)
    assert not points[0][0].stones.any()


@pytest.mark.parametrize(
    "data", [[], [(Board(3),)], [("A1", Board(3))], [(Board(3), "pass")], [(Board(3), 9)], 3, None]
)
def test_what_is_no_point_is_refused(data: object) -> None:
    with pytest.raises(InputError):
        BoardPoints.of(data)
