"""Which columns of a table are used, and how, decided by the facts of one scan and by what a person says."""

import re
from dataclasses import dataclass

from drupe.foundation.errors import InputError
from drupe.foundation.remedies import Setting
from drupe.inputs.cells import has_decimal_comma
from drupe.inputs.rows.column_encodings import ColumnEncoding, ColumnLeftOut, OneHot, Reason, ScaledNumber
from drupe.inputs.rows.number_facts import NumberFacts
from drupe.inputs.rows.table_encoding import TableEncoding
from drupe.inputs.rows.table_facts import ColumnFacts
from drupe.inputs.rows.tally import Tally

MANY = 0.05
"""Share of empty cells from which on a further feature says where they are."""

MOST_CATEGORIES = 100
"""The most frequent categories of a column that get a feature of their own."""

RARE_CATEGORY = 2
"""Rows in which a category must occur to get one."""

UNIQUE = 0.95
"""Share of different words beyond which a column names its rows."""

MOSTLY = 0.8
"""Share of numbers among the words of a column from which on it is one of numbers, and the other words are mistakes."""

FEWEST = 20
"""Cells from which on a column is told to number or to name its rows by its cells alone."""

_IDENTIFYING = re.compile(r"(^|[\W_])(id|ids|uuid|guid|index|idx|key|nr|no|rownum|row|number)$|^unnamed: ?\d+$")


@dataclass(frozen=True)
class Wanted:
    """What a person says about columns.

    Parameters
    ----------
    include
        The only columns that are used, whatever they look like; None for all that are of use.
    exclude
        Columns that are not used.
    categorical
        Columns that hold categories, although they look like numbers.
    scaled
        Whether numbers are centered and scaled.
    """

    include: tuple[str, ...] | None = None
    exclude: tuple[str, ...] = ()
    categorical: tuple[str, ...] = ()
    scaled: bool = True

    def names(self, there: tuple[str, ...]) -> tuple[str, ...]:
        """The columns that may be used; an InputError if others were named than there are."""
        for name in (*(self.include or ()), *self.exclude, *self.categorical):
            if name not in there:
                raise InputError(f"there is no column {name!r}; there are {', '.join(map(repr, there))}.")
        used = there if self.include is None else self.include
        return tuple(name for name in used if name not in self.exclude)


def encoding_for(facts: tuple[ColumnFacts, ...], wanted: Wanted) -> TableEncoding:
    """The encoding of a table with these facts; an InputError if no column is left."""
    used: list[ColumnEncoding] = []
    left_out = [ColumnLeftOut(name, Reason.ASKED) for name in wanted.exclude]
    for column in facts:
        chosen = _encoded(column, wanted)
        if isinstance(chosen, ColumnLeftOut):
            left_out.append(chosen)
        else:
            used.append(chosen)
    if not used:
        reasons = "; ".join(f"{one.name!r}: {one.reason.value}" for one in left_out[:5])
        raise InputError(f"no column is left to learn from ({reasons}); pass a table with columns that differ by row.")
    return TableEncoding(tuple(used), tuple(left_out))


def _encoded(column: ColumnFacts, wanted: Wanted) -> ColumnEncoding | ColumnLeftOut:
    name, named = column.name, wanted.include is not None
    if not column.numbers.count and not column.words.count:
        return ColumnLeftOut(name, Reason.EMPTY)
    marked = column.empty >= MANY * column.cells
    if name in wanted.categorical or column.words.count:
        if name not in wanted.categorical:
            _check_words(column)
        return _categories(column, named, marked)
    if column.numbers.low == column.numbers.high and not marked:
        return ColumnLeftOut(name, Reason.CONSTANT)
    if not named and _numbers_rows(name, column.numbers):
        return ColumnLeftOut(name, Reason.IDENTIFIER)
    return _number(column, wanted.scaled, marked)


def _number(column: ColumnFacts, scaled: bool, marked: bool) -> ScaledNumber:
    mean, deviation = column.numbers.mean, column.numbers.deviation
    if not scaled:
        return ScaledNumber(column.name, marked=marked)
    if not deviation < float("inf"):
        raise InputError(
            f"column {column.name!r} holds numbers from {column.numbers.low:g} to {column.numbers.high:g}, whose "
            "squares are too large; divide it by a constant, or take logarithms."
        )
    # Numbers that differ by rounding alone are the same.
    return ScaledNumber(column.name, mean, deviation if deviation > 1e-12 * max(1.0, abs(mean)) else 1.0, marked)


def _categories(column: ColumnFacts, named: bool, marked: bool) -> OneHot | ColumnLeftOut:
    words = column.words
    if words.counts is None:
        if named:
            raise InputError(
                f"column {column.name!r} holds too many different words to be categories, the first of them "
                f"{column.word.content if column.word else ''!r}; exclude it, or group them."
            )
        return ColumnLeftOut(column.name, Reason.MANY_WORDS)
    if len(words.counts) == 1 and not marked:
        return ColumnLeftOut(column.name, Reason.CONSTANT)
    if not named and words.count >= FEWEST and len(words.counts) >= UNIQUE * words.count:
        return ColumnLeftOut(column.name, Reason.IDENTIFIER)
    return _one_hot(column.name, words, marked)


def _one_hot(name: str, words: Tally[str], marked: bool) -> OneHot:
    counts, common = words.counts or {}, words.by_frequency
    often = [word for word in common[:MOST_CATEGORIES] if counts[word] >= RARE_CATEGORY]
    kept = tuple(sorted(often or common[:MOST_CATEGORIES]))
    return OneHot(name, kept, pooled=len(kept) < len(common), marked=marked)


def _check_words(column: ColumnFacts) -> None:
    """Raise an InputError if a column of words is one of numbers but for a few cells, or but for a comma."""
    word, comma, categories = column.word, Setting("decimal", ","), Setting("categorical", (column.name,))
    where = f" at {word.where}" if word is not None and word.where else ""
    if word is not None and has_decimal_comma(word.content):
        raise InputError(
            f"column {column.name!r} holds {word.content!r}{where}, with a comma before its decimals; pass {comma} for "
            f"a text file, {categories} if these are categories, or exclude it.",
            remedies=(comma, categories),
        )
    if column.number is None and (word is None or column.figures < MOSTLY * (column.figures + column.others)):
        return
    found = [] if word is None else [f"{word.content!r}{where}"]
    found += [] if column.number is None else [f"{column.number.content} at {column.number.where}"]
    raise InputError(
        f"column {column.name!r} holds words and numbers: {', '.join(found)}; mend the cell, pass {categories} if "
        "these are categories, or exclude it.",
        remedies=(categories,),
    )


def _numbers_rows(name: str, numbers: NumberFacts) -> bool:
    """Whether whole numbers that rise or fall from row to row count the rows, or are called an id."""
    if not numbers.whole or not (numbers.rising or numbers.falling) or numbers.count < 2:
        return False
    if _IDENTIFYING.search(name.strip().lower()) is not None:
        return True
    counted = 0 <= numbers.low < 0.1 * numbers.count and numbers.high < 3 * numbers.count
    return numbers.count >= FEWEST and counted
