"""Closed streams, terminals without our letters and odd names of files end in one line, not in a defect."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import drupe, succeeds, two_classes

from drupe.cli.models import BLOCK
from drupe.cli.reading import Reading

COMMAND = f"'{sys.executable}' -m drupe"
NO_TEXT = b"not \xff text.csv"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("streams")
    succeeds("fit", two_classes(home / "d.csv", 40), "-t", "fruit", "-o", home / "m.drupe")
    os.link(home / "d.csv", os.path.join(os.fsencode(home), NO_TEXT))
    return home


def shell(words: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    run = subprocess.run(
        words.replace("drupe", COMMAND, 1), shell=True, cwd=folder, env={**os.environ, **environment},
        capture_output=True, check=False, executable="/bin/bash",
    )  # fmt: skip
    assert b"defect" not in run.stderr
    assert b"Traceback" not in run.stderr
    assert b"Exception" not in run.stderr
    return run


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("drupe --version >&-", "standard output: Bad file descriptor"),
        ("drupe inspect m.drupe >&-", "standard output: Bad file descriptor"),
        ("drupe predict m.drupe d.csv > /dev/full", "standard output: No space left on device"),
        ("drupe predict m.drupe - <&-", "standard input: cannot be read: Bad file descriptor"),
        ("drupe inspect - <&-", "standard input: cannot be read: Bad file descriptor"),
        ("drupe fit - -o - <&- >&- 2>&-", ""),
    ],
)
def test_closed_streams(words: str, said: str, folder: Path) -> None:
    run = shell(words, folder)
    assert run.returncode == 4, run.stderr
    assert said in run.stderr.decode()
    assert run.stderr.count(b"\n") == bool(said)


@pytest.mark.slow
@pytest.mark.parametrize("environment", [{"PYTHONIOENCODING": "latin-1"}, {"LC_ALL": "C", "PYTHONUTF8": "0"}])
def test_terminals_without_our_letters(environment: dict[str, str], folder: Path) -> None:
    words = shell("drupe kernels Gaussian", folder, **environment)
    assert words.returncode == 0
    assert b"Gaussian" in words.stdout
    listed = json.loads(shell("drupe kernels --json", folder, **environment).stdout)
    assert "‖x − z‖²" in listed["Gaussian"]["formula"]


@pytest.mark.slow
def test_names_that_are_no_text(folder: Path) -> None:
    run = shell("drupe fit not*.csv -t fruit --json", folder)
    assert run.returncode == 0
    assert os.fsencode(json.loads(run.stdout)["model"]) == NO_TEXT + b".drupe"
    assert (folder / os.fsdecode(NO_TEXT + b".drupe")).exists()


@pytest.mark.parametrize("name", ["new\nline.csv", "\x1b[31mred.csv", "-dash.csv", "'quoted' \".csv"])
def test_odd_names(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    two_classes(Path(name), 20)
    assert json.loads(succeeds("fit", "-t", "fruit", "--json", "--", name).stdout)["model"] == f"{name}.drupe"
    wrong = drupe("fit", "-t", "vegetable", "--", name)
    assert (wrong.exit_code, wrong.stderr.count("\n"), "\x1b" in wrong.stderr) == (3, 1, False)


def test_devices_without_end_are_no_models() -> None:
    for words in ("inspect /dev/zero", "convert /dev/zero new.drupe", "predict /dev/zero d.csv", "certify /dev/zero d"):
        result = drupe(*words.split())
        assert (result.exit_code, "does not begin as a model does" in result.stderr) == (3, True)
    for command in ("fit", "report", "compare"):
        assert drupe(command, "/dev/zero").exit_code == 3


def test_models_without_end(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drupe.cli.models.MOST", 2 * BLOCK)
    result = drupe("inspect", "-", typed=(folder / "m.drupe").read_bytes() + bytes(3 * BLOCK))
    assert (result.exit_code, "there is no end" in result.stderr) == (5, True)


def test_budget_is_an_option() -> None:
    assert Reading(budget=2**20).options().budget == 2**20
