"""Many boards at once do what each of them does alone."""

import numpy as np
import pytest
from go.drawn_boards import drawn

from drupe.foundation.errors import BudgetError, InputError, InputTypeError
from drupe.go import PASS, Board, Boards


@pytest.mark.parametrize("size", [1, 3, 9])
def test_they_play_as_boards_do(size: int) -> None:
    rng = np.random.default_rng(size)
    start = drawn(size, size, rng)
    boards, alone = Boards(7, start), [start.copy() for _ in range(7)]
    for _ in range(40):
        legal = boards.legal()
        assert [np.flatnonzero(row).tolist() for row in legal] == [board.legal_moves() for board in alone]
        assert boards.legal(suicide=False).sum() == sum(len(board.legal_moves(suicide=False)) for board in alone)
        moves = [int(rng.choice(np.flatnonzero(row))) if row.any() else PASS for row in legal]
        boards.play(moves)
        for board, move in zip(alone, moves, strict=True):
            board.play(move)
        assert np.array_equal(boards.stones, [board.stones for board in alone])
        assert boards.to_play.tolist() == [board.to_play for board in alone]
        assert boards.over.tolist() == [board.over for board in alone]
        assert boards.area().tolist() == [list(board.area()) for board in alone]
    assert [boards[i].turns for i in range(7)] == [board.turns for board in alone]
    assert boards[-1].turns == alone[-1].turns


def test_an_illegal_move_on_one_board_leaves_all_alone() -> None:
    boards = Boards(3, Board(3))
    boards.play(["A1", "A2", "pass"])
    with pytest.raises(InputError, match="A2 has a black stone"):
        boards.play(["B2", "A2", "B2"])
    assert np.abs(boards.stones).sum() == 2


@pytest.mark.parametrize("moves", [[0], [0, 1, 2], [0, 9], [0, -2], [[0, 1]], ["A1", "X9"]])
def test_moves_that_do_not_fit_are_refused(moves: list) -> None:
    with pytest.raises(InputError):
        Boards(2, Board(3)).play(moves)


@pytest.mark.parametrize("moves", [[0.0, 1.0], [None, None], [True, False], None])
def test_moves_of_other_kinds_are_refused(moves: object) -> None:
    with pytest.raises(InputTypeError):
        Boards(2, Board(3)).play(moves)


def test_none_at_all() -> None:
    boards = Boards(0, Board(3))
    boards.play([])
    assert boards.stones.shape == (0, 3, 3)
    assert boards.legal().shape == (0, 9)
    assert boards.area().shape == (0, 2)
    with pytest.raises(IndexError, match="there are 0"):
        boards[0]


def test_copies_and_numbers() -> None:
    boards = Boards(2, Board(3))
    other = boards.copy()
    other.play([0, 1])
    assert not boards.stones.any()
    with pytest.raises(BudgetError, match="boards needs"):
        Boards(10**9, Board(3))
    for count in (-1, 1.5, "2", True):
        with pytest.raises(InputError, match="number of boards"):
            Boards(count, Board(3))  # type: ignore[arg-type]
    board = boards[0]
    board.play("A1")
    assert not boards.stones.any()
