"""A page of the book."""

from dataclasses import dataclass

from drupe.report.blocks import Section


@dataclass(frozen=True, eq=False)
class BookPage:
    """A page: its file, its title, what it shows."""

    file: str
    title: str
    sections: tuple[Section, ...]
