"""The pages of the book as blocks: the front, a page for each chapter and each experiment, an index of claims."""

from collections.abc import Mapping, Sequence

from drupe.book.bookpage import BookPage
from drupe.book.chapter import Chapter, Entry
from drupe.book.charts import pictures
from drupe.book.record import Claim, Printed, Record, in_words, tally
from drupe.book.runs import line_of
from drupe.experiments.claims import Verdict
from drupe.report.blocks import Block, Code, Facts, Grid, Link, Points, Section, Text, Tile, Tiles, Tone

WORDS = {
    Verdict.HOLDS: "holds",
    Verdict.PARTLY: "partly",
    Verdict.FAILS: "does not hold here",
    Verdict.OPEN: "open",
}


def experiment_file(name: str) -> str:
    """The page of an experiment."""
    return f"{name}.html"


def table_block(table: Printed) -> Grid:
    """A table of an experiment."""
    caption = ". ".join(part for part in (table.title, table.remark) if part)
    return Grid(caption, table.columns, table.rows, words=table.words)


def claims_block(claims: Sequence[Claim]) -> Grid:
    """Claims with their verdicts."""
    rows = tuple((WORDS[claim.verdict], claim.statement) for claim in claims)
    return Grid(
        "What the source says, and what this run says of it.", ("verdict", "claim"), rows, words=(0, 1), prose=(1,)
    )


def experiment_page(record: Record, places: Sequence[tuple[Chapter, Entry]]) -> BookPage:
    """An experiment: the claims, our tables beside the printed numbers, how to run it."""
    sections = []
    if record.claims:
        sections.append(Section("Claims", (Text(in_words(tally(record.claims)) + "."), claims_block(record.claims))))
    drawn = pictures(record.name, record.tables)
    if drawn:
        sections.append(Section("Pictures", drawn))
    sections.append(Section("Tables", tuple(table_block(table) for table in record.tables)))
    where: list[Block] = []
    for chapter, entry in places:
        where.append(Text(f"{chapter.title} [{chapter.key}], {entry.place}: {entry.shows}"))
        if entry.data:
            where.append(Text(entry.data, Tone.NOTE))
        where.append(Link("Its chapter", chapter.file))
    sections.append(Section("In the sources", tuple(where)))
    facts = (("date", record.date), ("time", f"{record.seconds:,.0f} s"), *sorted(record.machine.items()))
    sections.append(Section("Run it again", (Code(record.command), Facts(facts), Link("All claims", "claims.html"))))
    return BookPage(experiment_file(record.name), line_of(record.name), tuple(sections))


def chapter_page(chapter: Chapter, records: Mapping[str, Record]) -> BookPage:
    """A source: what it shows, place by place, each with its experiments and their verdicts."""
    rows: list[tuple[str, ...]] = []
    links: list[str] = []
    for entry in chapter.entries:
        shows = f"{entry.shows} {entry.data}".strip()
        for name in entry.experiments:
            record = records.get(name)
            said = in_words(tally(record.claims)) if record else "not recorded"
            rows.append((entry.place, shows, said, name))
            links.append(experiment_file(name) if record else "")
        if not entry.experiments:
            rows.append((entry.place, shows, "elsewhere", ", ".join(entry.elsewhere)))
            links.append("")
    grid = Grid(
        "",
        ("place", "what it shows", "verdicts", "experiment"),
        tuple(rows),
        words=(0, 1, 2, 3),
        links=tuple(links),
        prose=(0, 1, 2),
    )
    found = [claim for name in chapter.experiments if name in records for claim in records[name].claims]
    heading = Text(f"{chapter.about} Of {len(found)} claims {in_words(tally(found))}.")
    back = Link("All chapters", "index.html")
    return BookPage(chapter.file, chapter.title, (Section("Place by place", (heading, grid, back)),))


def claims_page(chapters: Sequence[Chapter], records: Mapping[str, Record]) -> BookPage:
    """All claims, by verdict and then by experiment, with links."""
    sections = []
    wanted = dict.fromkeys(name for chapter in chapters for name in chapter.experiments if name in records)
    for verdict in (Verdict.FAILS, Verdict.PARTLY, Verdict.OPEN, Verdict.HOLDS):
        rows = [
            (claim.statement, name) for name in wanted for claim in records[name].claims if claim.verdict is verdict
        ]
        if rows:
            links = tuple(experiment_file(name) for _, name in rows)
            grid = Grid("", ("claim", "experiment"), tuple(rows), words=(0, 1), links=links, prose=(0,))
            sections.append(Section(f"{verdict.value[0].upper()}{verdict.value[1:]}", (Text(f"{len(rows)}."), grid)))
    sections.append(Section("More", (Link("All chapters", "index.html"),)))
    return BookPage("claims.html", "All claims and their verdicts", tuple(sections))


def index_page(chapters: Sequence[Chapter], records: Mapping[str, Record], others: Sequence[BookPage]) -> BookPage:
    """The front: how many claims hold, the chapters, and what else there is."""
    claims = [claim for record in records.values() for claim in record.claims]
    counts = tally(claims)
    tiles = (
        Tile("experiments", str(len(records)), f"of {sum(len(chapter.entries) for chapter in chapters)} entries"),
        *(Tile(verdict.value, str(counts[verdict]), f"of {len(claims)} claims") for verdict in Verdict),
    )
    rows = [
        (
            f"[{chapter.key}]",
            chapter.about,
            in_words(tally(c for name in chapter.experiments if name in records for c in records[name].claims)),
            chapter.title,
        )
        for chapter in chapters
    ]
    contents = Grid(
        "A chapter for each source.",
        ("source", "about", "claims", "chapter"),
        tuple(rows),
        words=(0, 1, 2, 3),
        links=tuple(chapter.file for chapter in chapters),
        prose=(1, 2, 3),
    )
    hours = sum(record.seconds for record in records.values()) / 3600.0
    said = (
        "Tables and figures of the sources, done again, with what was printed beside what came out; an experiment "
        f"without a record says so in its chapter. All runs together took {hours:.1f} hours; the pages are made from "
        "their records, without data."
    )
    return BookPage(
        "index.html",
        "The book of experiments",
        (
            Section("At a glance", (Text(said), Tiles(tiles))),
            Section("Chapters", (contents,)),
            Section("More", (*(Link(page.title, page.file) for page in others), Points(_HOW))),
        ),
    )


_HOW = (
    "`make book` runs what is not yet recorded, if it is given the data (`ARGS='--data DIR'`), and writes these pages.",
    "`make book ARGS='--again NAME --data DIR'` runs an experiment again.",
    "A claim that does not hold here may hold elsewhere: on other data, or by choices that the source does not print.",
)


def pages(chapters: Sequence[Chapter], records: Mapping[str, Record], others: Sequence[BookPage]) -> list[BookPage]:
    """All of the book."""
    places: dict[str, list[tuple[Chapter, Entry]]] = {}
    for chapter in chapters:
        for entry in chapter.entries:
            for name in entry.experiments:
                places.setdefault(name, []).append((chapter, entry))
    beside = [claims_page(chapters, records), *others]
    return [
        index_page(chapters, records, beside),
        *(chapter_page(chapter, records) for chapter in chapters),
        *(experiment_page(record, places.get(name, [])) for name, record in records.items()),
        *beside,
    ]
