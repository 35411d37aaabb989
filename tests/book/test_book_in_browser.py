"""The book as a browser shows it, at the width of a desk and of a hand: nothing sticks out, no network is asked."""

from pathlib import Path

import pytest
from browser import BROWSER, looked_at

from drupe.book.__main__ import RECORDS, records_in, whole
from drupe.report.rendering.html import page

ROOT = Path(__file__).resolve().parents[2]
FOUND = records_in(ROOT / RECORDS)
BOOK = {one.file: one for one in whole(FOUND)}
WIDEST = max(FOUND.values(), key=lambda record: max((len(table.columns) for table in record.tables), default=0))
LONGEST = max(FOUND.values(), key=lambda record: max((len(claim.statement) for claim in record.claims), default=0))
LOOKED_AT = (
    "index.html",
    "claims.html",
    "hurry.html",
    "equivalences.html",
    "mika02.html",
    f"{WIDEST.name}.html",
    f"{LONGEST.name}.html",
)

pytestmark = [pytest.mark.slow, pytest.mark.skipif(BROWSER is None, reason="needs Chromium")]


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("file", LOOKED_AT)
def test_nothing_sticks_out(file: str, width: int, tmp_path: Path) -> None:
    seen, complaints = looked_at(page(BOOK[file].title, BOOK[file].sections), width, tmp_path)
    assert (seen["width"], seen["out"]) == (width, [])
    assert int(str(seen["scroll"])) <= width
    assert seen["empty"] == 0
    assert ":CONSOLE" not in complaints


def test_dark_ink_is_light(tmp_path: Path) -> None:
    front = page(BOOK["index.html"].title, BOOK["index.html"].sections)
    dark, _ = looked_at(front, 800, tmp_path, "--blink-settings=preferredColorScheme=0")
    assert dark["ink"] == "rgb(231, 234, 240)"
