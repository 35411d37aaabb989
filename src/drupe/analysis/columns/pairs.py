"""The pairs of columns that follow each other most closely, with what a small picture of each needs."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from drupe.analysis.columns.seen import Numbers, Seen, Words
from drupe.analysis.data_facts import Spread
from drupe.foundation.arrays import Matrix

MOST_PAIRS = 6
LEAST, ERRORS = 0.3, 4.0
"""Pairs that follow each other less, or by fewer standard errors (of a rank correlation), are not worth a picture.

Rows that go into the means of words leave none for the errors: as many are left as there are more rows than words."""

DOTS = 150
"""Rows that a picture of two columns of numbers shows."""

GROUPS = 6
"""Commonest words that a picture shows."""


@dataclass(frozen=True)
class Dots:
    """Rows as points: the values of the first column and of the second."""

    across: tuple[float, ...]
    up: tuple[float, ...]


@dataclass(frozen=True)
class Counts:
    """How often each word of the first column meets each of the second."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    counts: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Spreads:
    """Where the numbers of one column lie for each word of the other."""

    groups: tuple[tuple[str, Spread], ...]


Sketch: TypeAlias = Dots | Counts | Spreads
"""Any of them."""


@dataclass(frozen=True)
class ColumnPair:
    """Two columns.

    Parameters
    ----------
    names
        What they are called; the one with words comes first if the other has numbers.
    strength
        How closely they follow each other, from 0 to 1.
    sketch
        What a picture of them shows.
    """

    names: tuple[str, str]
    strength: float
    sketch: Sketch


def strongest_pairs(columns: Sequence[Seen], found: Matrix) -> tuple[ColumnPair, ...]:
    """The pairs of greatest strength, the strongest first."""
    first, second = np.triu_indices(len(columns), 1)
    values = found[first, second]
    order = np.argsort(-values, kind="stable")[:MOST_PAIRS]
    chosen = ((columns[first[at]], columns[second[at]], float(values[at])) for at in order)
    return tuple(_pair(one, other, strength) for one, other, strength in chosen if strength >= _least(one, other))


def _least(one: Seen, other: Seen) -> float:
    """Below this a pair is not worth a picture, or may be there by chance."""
    free = min(map(_free, (one, other)))
    return max(LEAST, min(1.0, float(ERRORS / np.sqrt(max(1, free)))))


def _free(column: Seen) -> int:
    used = len(np.unique(column.places[column.present])) if isinstance(column, Words) else 0
    return len(column.present) - used


def _pair(first: Seen, second: Seen, strength: float) -> ColumnPair:
    if isinstance(first, Numbers) and isinstance(second, Words):
        first, second = second, first
    names = (first.name, second.name)
    if isinstance(first, Numbers) and isinstance(second, Numbers):
        return ColumnPair(names, strength, _dots(first, second))
    if isinstance(first, Words) and isinstance(second, Numbers):
        return ColumnPair(names, strength, _spreads(first, second))
    return ColumnPair(names, strength, _counts(*(one for one in (first, second) if isinstance(one, Words))))


def _dots(first: Numbers, second: Numbers) -> Dots:
    both = np.intersect1d(first.present, second.present, assume_unique=True)
    some = both[:: max(1, -(-len(both) // DOTS))]
    return Dots(tuple(first.values[some].tolist()), tuple(second.values[some].tolist()))


def _commonest(column: Words) -> list[int]:
    counts = np.bincount(column.places[column.present], minlength=len(column.values))
    order = np.argsort(-counts, kind="stable")[:GROUPS]
    return [int(code) for code in order if counts[code]]


def _spreads(words: Words, numbers: Numbers) -> Spreads:
    there = ~np.isnan(numbers.values)
    groups = ((words.values[code], numbers.values[there & (words.places == code)]) for code in _commonest(words))
    return Spreads(tuple((word, Spread.of(values)) for word, values in groups if len(values)))


def _counts(first: Words, second: Words) -> Counts:
    rows, columns = _commonest(first), _commonest(second)
    met = tuple(tuple(int(((first.places == a) & (second.places == b)).sum()) for b in columns) for a in rows)
    return Counts(tuple(first.values[a] for a in rows), tuple(second.values[b] for b in columns), met)
