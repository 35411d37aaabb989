"""Positions that are the same up to symmetry, and only these, have one canonical form."""

from itertools import product

import numpy as np
import pytest
from go.drawn_boards import drawn

from drupe.go import Board, Color, canonical_form, symmetric_forms
from drupe.go.setup import stones_of
from drupe.native import GoBoard


def test_there_are_eight_symmetries() -> None:
    stones = np.arange(9).reshape(3, 3)
    forms = symmetric_forms(stones)
    assert len({form.tobytes() for form in forms}) == 8
    for form in forms:
        assert form[1, 1] == 4
        assert set(form[[0, 0, 2, 2], [0, 2, 0, 2]]) == {0, 2, 6, 8}


@pytest.mark.parametrize("size", [2, 5, 9])
def test_all_forms_of_a_position_have_one_canonical_form(size: int) -> None:
    board = drawn(size, size * size // 2, np.random.default_rng(size))
    wanted = canonical_form(board)
    for form in symmetric_forms(board.stones):
        assert canonical_form(Board.of(form, board.to_play)) == wanted
        assert canonical_form(Board.of(-form, board.to_play.opponent)) == wanted
    if np.any(canonical_form(Board.of(-board.stones, board.to_play)) != wanted):
        assert canonical_form(Board.of(board.stones, board.to_play.opponent)) != wanted


def test_positions_of_two_by_two_fall_into_as_many_classes_as_burnside_counts() -> None:
    """Orbits of the 57 positions with Black to play, by the number of positions that each symmetry leaves alone."""
    possible = []
    for stones in product((-1, 0, 1), repeat=4):
        grid = np.array(stones, dtype=np.int8).reshape(2, 2)
        try:
            GoBoard._set_up(grid, 1)
        except ValueError:
            continue
        possible.append(grid)
    fixed = sum(np.array_equal(form, grid) for grid in possible for form in symmetric_forms(grid))
    assert len({canonical_form(Board.of(grid)) for grid in possible}) == fixed // 8


def test_whose_turn_it_is_counts() -> None:
    stones = stones_of("X . .\n. . .\n. . .")
    assert canonical_form(Board.of(stones, Color.BLACK)) != canonical_form(Board.of(stones, Color.WHITE))
