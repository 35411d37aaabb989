"""Runs the experiments that are not recorded yet, and writes the book from all records."""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

from drupe.book.bookpage import BookPage
from drupe.book.equivalence_map import equivalences_page
from drupe.book.hand_pages import errata_page, worked_numbers_page
from drupe.book.hurry import hurry_page
from drupe.book.pages import pages
from drupe.book.record import Record
from drupe.book.recording import recorded, write
from drupe.book.runs import arguments
from drupe.book.sources import CHAPTERS
from drupe.experiments.claims import console
from drupe.experiments.experiment import Experiment, experiments
from drupe.persistence.atomic import whole_file
from drupe.report.rendering.html import page

RECORDS = Path("docs/book/records")


def records_in(folder: Path) -> dict[str, Record]:
    """All records of a folder, by experiment."""
    return {path.stem: Record.read(path) for path in sorted(folder.glob("*.json"))}


def run(names: Sequence[str], data: Path | None, folder: Path) -> None:
    """Run these, one after the other, each recorded as soon as it ends; those whose data are missing are named."""
    out = console()
    for name in names:
        experiment = Experiment.named(name)
        missing = [archive.file for archive in experiment.archives if data is None or archive.absence(data)]
        if missing:
            out.print(f"not run: {name}, for want of {', '.join(missing)}", highlight=False)
            continue
        out.rule(name)
        write(recorded(experiment, arguments(name), data), folder)


def whole(records: Mapping[str, Record]) -> list[BookPage]:
    """All pages."""
    beside = [hurry_page(CHAPTERS, records), equivalences_page(), worked_numbers_page(), errata_page()]
    return pages(CHAPTERS, records, beside)


def written(book: Sequence[BookPage], folder: Path) -> Path:
    """The pages into a folder; the front of the book."""
    folder.mkdir(parents=True, exist_ok=True)
    for one in book:
        with whole_file(folder / one.file) as file:
            file.write(page(one.title, one.sections).encode())
    return folder / book[0].file


def main(given: Sequence[str] | None = None) -> None:
    """Run what is wanted, then write."""
    parser = argparse.ArgumentParser(prog="python -m drupe.book", description=__doc__)
    parser.add_argument("-o", "--output", type=Path, default=Path("demo/book"), metavar="DIR", help="where pages go")
    parser.add_argument("--records", type=Path, default=RECORDS, metavar="DIR", help="where records are kept")
    parser.add_argument("--data", type=Path, metavar="DIR", help="folder of data; without it nothing is run")
    parser.add_argument("--again", nargs="+", default=[], metavar="NAME", help="experiments to run though recorded")
    chosen = parser.parse_args(given)
    known = [one.name for one in experiments()]
    unknown = [name for name in chosen.again if name not in known]
    if unknown:
        parser.error(f"there is no experiment {', '.join(unknown)}; there are {', '.join(known)}.")
    if chosen.data is not None:
        recorded_before = records_in(chosen.records)
        run(
            [name for name in known if name in chosen.again or name not in recorded_before], chosen.data, chosen.records
        )
    records = records_in(chosen.records)
    front = written(whole(records), chosen.output)
    console().print(f"{len(records)} of {len(known)} experiments are recorded; open {front} in a browser")


if __name__ == "__main__":
    main()
