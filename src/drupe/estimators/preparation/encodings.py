"""Columns as they were encoded on the training rows: what each cell of a new row becomes."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
import scipy.sparse as sp
from sklearn.feature_extraction.text import CountVectorizer

from drupe.estimators.preparation.treatments import AsCategory, AsDate, AsNumber, AsText
from drupe.estimators.texts.suiting import terms_suiting
from drupe.estimators.texts.terms import Terms
from drupe.foundation.arrays import Matrix, Vector
from drupe.inputs.cells import number, number_word
from drupe.inputs.dates import day_comes_first, days
from drupe.inputs.frame import Cells, empty_cells

MANY = 0.05
"""Share of empty cells from which on a further column says where they are."""

MOST_CATEGORIES, MOST_WORDS = 100, 3000
"""The most frequent categories of a column, and words of texts, that get a column of their own."""

RARE_CATEGORY, RARE_WORD = 2, 3
"""Rows in which a category, or a word, must occur to get a column of its own."""


@dataclass(frozen=True)
class EncodedNumber:
    """A column of numbers: (x − center) / spread, with a fill for empty cells.

    Parameters
    ----------
    name
        Of the column.
    fill
        The median of the training rows.
    center, spread
        Mean and standard deviation there, or 0 and 1 where numbers stay as they are.
    marked
        Whether a further column says where cells were empty.
    """

    name: str
    fill: float
    center: float
    spread: float
    marked: bool

    @classmethod
    def of(cls, name: str, values: Vector, scaled: bool) -> "EncodedNumber":
        """Measure a column."""
        empty = np.isnan(values)
        fill = float(np.median(values[~empty])) if not empty.all() else 0.0
        filled = np.where(empty, fill, values)
        center, spread = (float(filled.mean()), float(filled.std())) if scaled else (0.0, 1.0)
        # Numbers that differ by rounding alone are the same.
        spread = spread if spread > 1e-12 * max(1.0, abs(center)) else 1.0
        return cls(name, fill, center, spread, bool(empty.mean() >= MANY))

    @property
    def features(self) -> tuple[str, ...]:
        """The names of the columns that it becomes."""
        return (self.name, f"{self.name} is empty") if self.marked else (self.name,)

    def numbers(self, cells: Cells) -> Matrix:
        """The columns that cells become."""
        values = number_cells(cells)
        empty = np.isnan(values)
        scaled = (np.where(empty, self.fill, values) - self.center) / self.spread
        return np.column_stack([scaled, empty]) if self.marked else scaled[:, None]


@dataclass(frozen=True)
class EncodedDate:
    """A column of dates: their days as a column of numbers.

    Parameters
    ----------
    days
        Of the numbers.
    day_first
        Whether 3/4/2024 is the third of April.
    """

    days: EncodedNumber
    day_first: bool

    @property
    def name(self) -> str:
        """Of the column."""
        return self.days.name

    @property
    def features(self) -> tuple[str, ...]:
        """The names of the columns that it becomes."""
        return self.days.features

    def numbers(self, cells: Cells) -> Matrix:
        """The columns that cells become."""
        return self.days.numbers(days(words_of(cells), self.day_first))


@dataclass(frozen=True)
class EncodedCategories:
    """A column of categories: 1 in the column of the category, 0 in all others; nowhere 1 for rare and new ones.

    Parameters
    ----------
    name
        Of the column.
    categories
        Those with a column of their own, in alphabetical order.
    fill
        The most frequent one.
    marked
        Whether a further column says where cells were empty.
    """

    name: str
    categories: tuple[str, ...]
    fill: str
    marked: bool

    @classmethod
    def of(cls, name: str, cells: Cells) -> "EncodedCategories":
        """Count the categories of a column."""
        words = words_of(cells)
        counts = Counter(word for word in words if word is not None)
        # Of equally frequent ones the first in the alphabet, so that the order of the rows does not matter.
        common = sorted(counts, key=lambda word: (-counts[word], word))
        often = [word for word in common[:MOST_CATEGORIES] if counts[word] >= RARE_CATEGORY]
        kept = tuple(sorted(often or common[:MOST_CATEGORIES]))
        empty = float(np.mean([word is None for word in words]))
        return cls(name, kept, common[0] if common else "", empty >= MANY)

    @property
    def features(self) -> tuple[str, ...]:
        """The names of the columns that it becomes."""
        kept = tuple(f"{self.name}={category}" for category in self.categories)
        return (*kept, f"{self.name} is empty") if self.marked else kept

    def numbers(self, cells: Cells) -> Matrix:
        """The columns that cells become."""
        place = {word: j for j, word in enumerate(self.categories)}
        words = words_of(cells)
        found = np.array([place.get(self.fill if word is None else word, -1) for word in words], dtype=np.int64)
        out = np.zeros((len(words), len(self.features)))
        rows = np.flatnonzero(found >= 0)
        out[rows, found[rows]] = 1.0
        if self.marked:
            out[:, -1] = [word is None for word in words]
        return out

    def unknown(self, cells: Cells) -> int:
        """How many cells hold a word without a column of its own."""
        known = {*self.categories, None}
        return sum(word not in known for word in words_of(cells))


@dataclass(frozen=True, eq=False)
class EncodedText:
    """A column of texts: how often each word occurs, times how rare it is, scaled to length one.

    The weights are like those of `TextVectors`, but no word weighs nothing: in a small table one that stands in every
    row may still tell rows apart by how often.

    Parameters
    ----------
    name
        Of the column.
    words
        Those with a column of their own, in alphabetical order.
    weights
        log((1 + n) / (1 + rows with the word)) + 1, on the training rows.
    terms
        How texts become words; None, in files of earlier versions, for words as they stand.
    """

    name: str
    words: tuple[str, ...]
    weights: Vector = field(repr=False)
    terms: Terms | None = None

    @classmethod
    def of(cls, name: str, cells: Cells) -> "EncodedText":
        """Count the words of a column."""
        texts = ["" if word is None else word for word in words_of(cells)]
        terms = terms_suiting(texts)
        try:
            fewest = min(RARE_WORD, len(texts))
            counter = CountVectorizer(analyzer=terms.of, min_df=fewest, max_features=MOST_WORDS, binary=True)
            counts = counter.fit_transform(texts)
        except ValueError:  # no word occurs often enough
            return cls(name, (), np.empty(0), terms)
        often = np.asarray(counts.sum(axis=0)).ravel()
        return cls(name, tuple(counter.get_feature_names_out()), np.log((1 + len(texts)) / (1 + often)) + 1.0, terms)

    @property
    def features(self) -> tuple[str, ...]:
        """The names of the columns that it becomes."""
        return tuple(f"{self.name}: {word}" for word in self.words)

    def numbers(self, cells: Cells) -> Any:
        """The columns that cells become, as a CSR matrix."""
        texts = ["" if word is None else word for word in words_of(cells)]
        if not self.words:
            return sp.csr_array((len(texts), 0))
        analyzer = "word" if self.terms is None else self.terms.of
        counts = CountVectorizer(analyzer=analyzer, vocabulary=self.words).transform(texts)
        weighted = sp.csr_array(counts.astype(np.float64).multiply(self.weights))
        lengths = np.sqrt(weighted.power(2).sum(axis=1))
        return sp.csr_array(weighted.multiply((1.0 / np.where(lengths > 0.0, lengths, 1.0))[:, None]))


Encoding: TypeAlias = EncodedNumber | EncodedDate | EncodedCategories | EncodedText
"""Any of them."""


def encoding_of(treatment: AsNumber | AsCategory | AsText | AsDate, cells: Cells, scaled: bool) -> Encoding:
    """Encode a column of the training rows as its treatment says."""
    match treatment:
        case AsNumber(name):
            return EncodedNumber.of(name, number_cells(cells), scaled)
        case AsCategory(name):
            return EncodedCategories.of(name, cells)
        case AsText(name):
            return EncodedText.of(name, cells)
        case AsDate(name):
            first = day_comes_first(words_of(cells))
            return EncodedDate(EncodedNumber.of(name, days(words_of(cells), first), scaled=True), first)


def number_cells(cells: Cells) -> Vector:
    """A column as numbers; words among them count as empty."""
    if cells.dtype.kind == "f":
        return np.asarray(cells, dtype=np.float64)
    found = (None if cell is None else number(cell) for cell in cells)
    return np.array([np.nan if value is None else value for value in found], dtype=np.float64)


def words_of(cells: Cells) -> list[str | None]:
    """A column as words; numbers as they are written shortest."""
    if cells.dtype.kind != "f":
        return list(cells)
    empty = empty_cells(cells)
    return [None if gone else number_word(float(cell)) for cell, gone in zip(cells, empty, strict=True)]
