"""Random games end by the rules, and are drawn evenly."""

import numpy as np
import pytest

from drupe.foundation.errors import ParameterError
from drupe.go import Board, Color, playouts


def test_the_same_state_gives_the_same_games_on_any_number_of_threads() -> None:
    ends = [playouts(Board(7), 130, random_state=4, n_jobs=n_jobs) for n_jobs in (1, 2, None)]
    for other in ends[1:]:
        for name in ("black", "white", "turns", "ownership"):
            assert np.array_equal(getattr(ends[0], name), getattr(other, name))
    assert not np.array_equal(ends[0].turns, playouts(Board(7), 130, random_state=5).turns)


def test_ownership_adds_up_to_the_areas() -> None:
    ends = playouts(Board(6), 200, random_state=0)
    assert ends.ownership.sum() == pytest.approx(np.mean(ends.black - ends.white))
    assert ends.ownership.shape == (6, 6)


def test_a_game_that_nobody_can_lose() -> None:
    """Black has two eyes and everything; neither player has a move that fills no eye, or captures."""
    board = Board.of(". X X X\nX X X X\nX X X X\nX X X .", Color.WHITE)
    ends = playouts(board, 20, random_state=0)
    assert ends.turns.tolist() == [2] * 20
    assert ends.wins() == 1.0
    assert ends.wins(komi=16.0) == 0.5
    assert ends.wins(komi=17.0) == 0.0
    assert np.array_equal(ends.ownership, np.ones((4, 4)))


def test_the_first_move_is_drawn_evenly() -> None:
    """After one move Black owns that stone alone, as empty points reach White's too: χ² with 7 degrees of freedom."""
    ends = playouts(Board.of(". . .\n. O .\n. . ."), 8000, most_turns=1, random_state=1)
    counts = 8000 * np.delete(ends.ownership.ravel(), 4)
    assert counts.sum() == pytest.approx(8000)
    assert np.sum((counts - 1000.0) ** 2 / 1000.0) < 30.0


def test_most_turns_and_wrong_numbers() -> None:
    assert playouts(Board(9), 5, most_turns=3).turns.tolist() == [3] * 5
    assert playouts(Board(9), 1, most_turns=0).black.tolist() == [0]
    for wrong in ({"games": 0}, {"games": 1.5}, {"most_turns": -1}, {"n_jobs": 0}, {"random_state": "x"}):
        with pytest.raises(ParameterError):
            playouts(Board(5), **{"games": 3, **wrong})  # type: ignore[arg-type]


def test_the_board_is_left_as_it_was() -> None:
    board = Board(5)
    playouts(board, 3, random_state=0)
    assert board.turns == ()
