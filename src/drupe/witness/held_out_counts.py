"""What one pass over held-out rows leaves behind: errors by part, by class and by rule, in a value that adds up."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import groupby, pairwise

import numpy as np

from drupe.foundation.arrays import Index
from drupe.foundation.errors import InputError
from drupe.witness.confidence_histogram import ConfidenceHistogram
from drupe.witness.held_out import HeldOut


@dataclass(frozen=True, eq=False)
class Stretch:
    """Counts of the held-out ones among neighboring rows of one part.

    Parameters
    ----------
    part
        The number of the part.
    first
        The position of the first row among all rows, held out or not.
    last
        One more than that of the last.
    rows
        For each class, how many held-out rows belong to it.
    errors
        For each rule, a row, and each class, a column, how many of these the rule gets wrong.
    """

    part: int
    first: int
    last: int
    rows: Index
    errors: Index

    def __post_init__(self) -> None:
        fits = self.first <= self.last and self.rows.ndim == 1 and self.errors.shape[1:] == self.rows.shape
        if not fits or (self.errors < 0).any() or (self.errors > self.rows).any():
            raise InputError(
                f"errors lie between 0 and the rows of their class; got {self.errors.tolist()} errors among "
                f"{self.rows.tolist()} rows at positions {self.first} to {self.last}."
            )

    def __add__(self, other: "Stretch") -> "Stretch":
        first, last = min(self.first, other.first), max(self.last, other.last)
        return Stretch(self.part, first, last, self.rows + other.rows, self.errors + other.errors)

    @property
    def n(self) -> int:
        """How many rows were held out here."""
        return int(self.rows.sum())


@dataclass(frozen=True, eq=False)
class HeldOutCounts:
    """Held-out rows and errors of one or several rules; sums do not depend on the order, and no row counts twice.

    Parameters
    ----------
    stretches
        Counts by stretches of rows, in the order of their positions.
    sure
        For each rule how sure its answers were; empty where a rule does not say.

    Examples
    --------
    >>> counts = [HeldOutCounts.of(part, 10 * part, 10, [4, 2], [[part, 1]]) for part in (1, 0)]
    >>> both = counts[0] + counts[1]
    >>> both.n, both.errors.tolist(), [stretch.part for stretch in both.by_part], both.tested()
    (12, [3], [0, 1], HeldOut(errors=3, n=12))
    """

    stretches: tuple[Stretch, ...]
    sure: tuple[ConfidenceHistogram, ...] = ()

    def __post_init__(self) -> None:
        if not self.stretches:
            raise InputError("counts are of at least one stretch of rows.")
        if len({stretch.errors.shape for stretch in self.stretches}) > 1:
            shapes = sorted({stretch.errors.shape for stretch in self.stretches})
            raise InputError(f"counts of different rules or classes do not add up: {shapes}.")
        filled = [stretch for stretch in self.stretches if stretch.first < stretch.last]
        for before, after in pairwise(filled):
            if after.first < before.last:
                raise InputError(
                    f"rows {after.first} to {min(before.last, after.last) - 1} were counted twice, in part "
                    f"{before.part} and in part {after.part}; each held-out row may be counted once."
                )

    @classmethod
    def of(
        cls, part: int, first: int, count: int, rows: object, errors: object, sure: Iterable[ConfidenceHistogram] = ()
    ) -> "HeldOutCounts":
        """The counts of one stretch of rows."""
        table = np.asarray(errors, dtype=np.int64)
        return cls((Stretch(part, first, first + count, np.asarray(rows, dtype=np.int64), table),), tuple(sure))

    def __add__(self, other: "HeldOutCounts") -> "HeldOutCounts":
        stretches = sorted((*self.stretches, *other.stretches), key=lambda stretch: (stretch.first, stretch.last))
        HeldOutCounts(tuple(stretches))  # refuses what overlaps before neighbors become one
        sure = tuple(a + b for a, b in zip(self.sure, other.sure, strict=bool(self.sure and other.sure)))
        return HeldOutCounts(tuple(_joined(stretches)), sure)

    @cached_property
    def by_part(self) -> tuple[Stretch, ...]:
        """The counts of each part, in the order of their numbers."""
        order = sorted(self.stretches, key=lambda stretch: (stretch.part, stretch.first))
        return tuple(reduce(Stretch.__add__, found) for _, found in groupby(order, lambda stretch: stretch.part))

    @property
    def n(self) -> int:
        """Held-out rows in all."""
        return sum(stretch.n for stretch in self.stretches)

    @property
    def rows_by_class(self) -> Index:
        """Held-out rows of each class."""
        return np.asarray(sum(stretch.rows for stretch in self.stretches))

    @property
    def errors_by_class(self) -> Index:
        """Errors of each rule, a row, among the rows of each class, a column."""
        return np.asarray(sum(stretch.errors for stretch in self.stretches))

    @property
    def errors(self) -> Index:
        """Errors of each rule."""
        return np.asarray(self.errors_by_class.sum(axis=1))

    def tested(self, rule: int = 0) -> HeldOut:
        """What was seen of one rule."""
        return HeldOut(int(self.errors[rule]), self.n)

    def classes_by_part(self) -> Index:
        """Held-out rows: a row for each part, a column for each class."""
        return np.array([stretch.rows for stretch in self.by_part])

    def outcomes_by_part(self, rule: int = 0) -> Index:
        """Right and wrong answers of one rule, two columns, in each part, a row."""
        wrong = np.array([int(stretch.errors[rule].sum()) for stretch in self.by_part])
        return np.column_stack([np.array([stretch.n for stretch in self.by_part]) - wrong, wrong])


def _joined(stretches: list[Stretch]) -> Iterable[Stretch]:
    """The same, with neighbors of one part as one, so that what is held grows with the parts alone."""
    current = stretches[0]
    for stretch in stretches[1:]:
        if stretch.part == current.part and stretch.first == current.last:
            current = current + stretch
        else:
            yield current
            current = stretch
    yield current
