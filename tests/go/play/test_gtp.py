"""GTP: every required command, every kind of nonsense, and never a lost game."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drupe.go import Board, Color
from drupe.go.play import Player, RandomPlayer
from drupe.go.play.gtp import COMMANDS, GtpEngine

REQUIRED = {
    "protocol_version", "name", "version", "known_command", "list_commands", "quit",
    "boardsize", "clear_board", "komi", "play", "genmove",
}  # fmt: skip


def engine(size: int = 9) -> GtpEngine:
    return GtpEngine(RandomPlayer(0), size)


def said(game: GtpEngine, line: str) -> str:
    answer = game.answer(line)
    assert answer is not None
    assert answer.endswith("\n\n")
    return answer.strip()


def test_all_required_commands_are_there() -> None:
    game = engine()
    assert set(said(game, "list_commands").removeprefix("= ").splitlines()) >= REQUIRED
    assert said(game, "protocol_version") == "= 2"
    assert said(game, "known_command genmove") == "= true"
    assert said(game, "known_command castle") == "= false"
    assert re.fullmatch(r"= \d+\.\d+\S*", said(game, "version"))


def test_a_game_goes_its_way() -> None:
    game = engine()
    assert said(game, "12 boardsize 5") == "=12"
    assert said(game, "komi 0.5") == "="
    assert said(game, "play black C3") == "="
    assert said(game, "play W pass") == "="
    vertex = said(game, "3 genmove b").removeprefix("=3 ")
    assert len(game.board.turns) == 3
    assert vertex == "pass" or game.board.stones.sum() == 2
    assert said(game, "undo") == "="
    assert said(game, "final_score") == "= B+24.5"
    assert "X" in said(game, "showboard")
    assert said(game, "clear_board") == "="
    assert not game.board.stones.any()
    assert said(game, "undo") == "? cannot undo"


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("castle", r"\? unknown command"),
        ("7 castle", r"\?7 unknown command"),
        ("7", r"\?7 unknown command"),
        ("play b E5", r"\? illegal move: E5 has a black stone"),
        ("play b K99", r"\? illegal move: 'K99' is no vertex"),
        ("play green E4", r"\? syntax error: a color"),
        ("play b", r"\? syntax error"),
        ("genmove", r"\? syntax error"),
        ("boardsize 1", r"\? unacceptable size"),
        ("boardsize 26", r"\? unacceptable size"),
        ("boardsize nine", r"\? syntax error"),
        ("komi nan", r"\? syntax error"),
        ("komi 1e300", r"\? syntax error"),
        ("time_settings 1 2", r"\? syntax error"),
        ("time_settings -1 0 0", r"\? syntax error"),
        ("time_left b x 0", r"\? syntax error"),
        ("clear_board now", r"\? syntax error"),
        ("loadsgf nowhere.sgf", r"\? cannot load file"),
    ],
)
def test_nonsense_is_refused_and_changes_nothing(line: str, answer: str) -> None:
    game = engine()
    said(game, "play b E5")
    before = (game.board.key, game.komi, game.size)
    assert re.match(answer, said(game, line))
    assert (game.board.key, game.komi, game.size) == before


@settings(max_examples=200, deadline=None)
@given(
    st.text(max_size=40)
    | st.builds(" ".join, st.lists(st.sampled_from([*COMMANDS, "b", "E5", "9", "-1", "1e9"]), max_size=4))
)
def test_no_line_ends_the_program(line: str) -> None:
    game = engine(5)
    answer = game.answer(line)
    assert answer is None or re.match(r"[=?]", answer)
    assert isinstance(game.board, Board)


def test_comments_blanks_and_the_end() -> None:
    game = engine()
    assert game.answer("   # a comment") is None
    assert said(game, "play\tb\tE5 # here") == "="
    assert list(game.answers(["name", "", "quit", "name"])) == ["= drupe\n\n", "=\n\n"]


def test_time_limits_reach_the_player() -> None:
    heard: list[float | None] = []

    class Listening(Player):
        """Remembers how much time it gets."""

        def choose(self, board: Board, komi: float, seconds: float | None = None) -> int:
            heard.append(seconds)
            return board.legal_moves()[0]

    game = GtpEngine(Listening(), 9, seconds=3.0)
    for line in ("genmove b", "time_settings 0 10 5", "genmove w", "time_left b 2 1", "genmove b"):
        said(game, line)
    assert heard[0] == 3.0
    assert heard[1] == pytest.approx(1.95)
    assert heard[2] == pytest.approx(1.95)


def test_who_is_asked_twice_moves_twice() -> None:
    game = engine()
    said(game, "genmove b")
    said(game, "genmove b")
    assert [color for color, _ in game.board.turns] == [Color.BLACK, Color.BLACK]


def test_records_are_loaded_and_printed(tmp_path: Path) -> None:
    game, path = engine(), tmp_path / "game.sgf"
    path.write_text("(;SZ[5]KM[3.5];B[cc];W[dd];B[ab])")
    assert said(game, f"loadsgf {path}") == "= white"
    assert (game.size, game.komi, len(game.board.turns)) == (5, 3.5, 3)
    assert said(game, f"loadsgf {path} 2") == "= white"
    assert len(game.board.turns) == 1
    path.write_text("(;SZ[5];B[cc];W[cc])")
    assert said(game, f"loadsgf {path}").startswith("? cannot load file: turn 2")
    assert len(game.board.turns) == 1
    assert "B[cc]" in said(game, "printsgf")
