"""What a cell of a column becomes: a number on the scale of the column, or a 1 in the column of its category."""

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.foundation.parameters import Checked, positive, real
from drupe.inputs.cells import common_word, number_meant, number_word
from drupe.inputs.rows.raw_table import Cells, NumberCells, WordCells

OTHER = "other"
"""How the feature of rare and unknown categories is called, behind the name of the column."""


@dataclass(frozen=True)
class ScaledNumber(Checked):
    """A column of numbers: (x − center) / spread, and 0, the mean, where a cell is empty.

    Parameters
    ----------
    name
        Of the column.
    center, spread
        Mean and standard deviation of the rows that were learned from, or 0 and 1 where numbers stay as they are.
    marked
        Whether a further feature says where cells were empty.
    """

    name: str
    center: float = real(0.0)
    spread: float = positive(1.0)
    marked: bool = False

    @property
    def features(self) -> tuple[str, ...]:
        """The names of the features that it becomes."""
        return (self.name, f"{self.name} is empty") if self.marked else (self.name,)

    def write(self, cells: Cells, out: Matrix) -> None:
        """Fill the columns of `out`; computed in float64 and rounded once."""
        values = cells.values if isinstance(cells, NumberCells) else _numbers_in_words(cells, self.name)
        with np.errstate(over="ignore"):  # what float32 cannot hold is found by the caller, who knows the row
            scaled = np.subtract(values, self.center)
            scaled /= self.spread
            empty = np.isnan(scaled)
            if empty.any():
                scaled[empty] = 0.0
            out[:, 0] = scaled
        if self.marked:
            out[:, 1] = empty


@dataclass(frozen=True)
class OneHot:
    """A column of categories: 1 in the feature of the category and 0 in all others.

    Parameters
    ----------
    name
        Of the column.
    categories
        Those with a feature of their own, in alphabetical order.
    pooled
        Whether one more feature stands for all others: rare ones, and those that were never seen; else they are 0
        everywhere.
    marked
        Whether a further feature says where cells were empty; they are 0 in all others.
    """

    name: str
    categories: tuple[str, ...]
    pooled: bool = False
    marked: bool = False

    @property
    def features(self) -> tuple[str, ...]:
        """The names of the features that it becomes."""
        more = [f"{self.name}: {OTHER}"] * self.pooled + [f"{self.name} is empty"] * self.marked
        return (*(f"{self.name}={category}" for category in self.categories), *more)

    def write(self, cells: Cells, out: Matrix) -> None:
        """Fill the columns of `out`, which hold zeros."""
        words = cells if isinstance(cells, WordCells) else words_of_numbers(cells.values)
        known = len(self.categories)
        other = known if self.pooled else -1
        place = {word: j for j, word in enumerate(self.categories)}
        # What a text file has as 7 may have been 007 in training, and what a table has as 1 may have been True.
        common = {common_word(word): j for word, j in place.items()}
        feature_of = [place[word] if word in place else common.get(common_word(word), other) for word in words.words]
        found = np.array([*feature_of, other, known + self.pooled if self.marked else -1])[words.codes]
        rows = np.flatnonzero(found >= 0)
        out[rows, found[rows]] = 1.0


ColumnEncoding: TypeAlias = ScaledNumber | OneHot
"""Either of them."""


class Reason(Enum):
    """Why a column is left out."""

    ASKED = "you asked for it"
    IDENTIFIER = "it numbers or names the rows"
    CONSTANT = "it is the same everywhere"
    EMPTY = "it is empty"
    MANY_WORDS = "it holds too many different words: names or texts, and no categories"


@dataclass(frozen=True)
class ColumnLeftOut:
    """A column that is not used.

    Parameters
    ----------
    name
        Of the column.
    reason
        Why.
    """

    name: str
    reason: Reason

    def __str__(self) -> str:
        return f"column {self.name!r} is left out: {self.reason.value}"


def words_of_numbers(values: Vector) -> WordCells:
    """Numbers as categories, each as it is written shortest."""
    different, codes = np.unique(values, return_inverse=True)
    words = ["" if value != value else number_word(value) for value in different.tolist()]
    return WordCells.of(codes, words)


def _numbers_in_words(cells: WordCells, name: str) -> Vector:
    """A column that came as words although it held numbers in training: all empty, or numbers as text."""
    found = [number_meant(word) for word in cells.words]
    wrong = next((word for word, value in zip(cells.words, found, strict=True) if value is None), None)
    if wrong is not None or (cells.codes < -1).any():
        raise InputError(
            f"column {name!r} holds the word {wrong!r} where training had numbers; mend it or drop the row."
        )
    return np.array([*(value for value in found if value is not None), np.nan])[cells.codes]
