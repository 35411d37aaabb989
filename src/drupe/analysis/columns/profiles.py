"""One column in a few numbers: what is empty, what is different, where numbers lie, which words are commonest."""

from collections import Counter
from dataclasses import dataclass, replace

import numpy as np

from drupe.analysis.columns.seen import Numbers, Seen, Words
from drupe.analysis.columns.telling_words import words_of
from drupe.analysis.data_facts import Spread
from drupe.estimators.preparation.treatments import AsText, LeftOut, Treatment
from drupe.foundation.arrays import Vector

BINS = 16
"""Bars of a histogram."""

COMMONEST = 5
"""Words that are counted one by one."""

READ = 500
"""Texts whose words are counted."""

LETTERS = 120
"""Of a text that is shown."""


@dataclass(frozen=True)
class ColumnProfile:
    """One column of the training rows.

    Parameters
    ----------
    name
        What it is called.
    treatment
        What becomes of it.
    rows
        How many were looked at.
    empty
        How many of them have no value there, words among numbers included.
    distinct
        How many different values there are.
    spread
        Where the numbers lie; None for words.
    histogram
        How many numbers lie in each of the equal parts between the least and the largest; empty for words.
    commonest
        Words with how often they come; for texts, those of some hundred rows.
    example
        A text, cut if it is long; empty for numbers.
    strength
        How closely the target follows it, from 0 to 1; None if that was not asked.
    """

    name: str
    treatment: Treatment
    rows: int
    empty: int
    distinct: int
    spread: Spread | None = None
    histogram: tuple[int, ...] = ()
    commonest: tuple[tuple[str, int], ...] = ()
    example: str = ""
    strength: float | None = None

    @property
    def used(self) -> bool:
        """Whether the machines see it."""
        return not isinstance(self.treatment, LeftOut)

    @property
    def present(self) -> int:
        """How many rows have a value."""
        return self.rows - self.empty


def profile_of(column: Seen, treatment: Treatment, strength: float | None = None) -> ColumnProfile:
    """The profile of a column.

    >>> from drupe.estimators.preparation.treatments import AsNumber
    >>> profile = profile_of(Numbers("a", np.array([1.0, 2.0, 2.0, np.nan])), AsNumber("a"))
    >>> profile.empty, profile.distinct, profile.spread.median, profile.histogram
    (1, 2, 2.0, (1, 2))
    """
    rows = len(column)
    bare = ColumnProfile(column.name, treatment, rows, rows - len(column.present), 0, strength=strength)
    if not len(column.present):
        return bare
    if isinstance(column, Numbers):
        values = column.in_order
        distinct = int((values[1:] > values[:-1]).sum()) + 1
        histogram = _histogram(values, min(BINS, distinct))
        return replace(bare, distinct=distinct, spread=Spread.of(values), histogram=histogram)
    counts = np.bincount(column.places[column.present])
    return replace(
        bare,
        distinct=int((counts > 0).sum()),
        commonest=_commonest(column, treatment),
        example=_example(column),
    )


def _histogram(values: Vector, bins: int) -> tuple[int, ...]:
    """Counts of ordered numbers in equal parts of their range, however wide or narrow that is."""
    halves = 0.5 * values
    low, wide = halves[0], halves[-1] - halves[0]
    if wide <= 0.0:
        return (len(values),)
    places = np.minimum(((halves - low) / wide * bins).astype(np.int64), bins - 1)
    return tuple(np.bincount(places, minlength=bins).tolist())


def _commonest(column: Words, treatment: Treatment) -> tuple[tuple[str, int], ...]:
    """Whole cells; single words of three letters and more where the cells are texts."""
    if isinstance(treatment, AsText):
        texts = (column.values[code] for code in column.places[column.present[:READ]])
        return tuple(Counter(word for text in texts for word in words_of(text) if len(word) > 2).most_common(COMMONEST))
    counts = np.bincount(column.places[column.present], minlength=len(column.values))
    order = np.argsort(-counts, kind="stable")[:COMMONEST]
    return tuple((column.values[code], int(counts[code])) for code in order if counts[code])


def _example(column: Words) -> str:
    text = " ".join(column.values[column.places[column.present[0]]].split())
    return text if len(text) <= LETTERS else text[: LETTERS - 1] + "…"
