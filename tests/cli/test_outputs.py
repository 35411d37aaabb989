"""No command replaces what it reads, nor a file that drupe did not write, unless --force is said."""

import json
import os
import stat
import threading
from pathlib import Path

import pytest
from command_line import drupe, libsvm_rows, succeeds, two_classes

from drupe import load, save
from drupe.cli.outputs import Written

FOREIGN = b"the work of years\n"


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data file, models of it in both formats, answers, and a report that was asked for by the name of its values."""
    home = tmp_path_factory.mktemp("source")
    libsvm_rows(home / "data.svm")
    two_classes(home / "data.csv")
    succeeds("fit", home / "data.svm", "-o", home / "m.drupe")
    succeeds("convert", home / "m.drupe", home / "m.model")
    succeeds("predict", home / "m.drupe", home / "data.svm", "-o", home / "answers.csv")
    succeeds("report", home / "data.csv", "-t", "fruit", "-o", home / "x.json")
    return home


@pytest.fixture
def folder(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same files, where the user is, and a link to the data."""
    for path in source.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / "link").symlink_to("data.svm")
    (tmp_path / "hard").hardlink_to(tmp_path / "m.drupe")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def refused(folder: Path, words: str, part: str, typed: bytes | None = None) -> None:
    before = contents(folder)
    result = drupe(*words.split(), typed=typed)
    assert result.exit_code == 4, result.output
    assert result.stderr.startswith("drupe: ")
    assert result.stderr.count("\n") == 1
    assert part in result.stderr
    assert contents(folder) == before


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ("fit data.svm -o data.svm", "the file data.svm, which the command reads"),
        ("fit data.svm -o link", "the file data.svm, which the command reads"),
        ("fit link data.svm", "the file link, which the command reads"),
        ("fit data.svm -o ./data.svm --force", "which the command reads"),
        ("predict m.drupe data.svm -o m.drupe", "the file m.drupe, which the command reads"),
        ("predict m.drupe data.svm -o hard", "the file m.drupe, which the command reads"),
        ("predict m.drupe data.svm -o link --json", "the file data.svm, which the command reads"),
        ("convert m.drupe m.drupe", "the file m.drupe, which the command reads"),
        ("convert m.model m.model --force", "the file m.model, which the command reads"),
        ("report data.csv -t fruit -o data.csv", "which the command reads"),
        ("report data.csv -t fruit --test data.svm -o page.html --model link", "the file data.svm, which"),
        ("report data.csv -t fruit -o new.html --model new.html", "the file new.html, which the command writes, too"),
        ("report data.csv -t fruit -o new.html --model new.json", "the file new.json, which the command writes, too"),
        ("report data.csv -t fruit -o - --model -", "the standard output, which the command writes, too"),
    ],
)
def test_inputs_and_other_outputs_are_not_replaced(words: str, part: str, folder: Path) -> None:
    refused(folder, words, part)


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("fit data.svm -o notes", "notes"),
        ("predict m.drupe data.svm -o notes", "notes"),
        ("convert m.model notes", "notes"),
        ("convert m.drupe notes", "notes"),
        ("report data.csv -t fruit -o notes.html", "notes.json"),
        ("report data.csv -t fruit -o notes", "notes"),
        ("report data.csv -t fruit -o page.html --model notes", "notes"),
    ],
)
def test_files_of_others_are_not_replaced(words: str, place: str, folder: Path) -> None:
    (folder / place).write_bytes(FOREIGN)
    refused(folder, words, "--force")


def test_files_of_others_are_replaced_by_force(folder: Path) -> None:
    for words in ("fit data.svm -o notes", "predict m.drupe data.svm -o notes", "convert m.drupe notes"):
        (folder / "notes").write_bytes(FOREIGN)
        succeeds(*words.split(), "--force")
        assert (folder / "notes").read_bytes() != FOREIGN


def test_own_files_are_replaced_without_a_word(folder: Path) -> None:
    succeeds("fit", "data.svm", "-C", 7, "-o", "m.drupe")
    assert load("m.drupe").C == 7
    succeeds("predict", "m.drupe", "data.svm", "--json", "-o", "answers.csv")
    assert len(json.loads((folder / "answers.csv").read_text())["prediction"]) == 60
    succeeds("predict", "m.drupe", "data.svm", "--reject", 0.1, "-o", "answers.csv")
    assert (folder / "answers.csv").read_text().startswith("row,prediction,confidence\n")
    succeeds("predict", "m.drupe", "data.svm", "-o", "answers.csv")
    refused(folder, "convert m.drupe m.model", "do not say who wrote them")


def test_own_files_are_known_by_what_they_are(folder: Path) -> None:
    written = {
        "m.drupe": [Written.MODEL],
        "x.html": [Written.PAGE],
        "x.json": [Written.VALUES],
        "answers.csv": [Written.ANSWERS],
        "data.csv": [],
        "m.model": [],
    }
    for name, kinds in written.items():
        assert [kind for kind in Written if kind.wrote(name)] == kinds
    for golden in Path(__file__).parents[1].glob("persistence/golden/*.drupe"):
        assert Written.MODEL.wrote(str(golden))


def test_a_report_named_by_its_values_has_its_page(folder: Path) -> None:
    assert (folder / "x.html").read_text().startswith("<!DOCTYPE html>")
    assert json.loads((folder / "x.json").read_text())["values"]["examples"] == 27


@pytest.mark.parametrize("machine", ["GaussianProcessRegressor", "RelevanceVectorRegressor", "SmoothingSpline"])
def test_standard_deviations_are_answers_too(machine: str, folder: Path) -> None:
    Path("line.csv").write_text("x,y\n" + "".join(f"{i},{(i * i) % 7 + 0.5}\n" for i in range(20)))
    succeeds("fit", "line.csv", "-m", machine, "-o", "s.drupe")
    for _ in range(2):
        succeeds("predict", "s.drupe", "line.csv", "-o", "deviations.csv")
    assert (folder / "deviations.csv").read_text().startswith("row,prediction,std\n")


def test_probabilities_are_answers_too(folder: Path) -> None:
    succeeds("fit", "data.csv", "-t", "fruit", "-b", "-o", "b.drupe")
    for _ in range(2):
        succeeds("predict", "b.drupe", "data.csv", "-b", "-o", "answers.csv")
    assert (folder / "answers.csv").read_text().startswith("row,prediction,P(apple)")


def test_empty_files_hold_nothing_to_lose(folder: Path) -> None:
    (folder / "empty").touch()
    succeeds("fit", "data.svm", "-o", "empty")
    assert Written.MODEL.wrote("empty")


def test_pipes_and_devices_are_written_to(folder: Path) -> None:
    os.mkfifo("pipe")
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(Path("pipe").read_bytes()))
    reader.start()
    succeeds("predict", "m.drupe", "data.svm", "-o", "pipe")
    reader.join()
    assert read == [(folder / "answers.csv").read_bytes()]
    assert Path("pipe").is_fifo()
    succeeds("fit", "data.svm", "-o", os.devnull)
    printed = succeeds("predict", "m.drupe", "data.svm", "-o", "/dev/stdout").stdout_bytes
    assert printed == read[0]


def test_folders_are_no_files(folder: Path) -> None:
    refused(folder, "fit data.svm -o nowhere/", "is a folder")
    (folder / "there").mkdir()
    assert "is a folder" in drupe("fit", "data.svm", "-o", "there", "--force").stderr


def test_a_file_that_appears_meanwhile_is_not_replaced(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(model: object, file: object, **rest: object) -> None:
        save(model, file, **rest)
        (folder / "late.drupe").write_bytes(FOREIGN)

    monkeypatch.setattr("drupe.cli.commands.fit.save", slow)
    result = drupe("fit", "data.svm", "-o", "late.drupe")
    assert (result.exit_code, "meanwhile" in result.stderr) == (4, True)
    assert (folder / "late.drupe").read_bytes() == FOREIGN


def test_new_files_have_the_usual_mode(folder: Path) -> None:
    before = os.umask(0o027)
    try:
        succeeds("fit", "data.svm", "-o", "new.drupe")
    finally:
        os.umask(before)
    assert stat.S_IMODE((folder / "new.drupe").stat().st_mode) == 0o640
