"""Places cited from works after 2000, in bounds and certificates, were looked up or say that they were not."""

import re
from collections.abc import Iterator
from pathlib import Path

SOURCES = Path(__file__).parents[1] / "src/drupe"
FILES = sorted(path for package in ("bounds", "certification") for path in (SOURCES / package).rglob("*.py"))

# The textbooks, theses and notes at hand, all of whose places were looked up.
AT_HAND = {"Cristianini00", "Graepel02", "Herbrich02", "Mika02", "Mukherjee04"}
CHECKED = {
    ("Maurer04", "theorem 5"),  # quoted with its formula in public implementations
    ("Geifman17", "algorithm 1"),  # quoted in the published reviews of the paper
    ("Geifman17", "lemma 3.1"),
}
PLACE = r"\[(\w+?(?:0|1|2)\d)\]_, ((?:theorem|lemma|section|definition|algorithm|corollary) [\d.]*\d)"


def unmarked(path: Path) -> Iterator[str]:
    """Places that are neither checked nor marked, with the file that cites them."""
    text = " ".join(path.read_text(encoding="utf-8").split())
    for found in re.finditer(PLACE, text):
        if found[1] in AT_HAND or (found[1], found[2]) in CHECKED:
            continue
        rest = re.split(r";|\. |\.$", text[found.end() : found.end() + 120])[0]
        if "place not checked" not in rest:
            yield f"{path.relative_to(SOURCES)}: {found[0]}"


def test_places_in_modern_papers_are_checked_or_marked() -> None:
    found = [place for path in FILES for place in unmarked(path)]
    assert not found, "\n".join(found)
