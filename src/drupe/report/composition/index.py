"""The index of several reports: a row for each data file, with its answer, its certificate and its page."""

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import quote

from drupe.analysis.analysis import Analysis
from drupe.report.blocks import Block, Grid, Section, Text, Tiles, Tone
from drupe.report.composition.summary import answer_blocks
from drupe.report.numbers import count


@dataclass(frozen=True, eq=False)
class Entry:
    """One data file.

    Parameters
    ----------
    file
        Its name, as it was typed.
    analysis
        What was found; None if it could not be reported on.
    page
        Where its page is, as seen from the index; empty if there is none.
    error
        Why it could not be reported on, or what is missing; empty if all is well.
    """

    file: str
    analysis: Analysis | None = None
    page: str = ""
    error: str = ""

    @property
    def reason(self) -> str:
        """What went wrong, after the name of the file unless that is said anyway."""
        return self.error if self.file in self.error else f"{self.file}: {self.error}"


def index_section(entries: Sequence[Entry]) -> Section:
    """The table, and below it what went wrong."""
    columns = ("file", "target", "answer", "certificate", "page")
    rows = tuple((one.file, _target(one), *headline(one.analysis), one.page or "none") for one in entries)
    grid = Grid(
        _caption(entries),
        columns,
        rows,
        words=tuple(range(len(columns))),
        links=tuple(quote(one.page) for one in entries),
    )
    blocks: list[Block] = [grid]
    blocks += [Text(one.reason, Tone.WARNING) for one in entries if one.error]
    return Section("What was found", tuple(blocks))


def _caption(entries: Sequence[Entry]) -> str:
    """How many files there are, and how many of them have a page."""
    pages = sum(bool(one.page) for one in entries)
    files = count(len(entries), "file")
    return f"{files}, each with a page of its own" if pages == len(entries) else f"{files}, {pages} with a page"


def headline(analysis: Analysis | None) -> tuple[str, str]:
    """The first number of the first screen and the certified one, each with its name."""
    blocks = () if analysis is None else answer_blocks(analysis)
    tiles = [tile for block in blocks if isinstance(block, Tiles) for tile in block.tiles]
    certified = next((tile for tile in tiles if tile.label.startswith("certified")), None)
    return (
        f"{tiles[0].label} {tiles[0].value}" if tiles else "none",
        f"{certified.label} {certified.value}" if certified is not None else "none",
    )


def _target(entry: Entry) -> str:
    return "–" if entry.analysis is None else entry.analysis.data.target or "–"
