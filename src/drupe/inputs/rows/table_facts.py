"""What one scan learns of a table: facts of every column and of the targets, which add up over parts."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Self, cast

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index
from drupe.foundation.errors import InputError
from drupe.inputs.cells import number
from drupe.inputs.readers.targets import LARGEST_WHOLE
from drupe.inputs.rows.number_facts import NumberFacts
from drupe.inputs.rows.raw_table import FURTHER, Cells, NumberCells, WordCells
from drupe.inputs.rows.tally import Tally

At = Callable[[int], str]
"""Where the cell in this row of a batch stands."""


@dataclass(frozen=True)
class Seen:
    """A cell as an error shows it.

    Parameters
    ----------
    where
        The row.
    content
        What stands there.
    """

    where: str
    content: str


@dataclass(frozen=True)
class ColumnFacts:
    """Facts of one column, whose cells may be numbers in some files and words in others.

    Parameters
    ----------
    name
        Of the column.
    empty
        Cells without anything in them.
    numbers
        Facts of those that hold numbers.
    words
        How often each word occurs.
    number, word
        The first cell of a column of numbers, and the first with a word that is no number; None if there is none.
    figures, others
        Of words, cells that are numbers as they are written, and those that are not; more than are kept do not count.
    """

    name: str
    empty: int = 0
    numbers: NumberFacts = field(default_factory=NumberFacts)
    words: Tally[str] = field(default_factory=Tally)
    number: Seen | None = None
    word: Seen | None = None
    figures: int = 0
    others: int = 0

    @classmethod
    def of(cls, name: str, cells: Cells, at: At) -> Self:
        """Look at some cells; a number that is infinite is refused."""
        empty = cells.empty()
        there = np.flatnonzero(~empty)
        missing = len(empty) - len(there)
        if isinstance(cells, NumberCells):
            values = cells.values[there]
            if not np.isfinite(values).all():
                raise infinite(name, at(int(there[np.argmin(np.isfinite(values))])))
            seen = Seen(at(int(there[0])), f"{values[0]:g}") if len(there) else None
            return cls(name, missing, NumberFacts.of(values), number=seen)
        counts = cells.counts()
        tally = Tally[str].of(cells.words, counts.tolist())
        if (cells.codes == FURTHER).any():
            tally = Tally(len(there), None)
        figure = np.array([number(word) is not None for word in cells.words], dtype=np.bool_)
        figures, others = int(counts[figure].sum()), int(counts[~figure].sum())
        return cls(name, missing, words=tally, word=_word(cells, figure, at), figures=figures, others=others)

    def __add__(self, other: "ColumnFacts") -> "ColumnFacts":
        return ColumnFacts(
            self.name,
            self.empty + other.empty,
            self.numbers + other.numbers,
            self.words + other.words,
            self.number or other.number,
            other.word if self.word is None or (other.word and not self.word.where) else self.word,
            self.figures + other.figures,
            self.others + other.others,
        )

    @property
    def cells(self) -> int:
        """How many cells there are."""
        return self.empty + self.numbers.count + self.words.count


@dataclass(frozen=True)
class TargetFacts:
    """Which targets occur, and how often each.

    Parameters
    ----------
    numbers
        Targets that are numbers, of rows to learn from.
    words
        Targets that are words, of rows to learn from.
    worded
        Whether any target is a word, on either side.
    whole
        Whether all that are numbers are whole, and exact, on either side.
    """

    numbers: Tally[float] = field(default_factory=Tally)
    words: Tally[str] = field(default_factory=Tally)
    worded: bool = False
    whole: bool = True

    @classmethod
    def of(cls, cells: Cells, learned: Index) -> Self:
        """Look at cells, none of which is empty; `learned` are the rows to learn from."""
        kept = cells.take(learned)
        if isinstance(kept, WordCells):
            many = bool((kept.codes == FURTHER).any())
            tally = Tally[str](len(kept), None) if many else Tally[str].of(kept.words, kept.counts().tolist())
            return cls(words=tally, worded=bool(len(cells)))
        values = cast(NumberCells, cells).values
        whole = bool(((values == np.floor(values)) & (np.abs(values) < LARGEST_WHOLE)).all())
        return cls(Tally.of_numbers(kept.values), whole=whole)

    @property
    def seen(self) -> bool:
        """Whether there are any targets."""
        return bool(self.numbers.count or self.words.count)

    def __add__(self, other: "TargetFacts") -> "TargetFacts":
        numbers, words = self.numbers + other.numbers, self.words + other.words
        return TargetFacts(numbers, words, self.worded or other.worded, self.whole and other.whole)


@dataclass(frozen=True)
class TableFacts:
    """Facts of neighboring parts.

    Parameters
    ----------
    counts
        For each part the rows to learn from and those that are held out.
    columns
        Facts of the columns, from the rows to learn from alone.
    targets
        Facts of the targets of these rows.
    """

    counts: tuple[tuple[int, int], ...] = ()
    columns: tuple[ColumnFacts, ...] = ()
    targets: TargetFacts = field(default_factory=TargetFacts)

    def __add__(self, other: "TableFacts") -> "TableFacts":
        columns = tuple(map(ColumnFacts.__add__, self.columns, other.columns)) if self.columns else other.columns
        return TableFacts(self.counts + other.counts, columns, self.targets + other.targets)


def _word(cells: WordCells, figure: npt.NDArray[np.bool_], at: At) -> Seen | None:
    """The first cell with a word that is no number; without its place if it is in none of these rows."""
    plain = np.append(~figure, [False, False])[cells.codes]
    if plain.any():
        row = int(plain.argmax())
        return Seen(at(row), cells.words[cells.codes[row]])
    return None if figure.all() else Seen("", cells.words[int(figure.argmin())])


def infinite(name: str, where: str) -> InputError:
    """The error for a number that is not finite."""
    return InputError(f"{where}: column {name!r} holds a number that is infinite; clip it, or drop the row.")
