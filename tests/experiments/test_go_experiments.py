"""The experiments on Go: on made games, problems and positions, and on the real ones where they are."""

import lzma
import os
import re
import sys
from pathlib import Path

import numpy as np
import pytest
from go.drawn_boards import drawn

from drupe.experiments import go_life_death, go_match, go_moves, go_territory
from drupe.experiments.go_records import GO_GAMES, GO_PROBLEMS, GO_TERRITORY, games, problems
from drupe.foundation.errors import InputError
from drupe.go import Board, Color
from drupe.go.play.default_ranker import load_ranker
from drupe.go.vertices import PASS

DATA = Path(os.environ.get("DRUPE_DATA", Path(__file__).resolve().parents[3] / "shared" / "data"))
needs_problems = pytest.mark.skipif(
    not (DATA / GO_PROBLEMS.file).is_file(),
    reason=f"there is no {GO_PROBLEMS.file} in {DATA}; DRUPE_DATA names another",
)
needs_games = pytest.mark.skipif(
    not (DATA / GO_GAMES.file).is_file(), reason=f"there is no {GO_GAMES.file} in {DATA}; DRUPE_DATA names another"
)
needs_territory = pytest.mark.skipif(
    not (DATA / GO_TERRITORY.file).is_file(),
    reason=f"there is no {GO_TERRITORY.file} in {DATA}; DRUPE_DATA names another",
)


def letters(point: int) -> str:
    row, column = divmod(point, 19)
    return "--" if point == PASS else chr(97 + column) + chr(97 + row)


def table(path: Path, head: str, rows: list[str]) -> None:
    with lzma.open(path, "wt", encoding="utf-8") as file:
        file.write("\n".join([head, *rows]) + "\n")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Random games, problems whose solution is to capture, and positions scored by area."""
    home, rng = tmp_path_factory.mktemp("go"), np.random.default_rng(0)
    boards = [drawn(19, 60, rng) for _ in range(24)]
    rows = ["B:" + "".join(letters(turn.move) for turn in board.turns) for board in boards]
    table(home / GO_GAMES.file, "handicap\tresult\tmoves", [f"0\tB+R\t{row}" for row in rows] + [f"4\tW+R\t{rows[0]}"])
    table(home / GO_PROBLEMS.file, "level\tsize\tblack\twhite\tsolutions", [captures(rng) for _ in range(90)])
    ends = [drawn(19, 250, rng) for _ in range(14)]
    np.savez(
        home / GO_TERRITORY.file,
        board=np.array([board.stones.ravel() for board in ends]),
        owner=np.array([board.owners().ravel() for board in ends]),
        score=np.zeros(14),
    )
    return home


def captures(rng: np.random.Generator) -> str:
    """A white stone in atari somewhere, and others that are not."""
    row, column = rng.integers(3, 15, 2)
    white = [(row, column), (row + 2, column + 2)]
    black = [
        (row - 1, column),
        (row + 1, column),
        (row, column - 1),
        (row + rng.integers(3, 4), column + rng.integers(-3, 3)),
    ]
    names = ["".join(chr(97 + x) + chr(97 + y) for y, x in side) for side in (black, white)]
    return f"1a\t19\t{names[0]}\t{names[1]}\tB{chr(97 + column + 1)}{chr(97 + row)}"


def printed(capsys: pytest.CaptureFixture[str]) -> str:
    return " ".join(capsys.readouterr().out.split())


def test_games_and_problems_are_read(folder: Path) -> None:
    found = games(folder)
    assert (len(found.records), found.handicap) == (24, 1)
    problem = problems(folder)[0]
    assert problem.board.to_play is Color.BLACK
    after = problem.board.copy()
    after.play(problem.solutions[0])
    assert int((after.stones == -1).sum()) == 1  # one of two was captured


def test_life_and_death_in_small(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = ["chains, SVM", "chains, perceptron", "chains, Bayes point", "log chains, tactics, SVM"]
    go_life_death.main(["--data", str(folder), "--train", "50", "--test", "30", "--rows", *rows])
    said = printed(capsys)
    assert "to learn from" in said
    assert "cannot be judged: who attacks against who defends" in said
    assert "which is another question" in said
    found = re.search(r"log chains, tactics, SVM: ([0-9.]+) of", said)
    assert found is not None
    assert float(found[1]) > 0.9  # a capture is what tactics see


@pytest.mark.spec("G.G-07")
def test_moves_of_games_in_small(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = ["chains, SVM", "and last moves, differences, SVM", "and last moves, as choices"]
    go_moves.main(["--data", str(folder), "--positions", "60", "--test", "50", "--rows", *rows])
    said = printed(capsys)
    assert "24 even games; 1 with a handicap are left out" in said
    assert "one position of each test game" in said
    go_moves.main(["--data", str(folder), "--positions", "50", "--save", str(tmp_path / "w.npz")])
    assert len(load_ranker(tmp_path / "w.npz").rank(Board(9))) == 81


@pytest.mark.spec("G.G-08")
def test_territory_in_small(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    go_territory.main(["--data", str(folder), "--train", "8", "--test", "5"])
    said = printed(capsys)
    assert "area: all stones live" in said
    assert "100.0%" in said  # these positions were scored by area


def test_a_match_in_small(capsys: pytest.CaptureFixture[str]) -> None:
    itself = f"{sys.executable} -m drupe go --visits 0"
    go_match.main(["--games", "2", "--size", "5", "--against", "2", "--visits", "2", "--opponent", itself])
    said = printed(capsys)
    assert "the ranking wins 99% of games against a random player" in said
    assert re.search(r"ranking and search .* drupe [0-9.]+ .* 2 ", said)
    with pytest.raises(InputError, match="there is no program"):
        go_match.main(["--games", "2", "--size", "5", "--opponent", "no-such-program"])


@needs_problems
@pytest.mark.slow
@pytest.mark.spec("G.G-06")
def test_problems_of_books(capsys: pytest.CaptureFixture[str]) -> None:
    """Chance solves 3 in 100; tactics are worth half as much again as chains."""
    rows = ["chains, SVM", "log chains, tactics, SVM"]
    go_life_death.main(["--data", str(DATA), "--train", "900", "--test", "400", "--rows", *rows])
    said = printed(capsys)
    tops = [float(number) for number in re.findall(r"SVM: ([0-9.]+) of 400 problems", said)]
    assert len(tops) == 2
    assert tops[0] > 0.15
    assert tops[1] > max(0.25, tops[0])
    assert "5840 without copies" in said


@needs_games
@pytest.mark.slow
@pytest.mark.spec("G.G-07")
def test_moves_of_professionals(capsys: pytest.CaptureFixture[str]) -> None:
    go_moves.main(
        [
            "--data",
            str(DATA),
            "--games",
            "400",
            "--positions",
            "1500",
            "--test",
            "240",
            "--rows",
            "and last moves, as choices",
        ]
    )
    found = re.search(r"found ([0-9.]+) and ([0-9.]+) on", printed(capsys))
    assert found is not None
    assert float(found[1]) > 0.13
    assert float(found[2]) > 0.45


@needs_territory
@pytest.mark.slow
@pytest.mark.spec("G.G-08")
def test_territory_of_scored_games(capsys: pytest.CaptureFixture[str]) -> None:
    go_territory.main(["--data", str(DATA), "--train", "150", "--test", "40"])
    assert "holds: learning tells owners better than area does" in printed(capsys)
