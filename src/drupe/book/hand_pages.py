"""Two pages to check by hand: worked numbers, and errata, each beside the test that holds it."""

from drupe.book.bookpage import BookPage
from drupe.book.errata import ERRATA
from drupe.book.worked_numbers import WORKED
from drupe.report.blocks import Code, Grid, Link, Section, Text

_BACK = Section("More", (Link("All chapters", "index.html"),))
_RUN = Code("make test ARGS='PATH::NAME'")


def worked_numbers_page() -> BookPage:
    """Small problems and their solutions."""
    rows = tuple((one.problem, one.solution, one.source, one.test) for one in WORKED)
    grid = Grid("", ("problem", "solution", "source", "test"), rows, words=(0, 1, 2, 3), prose=(0, 1, 2, 3))
    said = Text(f"{len(WORKED)} small problems. A test holds each number, and often all the others of its problem:")
    return BookPage("numbers.html", "Numbers you can check by hand", (Section("Numbers", (said, _RUN, grid)), _BACK))


def errata_page() -> BookPage:
    """What is printed and what is right."""
    rows = tuple((f"[{one.source}], {one.place}", one.printed, one.right, one.test) for one in ERRATA)
    grid = Grid("", ("place", "printed", "right", "test"), rows, words=(0, 1, 2, 3), prose=(0, 1, 2, 3))
    said = Text("Whoever implements the printed form gets something else. Each line has a test that shows it:")
    return BookPage("errata.html", "Errata of the sources", (Section("Errata", (said, _RUN, grid)), _BACK))
