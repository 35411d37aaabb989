"""The protocols: played against random moves, solutions against others, no copies on both sides."""

import numpy as np
import pytest

from drupe.go import Board, Color, Turn
from drupe.go.features import Tactics
from drupe.go.ranking.played import PlayedMoves, played_lessons
from drupe.go.ranking.solved import SolvedMoves
from drupe.go.records import GameRecord, Problem
from drupe.go.records.distinct import distinct
from drupe.go.symmetry import symmetric_forms
from drupe.go.vertices import PASS

GAME = GameRecord(
    5,
    tuple(
        Turn(color, move) for color, move in zip((Color.BLACK, Color.WHITE) * 3, (12, 7, 11, 8, PASS, 13), strict=True)
    ),
)


@pytest.mark.spec("G.G-07")
def test_played_moves_are_first_and_others_legal() -> None:
    found = list(PlayedMoves(per_game=10, others=4, seed=1).of([GAME]))
    assert [int(move.points[0]) for move in found] == [12, 7, 11, 8, 13]  # the pass is left out
    for number, move in enumerate(found):
        assert len(set(move.points.tolist())) == 5
        assert set(move.points.tolist()) <= set(move.board.legal_moves(False))
        assert len(move.board.turns) == [0, 1, 2, 3, 5][number]
    every = next(PlayedMoves(per_game=1, others=None).of([GAME]))
    assert len(every.points) == len(every.board.legal_moves(False))
    assert played_lessons(found, Tactics()).good.sum() == 5


def test_a_game_counts_up_to_its_first_illegal_move() -> None:
    broken = GameRecord(5, (*GAME.turns[:3], Turn(Color.WHITE, 11), Turn(Color.BLACK, 20)))
    assert len(list(PlayedMoves(per_game=10).of([broken]))) == 3
    assert list(PlayedMoves().of([GameRecord(5, ())])) == []


@pytest.mark.spec("G.G-06")
def test_solutions_are_good_and_candidates_near() -> None:
    board = Board.with_stones(["C3", "D3"], ["C4", "D4"], size=9)
    problem = Problem(board, (58,))
    points = problem.candidates()
    rows, columns = np.divmod(points, 9)
    assert rows.min() == 4
    assert columns.min() == 1
    assert len(points) == 4 * 4 - 4
    told = SolvedMoves().lessons([problem], Tactics())
    assert told.good.sum() == int((points == 58).sum())
    with pytest.raises(ValueError, match="C3 is not legal"):
        Problem(board, (58, 6 * 9 + 2))
    with pytest.raises(ValueError, match="none was given"):
        Problem(board, ())


def test_copies_of_a_problem_are_found_whoever_plays() -> None:
    stones = Board.with_stones(["C3", "D3"], ["C4", "E5"], size=7).stones
    forms = [form for sign in (1, -1) for form in symmetric_forms(np.ascontiguousarray(sign * stones))]
    copies = [
        Problem(Board.of(np.ascontiguousarray(form), color), (int(np.flatnonzero(form.ravel() == 0)[0]),))
        for form in forms
        for color in Color
    ]
    other = Problem(Board.with_stones(["C3", "D3"], ["C4", "E6"], size=7), (0,))
    assert len(list(distinct([*copies, other]))) == 2
