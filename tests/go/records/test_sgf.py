"""SGF: what is written can be read again; what is broken is told, and never half read."""

import numpy as np
import pytest
from go.drawn_boards import drawn
from hypothesis import given, settings
from hypothesis import strategies as st

from drupe.foundation.errors import DrupeError, InputError
from drupe.go import PASS, Board, Color, Turn
from drupe.go.records import GameRecord, read_sgf, replayed, write_sgf


@pytest.mark.parametrize("size", [5, 9, 19, 25])
def test_games_come_back(size: int) -> None:
    board = drawn(size, 30, np.random.default_rng(size))
    board.play(PASS)
    record = GameRecord(size, board.turns, komi=6.5, result="W+R")
    again = read_sgf(write_sgf(record))
    assert again == record
    assert (replayed(again).board.stones == board.stones).all()


def test_handicap_and_set_up_stones_come_back() -> None:
    record = GameRecord(9, (Turn(Color.WHITE, 40),), black=(20, 60), white=(0,), to_play=Color.WHITE, komi=0.5)
    assert read_sgf(write_sgf(record)) == record
    assert read_sgf("(;SZ[9]HA[2]AB[cc][gg];W[ee])").to_play is Color.WHITE


def test_bytes_variations_comments_and_passes() -> None:
    record = read_sgf(b"(;GM[1]SZ[19]C[a \\] comment];B[pd](;W[dd];B[tt])(;W[qq]))")
    assert [move for _, move in record.turns] == [3 * 19 + 15, 3 * 19 + 3, PASS]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "cannot be read"),
        ("hello", "cannot be read"),
        ("(;GM[1]SZ[19];B[pd]", "cannot be read"),
        ("(;SZ[0])", "cannot be read|from 1 to 25"),
        ("(;SZ[99])", "cannot be read|from 1 to 25"),
        ("(;SZ[26];B[aa])", "from 1 to 25"),
        ("(;SZ[9];B[zz])", "cannot be read"),
        ("(;SZ[9]KM[many];B[aa])", "cannot be read"),
        ("(;SZ[2]AB[aa][ab][ba][bb])", "has no liberty"),
        ("(;SZ[9];B[aa];AB[cc])", "in the middle of the game"),
        ("(;GM[2]SZ[8];W[Kd1d2])", "cannot be read"),
    ],
)
def test_what_is_broken_is_told(text: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        read_sgf(text)


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=60) | st.text(alphabet="()[];BWABSZKM19abcdtt \\\n", max_size=60))
def test_anything_else_is_read_or_refused(content: bytes | str) -> None:
    try:
        record = read_sgf(content)
    except DrupeError:
        return
    assert isinstance(record.start(), Board)
