"""A page for a reader in a hurry: what holds, what does not, what cannot be done again, and which machine to take."""

from collections.abc import Mapping, Sequence

from drupe.book.bookpage import BookPage
from drupe.book.chapter import Chapter
from drupe.book.pages import experiment_file, table_block
from drupe.book.record import Record, in_words, tally
from drupe.experiments.claims import Verdict
from drupe.report.blocks import Block, Grid, Link, Section, Text

COMPARISON = "which_machine"
"""The experiment whose tables stand here."""


def hurry_page(chapters: Sequence[Chapter], records: Mapping[str, Record]) -> BookPage:
    """Verdicts by source, then the claims that did not stand, then machines side by side."""
    return BookPage(
        "hurry.html",
        "For a reader in a hurry",
        (
            Section("What holds", (_by_source(chapters, records), Link("Every claim", "claims.html"))),
            Section("What does not hold here", _with(Verdict.FAILS, records)),
            Section("What holds in part", _with(Verdict.PARTLY, records)),
            Section("What nobody can do again", (_replaced(chapters),)),
            Section("Which machine for which data", _comparison(records)),
            Section("More", (Link("All chapters", "index.html"),)),
        ),
    )


def _by_source(chapters: Sequence[Chapter], records: Mapping[str, Record]) -> Block:
    rows, links = [], []
    for chapter in chapters:
        found = [claim for name in chapter.experiments if name in records for claim in records[name].claims]
        rows.append((str(len(found)), in_words(tally(found)), chapter.title))
        links.append(chapter.file)
    return Grid("", ("claims", "verdicts", "source"), tuple(rows), words=(1, 2), links=tuple(links), prose=(1, 2))


def _with(verdict: Verdict, records: Mapping[str, Record]) -> tuple[Block, ...]:
    rows = [
        (claim.statement, name)
        for name, record in records.items()
        for claim in record.claims
        if claim.verdict is verdict
    ]
    if not rows:
        return (Text("Nothing."),)
    links = tuple(experiment_file(name) for _, name in rows)
    return (Grid("", ("claim", "experiment"), tuple(rows), words=(0, 1), links=links, prose=(0,)),)


def _replaced(chapters: Sequence[Chapter]) -> Block:
    rows = [
        (f"[{chapter.key}]", entry.place, entry.data) for chapter in chapters for entry in chapter.entries if entry.data
    ]
    said = "Data or choices that the sources do not give, and what stands in for them."
    return Grid(said, ("source", "place", "instead"), tuple(rows), words=(0, 1, 2), prose=(1, 2))


def _comparison(records: Mapping[str, Record]) -> tuple[Block, ...]:
    if COMPARISON not in records:
        return (Text("Not recorded."),)
    record = records[COMPARISON]
    return (*(table_block(table) for table in record.tables), Link("All of it", experiment_file(COMPARISON)))
