"""What the documentation shows runs: every example of the gallery, every block of the pages, every command named."""

import doctest
import re
import runpy
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import matplotlib
import matplotlib.pyplot as plt
import pytest
from sklearn.datasets import load_breast_cancer
from typer.testing import CliRunner

import drupe
import drupe.go.features
import drupe.go.pictures
import drupe.go.play
import drupe.go.ranking
import drupe.go.records
import drupe.go.territory
import drupe.inputs
import drupe.kernels
import drupe.losses
from drupe.cli.app import app

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
EXAMPLES = sorted((DOCS / "examples").glob("*.py"))
PICTURES = sorted((DOCS / "pictures").glob("*.py"))
PAGES = [DOCS / "index.rst", *sorted((DOCS / "guide").rglob("*.rst"))]
WITH_BLOCKS = [page for page in PAGES if ">>> " in page.read_text()]


def name(path: Path) -> str:
    return path.stem


@pytest.fixture
def figures():
    matplotlib.use("Agg")
    plt.close("all")
    yield
    plt.close("all")


@pytest.mark.parametrize("path", EXAMPLES, ids=name)
@pytest.mark.usefixtures("figures")
def test_example_runs_and_shows_something(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(path), run_name="__main__")
    assert capsys.readouterr().out
    assert plt.get_fignums(), "an example of the gallery ends with a picture."


@pytest.mark.parametrize("path", EXAMPLES, ids=name)
def test_example_has_a_title_and_says_what_it_shows(path: Path) -> None:
    opening = path.read_text().split('"""')[1].strip().splitlines()
    assert len(opening) >= 4
    assert opening[1] == "=" * len(opening[0])


@pytest.mark.parametrize("page", WITH_BLOCKS, ids=name)
def test_blocks_of_the_page_give_what_it_shows(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = doctest.testfile(str(page), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert outcome.attempted > 0
    assert outcome.failed == 0


def test_pages_without_blocks_are_few() -> None:
    assert {page.stem for page in PAGES} - {page.stem for page in WITH_BLOCKS} == {"format"}


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_a_page_of_the_guide_fits_on_about_one_screen(page: Path) -> None:
    assert len(page.read_text().splitlines()) <= 100


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_machines_named_in_the_page_exist(page: Path) -> None:
    words = set(re.findall(r"(?<![`:])`([A-Z]\w+)`(?!`)", page.read_text()))
    elsewhere = {"KeyboardInterrupt", "GridSearchCV", "KNeighborsClassifier", "LinearSVC", "WordKernel"}
    go = (
        drupe.go,
        drupe.go.features,
        drupe.go.ranking,
        drupe.go.records,
        drupe.go.play,
        drupe.go.pictures,
        drupe.go.territory,
    )
    homes = (drupe, drupe.inputs, drupe.kernels, drupe.losses, *go)
    assert sorted(word for word in words - elsewhere if not any(hasattr(home, word) for home in homes)) == []


FAMILIES = sorted((DOCS / "guide" / "machines").glob("*.rst"))
SECTIONS = ["The mathematics", "When, and when not", "Cost", "Parameters", "Example"]


@pytest.mark.parametrize("page", FAMILIES, ids=name)
def test_a_page_on_a_family_says_all_that_such_a_page_says(page: Path) -> None:
    text = page.read_text()
    assert re.findall(r"^(.+)\n-+$", text, flags=re.MULTILINE) == SECTIONS
    assert "Read on: :class:`~drupe." in text
    assert ".. math::" in text
    assert f".. plot:: pictures/{page.stem}.py\n   :alt: " in text
    assert re.search(r"\[[A-Z]\w+\d\d\]_", text), "where does the mathematics come from?"


def test_every_machine_has_a_page_of_its_family_and_links_to_the_reference_lead_somewhere() -> None:
    linked = {link for page in PAGES for link in re.findall(r":(?:class|func):`~(drupe\.\w+)`", page.read_text())}
    assert sorted(link for link in linked if not hasattr(drupe, link.partition(".")[2])) == []
    fitted = {found for found in drupe.__all__ if hasattr(getattr(drupe, found), "fit")}
    machines = {f"drupe.{found}" for found in fitted if not hasattr(getattr(drupe, found), "transform")}
    around = {"drupe.CertifiedClassifier", "drupe.SelfBoundingSearch"}  # see the page on certificates
    assert sorted(machines - linked - around) == []


@pytest.mark.parametrize("path", PICTURES, ids=name)
@pytest.mark.usefixtures("figures")
def test_picture_is_drawn_and_shown_by_a_page(path: Path) -> None:
    assert any(f".. plot:: pictures/{path.name}\n" in page.read_text() for page in PAGES)
    runpy.run_path(str(path), run_name="__main__")
    assert len(plt.get_fignums()) == 1


COMMAND_LINE = (DOCS / "guide" / "command_line.rst").read_text()


def test_commands_of_the_page_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    frame = load_breast_cancer(as_frame=True).frame.rename(columns={"target": "label"}).iloc[:, [0, 1, 2, 3, -1]]
    frame[:200].to_csv("data.csv", index=False)
    frame[200:400].to_csv("fresh.csv", index=False)
    frame[400:].drop(columns="label").to_csv("new.csv", index=False)
    lines = re.findall(r"^   \$ drupe (.*)$", COMMAND_LINE, flags=re.MULTILINE)
    assert {shlex.split(line)[0] for line in lines} >= {"report", "fit", "predict", "certify"}
    for line in lines:
        result = CliRunner().invoke(app, shlex.split(line))
        assert result.exit_code == 0, f"drupe {line}: {result.output}"
    assert {path.name for path in tmp_path.iterdir()} >= {"report.html", "report.json", "model.drupe", "answers.csv"}


def test_the_page_lists_all_commands() -> None:
    table = COMMAND_LINE.split("* - command")[1].split("Kernels are written")[0]
    rows = re.findall(r"^   \* - (.*)$", table, flags=re.MULTILINE)
    listed = [word for row in rows for word in re.findall(r"`(\w+)`", row)]
    assert sorted(listed) == sorted(command.name or command.callback.__name__ for command in app.registered_commands)


def test_pages_of_the_reference_are_all_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sphinx")
    monkeypatch.syspath_prepend(str(DOCS / "extensions"))
    import api_pages

    listed = re.findall(r"^   api/(\S+)$", (DOCS / "api.rst").read_text(), flags=re.MULTILINE)
    assert listed == list(api_pages.PACKAGES)


@pytest.mark.parametrize("extension", sorted((DOCS / "extensions").glob("*.py")), ids=name)
def test_examples_in_the_extensions_hold(extension: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sphinx")
    monkeypatch.syspath_prepend(str(DOCS / "extensions"))
    module = __import__(extension.stem)
    assert doctest.testmod(module).failed == 0


def test_every_entry_of_the_bibliography_becomes_a_work(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sphinx")
    monkeypatch.syspath_prepend(str(DOCS / "extensions"))
    import bibliography

    text = (DOCS / "references.bib").read_text()
    found = list(bibliography.works(text))
    assert [work.key for work in found] == re.findall(r"^@\w+\{(\w+),", text, flags=re.MULTILINE)
    assert [work.key for work in found if re.search(r"[{}\\]", work.people + work.fields["title"] + work.place)] == []


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.timeout(1500)
def test_pages_are_built_without_a_warning(tmp_path: Path) -> None:
    for needed in ("sphinx", "sphinx_gallery", "furo"):
        pytest.importorskip(needed)
    source = tmp_path / "docs"
    shutil.copytree(DOCS, source, ignore=shutil.ignore_patterns("api", "gallery", "build"))
    for page in ROOT.glob("*.md"):
        shutil.copy(page, tmp_path)
    command = [
        sys.executable,
        "-m",
        "sphinx",
        "-q",
        "-W",
        "--keep-going",
        "-b",
        "html",
        str(source),
        str(tmp_path / "html"),
    ]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    bibliography = (tmp_path / "html" / "bibliography.html").read_text()
    machine = (tmp_path / "html" / "api" / "things" / "drupe.SVC.html").read_text()
    (place,) = re.findall(r'href="\.\./\.\./bibliography\.html#([\w-]+)"[^>]*><span>\[Platt99\]', machine)
    assert f'id="{place}"' in bibliography
