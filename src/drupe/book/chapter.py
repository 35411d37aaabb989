"""A chapter of the book: what a source shows, place by place, and where it is done again."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Entry:
    """One table, figure or study of a source.

    Parameters
    ----------
    place
        Where it stands in the source.
    shows
        What it shows, in our words.
    experiments
        The experiments that do it again.
    data
        What stands in for data that cannot be had, or how a drawing that is not given was made up.
    elsewhere
        Where it is done again if not by an experiment: a test, an example of the gallery, a page of the guide.
    """

    place: str
    shows: str
    experiments: tuple[str, ...] = ()
    data: str = ""
    elsewhere: tuple[str, ...] = ()


@dataclass(frozen=True)
class Chapter:
    """A source, by its key in the bibliography, and all that it shows."""

    key: str
    title: str
    about: str
    entries: tuple[Entry, ...]

    @property
    def file(self) -> str:
        """Its page."""
        return f"{self.key.lower()}.html"

    @property
    def experiments(self) -> tuple[str, ...]:
        """All experiments, each once, in order."""
        return tuple(dict.fromkeys(name for entry in self.entries for name in entry.experiments))
