"""`drupe go`, as a board or a referee starts it: a process, lines in, answers out at once."""

import subprocess
import sys
from pathlib import Path

import pytest
from command_line import drupe, succeeds


def test_a_game_on_the_standard_input() -> None:
    typed = "1 boardsize 7\nplay b D4\n2 genmove w\nplay b D4\nnonsense\n3 final_score\n4 quit\nname\n"
    said = succeeds("go", "--visits", 3, typed=typed).output.split("\n\n")
    assert said[0] == "=1"
    assert said[1] == "="
    assert said[2].startswith("=2 ")
    assert said[3].startswith("? illegal move: D4 has a black stone")
    assert said[4] == "? unknown command"
    assert said[5].startswith("=3 ")
    assert said[6:] == ["=4", ""]


def test_answers_come_one_by_one_and_the_end_of_input_ends() -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "drupe", "go", "--size", "5", "--visits", "0"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    with process:
        for line, answer in (("name", "= drupe\n"), ("play b C3", "=\n"), ("time_settings 5 0 0", "=\n")):
            process.stdin.write(f"{line}\n")
            process.stdin.flush()
            assert process.stdout.readline() == answer
            assert process.stdout.readline() == "\n"
        process.stdin.close()
        assert process.wait() == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--size", 1), "--size must lie between 2 and 25"),
        (("--visits", -1), "--visits and --seed must be 0 or more"),
        (("--seconds", 0), "--seconds more than 0"),
    ],
)
def test_wrong_options_are_told(words: tuple[object, ...], said: str) -> None:
    result = drupe("go", *words)
    assert result.exit_code == 2
    assert said in " ".join(result.output.split())


def test_weights_that_are_none_are_told(tmp_path: Path) -> None:
    (tmp_path / "w.npz").write_bytes(b"no weights")
    assert "this is no file of weights" in " ".join(drupe("go", "--weights", tmp_path / "w.npz").output.split())
    assert drupe("go", "--weights", tmp_path / "none.npz").exit_code == 4
