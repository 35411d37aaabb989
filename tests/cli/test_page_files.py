"""`drupe report` on several files, with a summary, in the browser: which files are written, told and shown."""

import importlib
import json
import os
import re
import webbrowser
from pathlib import Path

import pytest
from command_line import drupe, succeeds, two_classes

from drupe.cli.outputs import Written
from drupe.cli.page_files import distinct_stems, one_report


def interrupt(*_: object, **__: object) -> object:
    raise KeyboardInterrupt


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    seen: list[str] = []
    monkeypatch.setattr(webbrowser, "open", lambda address: not seen.append(address))
    return seen


def test_summary_goes_beside_the_page_which_is_opened(tmp_path: Path, opened: list[str]) -> None:
    two_classes(tmp_path / "d.csv", 60)
    words = "report", tmp_path / "d.csv", "-t", "fruit", "-o", tmp_path / "r.html", "--summary", "--open"
    result = succeeds(*words)
    names = {"r.html", "r.json", "r.summary.html", "r.summary.md"}
    assert {path.name for path in tmp_path.iterdir()} == names | {"d.csv"}
    assert all(str(tmp_path / name) in result.stdout for name in names)
    assert opened == [(tmp_path / "r.html").as_uri()]
    page, text = (tmp_path / "r.summary.html").read_text(), (tmp_path / "r.summary.md").read_text()
    certified = re.search(r"certified error\s+(≤ [\d.]+ %)", result.stdout)[1]
    assert certified in page
    assert certified in text
    assert 'The whole report: <a href="r.html">r.html</a>.' in page
    for name, kind in (
        ("r.html", Written.PAGE),
        ("r.summary.html", Written.SUMMARY),
        ("r.summary.md", Written.MARKDOWN),
    ):
        assert [one for one in Written if one.wrote(str(tmp_path / name))] == [kind]
    # What drupe wrote it replaces, what others wrote it does not.
    (tmp_path / "r.summary.md").write_text("# my notes\n")
    refused = drupe(*words)
    assert (refused.exit_code, (tmp_path / "r.summary.md").read_text()) == (4, "# my notes\n")
    assert "not a summary of drupe" in refused.stderr


def test_without_a_browser_the_place_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys) -> None:
    home = importlib.import_module("drupe.cli.page_writing")
    for answer in (lambda _: False, _no_browser):
        monkeypatch.setattr(webbrowser, "open", answer)
        home.in_browser(str(tmp_path / "r.html"))
        assert str(tmp_path / "r.html") in capsys.readouterr().err.replace("\n", "")


def _no_browser(_: str) -> bool:
    raise webbrowser.Error("could not locate runnable browser")


def test_several_files_have_pages_and_an_index(tmp_path: Path, opened: list[str]) -> None:
    for folder in ("a", "b", "out"):
        (tmp_path / folder).mkdir()
    two_classes(tmp_path / "a" / "x.csv", 60)
    two_classes(tmp_path / "b" / "x.csv", 60, seed=1)
    (tmp_path / "bad.csv").write_text("left,right\n1,2\n")
    files = tmp_path / "a" / "x.csv", tmp_path / "bad.csv", tmp_path / "missing.csv", tmp_path / "b" / "x.csv"
    words = "report", *files, "-t", "fruit", "-o", tmp_path / "out" / "report.html", "--open"
    result = drupe(*words)
    assert result.exit_code == 3  # that of the first file that could not be used
    written = {path.name for path in (tmp_path / "out").iterdir()}
    assert written == {"index.html", "x.html", "x.json", "x-2.html", "x-2.json"}
    assert opened == [(tmp_path / "out" / "index.html").as_uri()]
    assert [one for one in Written if one.wrote(str(tmp_path / "out" / "index.html"))] == [Written.INDEX]
    index = (tmp_path / "out" / "index.html").read_text()
    assert re.findall(r'href="([^"#]*\.html)"', index) == ["x.html", "x-2.html"]
    assert index.count("no target column") == result.stderr.count("no target column") == 1
    assert "missing.csv" in result.stderr
    for page, data in (("x", files[0]), ("x-2", files[3])):
        values = json.loads((tmp_path / "out" / f"{page}.json").read_text())["values"]
        assert values["provenance"]["checksums"][0][0] == str(data)
    assert result.stdout.count("measured error") == 2
    again = drupe(*words, "--json")
    told = json.loads(again.stdout)
    assert again.exit_code == 3
    assert [bool(one["error"]) for one in told["reports"]] == [False, True, True, False]
    assert told["index"] == str(tmp_path / "out" / "index.html")
    assert told["reports"][0]["accuracy"] > 0.5


def test_nothing_begins_where_a_file_of_others_is_in_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.import_module("drupe.analysis.search"), "tried", interrupt)
    first, second = two_classes(tmp_path / "a.csv", 60), two_classes(tmp_path / "b.csv", 60)
    for name in ("index.html", "b.html"):
        (tmp_path / name).write_text("<html>mine</html>")
        result = drupe("report", first, second, "-t", "fruit", "-o", tmp_path)
        assert (result.exit_code, name in result.stderr) == (4, True)
        (tmp_path / name).unlink()
    assert {path.name for path in tmp_path.iterdir()} == {"a.csv", "b.csv"}


def test_an_interrupt_ends_with_the_file_that_is_studied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.import_module("drupe.analysis.search"), "tried", interrupt)
    files = [two_classes(tmp_path / f"{name}.csv", 60) for name in "abc"]
    result = drupe("report", *files, "-t", "fruit", "-o", tmp_path)
    assert result.exit_code == 130
    index = (tmp_path / "index.html").read_text()
    assert index.count("interrupted before anything was finished") == 1
    assert index.count("not begun, because of an interrupt") == 2


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (("--model", "m.drupe"), "--model is for one data file"),
        (("--test", "t.csv"), "--test is for one data file"),
        (("-o", "-"), "go to a folder"),
        (("-",), "reported on alone"),
    ],
)
def test_what_makes_no_sense_for_several_files_is_refused(more: tuple[str, ...], says: str) -> None:
    result = drupe("report", "a.csv", "b.csv", *more)
    assert result.exit_code == 2
    assert says in result.stderr


@pytest.mark.parametrize("option", ["--summary", "--open"])
def test_a_page_in_a_pipe_has_nothing_beside_it(option: str, tmp_path: Path) -> None:
    result = drupe("report", two_classes(tmp_path / "d.csv", 60), "-t", "fruit", "-o", "-", option)
    assert (result.exit_code, option in result.stderr, os.listdir(tmp_path)) == (2, True, ["d.csv"])


@pytest.mark.parametrize("place", ["-", "/dev/stdout", "/dev/null"])
def test_nothing_goes_beside_a_page_that_is_no_file(place: str) -> None:
    assert list(one_report(place, None, False, ("data.csv", None), False)) == [Written.PAGE]


def test_pages_are_called_as_their_files() -> None:
    names = ["my.data.csv", "my.data.tsv", "heart_scale", "d.csv.gz", "index.csv", "INDEX-2.csv"]
    assert distinct_stems(names) == ["my.data", "my.data-2", "heart_scale", "d", "index-2", "INDEX-2-2"]
