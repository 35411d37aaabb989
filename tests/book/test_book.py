"""The book: all chapters lead somewhere, all records have a page, and a browser shows them whole."""

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from drupe.book.__main__ import RECORDS, main, records_in
from drupe.book.equivalences import EQUIVALENCES
from drupe.book.errata import ERRATA
from drupe.book.sources import CHAPTERS
from drupe.book.worked_numbers import WORKED
from drupe.experiments.experiment import experiments

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / RECORDS


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("book")
    main(["-o", str(folder), "--records", str(FOLDER)])
    return folder


def test_every_experiment_stands_in_a_chapter() -> None:
    placed = {name for chapter in CHAPTERS for name in chapter.experiments}
    assert placed == {one.name for one in experiments()}


def test_every_entry_leads_somewhere() -> None:
    for chapter in CHAPTERS:
        for entry in chapter.entries:
            assert entry.experiments or entry.elsewhere, entry
            assert [path for path in entry.elsewhere if not (ROOT / path).exists()] == []


def test_records_are_of_experiments_that_are_there() -> None:
    assert set(records_in(FOLDER)) <= {one.name for one in experiments()}


@pytest.mark.parametrize("kept", [EQUIVALENCES, WORKED, ERRATA])
def test_what_is_said_has_its_test(kept: Sequence[Any]) -> None:
    for one in kept:
        path, _, name = one.test.partition("::")
        assert re.search(rf"^def {name}\(", (ROOT / path).read_text(), flags=re.MULTILINE), one.test


def test_every_line_of_the_map_leads_to_its_words(book: Path) -> None:
    content = (book / "equivalences.html").read_text()
    led_to = re.findall(r'xlink:href="equivalences\.html#([^"]+)"', content)
    assert len(led_to) == len(EQUIVALENCES)
    assert set(led_to) <= set(re.findall(r'<section id="([^"]+)"', content))


def test_links_lead_to_pages(book: Path) -> None:
    pages = {path.name: path.read_text() for path in book.iterdir()}
    for name, content in pages.items():
        led_to = set(re.findall(r'<a href="([^"#]+)"', content))
        assert led_to <= set(pages), name
        assert "http://" not in re.sub(r'xmlns(:\w+)?="[^"]*"|"http://www\.w3\.org[^"]*"', "", content)


def test_every_page_is_reached_from_the_front(book: Path) -> None:
    seen, wanted = set(), ["index.html"]
    while wanted:
        name = wanted.pop()
        if name not in seen:
            seen.add(name)
            wanted += re.findall(r'<a href="([^"#]+)"', (book / name).read_text())
    assert seen == {path.name for path in book.iterdir()}


def test_every_claim_of_a_record_stands_on_the_page_of_claims(book: Path) -> None:
    content = re.sub(r"<wbr>|\s", "", (book / "claims.html").read_text()).replace("\xa0", "")
    for record in records_in(FOLDER).values():
        assert content.count(f">{record.name}<") == len(record.claims)


def test_unknown_experiments_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--again", "fisher"])
    assert "there is no experiment fisher; there are" in capsys.readouterr().err


def test_it_runs_as_a_module(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "drupe.book", "-o", str(tmp_path), "--records", str(tmp_path / "none")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "0 of" in done.stdout
    assert (tmp_path / "index.html").exists()
