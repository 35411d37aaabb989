"""Matches: a real program in a real process, and the three rules."""

import sys

import pytest

from drupe.foundation.errors import InputError
from drupe.go import Board, Color
from drupe.go.play import RandomPlayer
from drupe.go.play.external_program import ExternalProgram
from drupe.go.play.match import GameEnd, Match

PROGRAM = [sys.executable, "-m", "drupe", "go", "--visits", "0"]


def test_the_program_plays_in_a_process_of_its_own() -> None:
    with ExternalProgram(PROGRAM) as program:
        assert program.ask("name") == "drupe"
        board = Board(5)
        board.play("C3")
        program.start(board, 0.5)
        move = program.move(Color.WHITE, 5)
        assert move is not None
        assert board.is_legal(move)
        with pytest.raises(InputError, match="refused 'play black C3'"):
            program.ask("play black C3")
        assert program.score() in ("B+24.5", "W+0.5", "B+0.5", "W+1.5")
        program.ask("quit")
        with pytest.raises(InputError, match="has ended"):
            program.ask("name")


def test_a_program_that_is_not_there_is_told() -> None:
    with pytest.raises(InputError, match="there is no program"):
        ExternalProgram(["no-such-program-here"])


def test_openings_vary_and_come_once_with_either_color() -> None:
    ends = list(Match(size=5, komi=0.0, opening=2).against_player(RandomPlayer(1), RandomPlayer(2), 6))
    assert ends[0].moves[:2] == ends[1].moves[:2]
    assert len({end.moves[:2] for end in ends}) > 1
    assert all(end.margin == int(end.margin) and abs(end.margin) <= 25 for end in ends)


def test_the_score_that_knows_the_dead_decides() -> None:
    assert not GameEnd(margin=10.5, judged=-20.5, dead=7, moves=()).won
    assert GameEnd(margin=10.5, judged=None, dead=0, moves=()).won
