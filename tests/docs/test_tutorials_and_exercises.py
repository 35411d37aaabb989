"""Tutorials and solutions run as they are printed, commands included; every exercise has a hint and a solution."""

import doctest
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import matplotlib.pyplot as plt
import pytest
from typer.testing import CliRunner

from drupe.cli.app import app

DOCS = Path(__file__).resolve().parents[2] / "docs"
TUTORIALS = sorted(set((DOCS / "tutorials").glob("*.rst")) - {DOCS / "tutorials" / "index.rst"})
CHAPTERS = sorted((DOCS / "exercises").glob("[0-9]*.rst"))
SOLUTIONS = [DOCS / "exercises" / "solutions" / chapter.name for chapter in CHAPTERS]
SAME = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def name(path: Path) -> str:
    return path.stem


def output_of(command: str) -> tuple[int, str]:
    """Exit code and output of a command line; `drupe` runs in this process, which saves its start."""
    if command.startswith("drupe "):
        result = CliRunner().invoke(app, shlex.split(command)[1:])
        return result.exit_code, result.output
    run = subprocess.run(command, shell=True, check=False, text=True, capture_output=True)
    return run.returncode, run.stdout + run.stderr


def shell(command: str) -> None:
    """Run a command line whose output the page shows, be it an error."""
    print(output_of(command)[1], end="")


def quiet(command: str) -> None:
    """Run a command line whose output the page does not show; it has to succeed."""
    code, output = output_of(command)
    assert code == 0, output


def with_commands_as_calls(text: str) -> str:
    """Lines that begin with a dollar sign become examples of doctest; one without output may print what it likes.

    >>> with_commands_as_calls("   $ ls\\n   a.csv\\n\\n   $ rm a.csv\\n\\n").split("\\n")
    ["   >>> shell('ls')", '   a.csv', '', "   >>> quiet('rm a.csv')", '', '']
    """

    def call(found: re.Match[str]) -> str:
        run = "quiet" if found[3].strip() == "" or found[3].strip().startswith("$") else "shell"
        return f"{found[1]}>>> {run}({found[2]!r})\n{found[3]}"

    return re.sub(r"^( +)\$ (.*)\n(?=(.*))", lambda found: call(found).removesuffix(found[3]), text, flags=re.MULTILINE)


def outcome_of(page: Path) -> doctest.TestResults:
    text = with_commands_as_calls(page.read_text())
    known = {"shell": shell, "quiet": quiet}
    test = doctest.DocTestParser().get_doctest(text, known, page.stem, str(page), 0)
    runner = doctest.DocTestRunner(optionflags=SAME)
    runner.run(test)
    return runner.summarize(verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize("page", [*TUTORIALS, *SOLUTIONS], ids=lambda page: f"{page.parent.name}-{page.stem}")
def test_page_runs_as_printed(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for file in (DOCS / "data").glob("*.csv"):
        shutil.copy(file, tmp_path)
    monkeypatch.chdir(tmp_path)
    outcome = outcome_of(page)
    plt.close("all")
    assert outcome.attempted > 5
    assert outcome.failed == 0


def test_a_wrong_output_of_a_command_is_noticed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.rst"
    page.write_text("   $ echo apple\n   apple\n\n   $ echo apple\n   pear\n\n")
    assert outcome_of(page) == (1, 2)
    capsys.readouterr()


def titles(page: Path) -> list[str]:
    return re.findall(r"^(\d+\.\d+ .*)\n-+$", page.read_text(), flags=re.MULTILINE)


def sections(page: Path) -> dict[str, str]:
    pieces = re.split(r"^(\d+\.\d+ .*)\n-+$", page.read_text(), flags=re.MULTILINE)
    return dict(zip(pieces[1::2], pieces[2::2], strict=True))


@pytest.mark.parametrize("chapter", CHAPTERS, ids=name)
def test_every_exercise_has_a_hint_and_a_solution_that_runs(chapter: Path) -> None:
    asked, solved = sections(chapter), sections(DOCS / "exercises" / "solutions" / chapter.name)
    assert 3 <= len(asked) <= 6
    assert list(solved) == list(asked)
    assert [title for title, text in asked.items() if "*Hint.*" not in text] == []
    assert [title for title, text in solved.items() if ">>> " not in text] == []
    assert ">>> " not in chapter.read_text(), "an exercise asks; its solution answers."


def test_exercises_are_numbered_by_chapter() -> None:
    assert len(CHAPTERS) >= 8
    for number, chapter in enumerate(CHAPTERS, start=1):
        found = [title.split()[0] for title in titles(chapter)]
        assert found == [f"{number}.{place}" for place in range(1, len(found) + 1)]
