"""Pictures as small as a word, as values: what they show, without a word on how."""

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Histogram:
    """How many numbers lie in equal parts between two ends."""

    counts: tuple[int, ...]
    low: str
    high: str

    @property
    def words(self) -> str:
        """The same in words."""
        return f"from {self.low} to {self.high}: {', '.join(map(str, self.counts))}"


@dataclass(frozen=True)
class Tally:
    """Words with how often they come, the longest bar for `most`."""

    counts: tuple[tuple[str, int], ...]
    most: int

    @property
    def words(self) -> str:
        """The same in words."""
        return ", ".join(f"{word} {count}" for word, count in self.counts)


@dataclass(frozen=True)
class Cloud:
    """Points, both coordinates from 0 to 1, and the names of the axes."""

    points: tuple[tuple[float, float], ...]
    across: str
    up: str

    @property
    def words(self) -> str:
        """The same in words."""
        return f"{self.up} against {self.across}, {len(self.points)} rows"


@dataclass(frozen=True)
class Crossing:
    """How often each word of one column meets each of another: a row for each of the first."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    counts: tuple[tuple[int, ...], ...]

    @property
    def words(self) -> str:
        """The same in words."""
        rows = zip(self.first, self.counts, strict=True)
        return "; ".join(
            f"{one}: " + ", ".join(f"{other} {count}" for other, count in zip(self.second, row, strict=True))
            for one, row in rows
        )


@dataclass(frozen=True)
class Boxes:
    """For each word the least, the quartiles and the largest of numbers, from 0 to 1 between two ends."""

    groups: tuple[tuple[str, tuple[float, ...]], ...]
    low: str
    high: str
    medians: tuple[str, ...]

    @property
    def words(self) -> str:
        """The same in words."""
        names = (word for word, _ in self.groups)
        medians = ", ".join(f"{word} {median}" for word, median in zip(names, self.medians, strict=True))
        return f"medians: {medians}"


Spark: TypeAlias = Histogram | Tally | Cloud | Crossing | Boxes
"""Any of them."""
