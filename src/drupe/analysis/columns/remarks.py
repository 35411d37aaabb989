"""What was found in single columns and in the target, and what was done about it, in sentences."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.analysis.alerts import Alert, AlertKind, naming, percent, quoted
from drupe.analysis.columns.profiles import ColumnProfile
from drupe.analysis.task import Task
from drupe.estimators.preparation.encodings import MANY
from drupe.estimators.preparation.treatments import AsCategory, AsNumber, AsText, LeftOut, Reason
from drupe.inputs.cells import number
from drupe.inputs.frame import Frame

MANY_EMPTY = 0.3
"""Share of empty cells from which a column is named for itself."""

RARE = 0.1
"""Share below which a class is rare, if it is also below half of an equal share."""

SEVERAL = 6
"""Different whole numbers from which on they may be no classes, if some of them are rare."""

FEW = 50
"""Rows below which there are few."""

MANY_WORDS = 20
"""Different values from which a category may be nearly unique."""

MIXED, NUMBERS = 0.5, 3
"""Share of the cells of a category that are numbers, and how many different ones, from which it mixes two types."""

EXAMPLES = 3
"""Words among numbers that a sentence shows."""

LEFT_OUT = {
    Reason.IDENTIFIER: (
        AlertKind.IDENTIFIER,
        "{columns} {names} the rows, with a different value in (nearly) every one: left out.",
    ),
    Reason.CONSTANT: (AlertKind.CONSTANT, "{columns} {is} the same in every row: left out."),
    Reason.EMPTY: (AlertKind.EMPTY, "{columns} {has} no value at all: left out."),
    Reason.DATE: (
        AlertKind.DATE,
        "{columns} {holds} dates: left out; on request (`--dates`) they are used as numbers.",
    ),
}
"""What is said of columns that were left out."""

VERBS = {"names": "name", "is": "are", "has": "have", "holds": "hold", "it": "them"}


def column_remarks(frame: Frame, profiles: Sequence[ColumnProfile]) -> Iterator[Alert]:
    """What the treatments and the cells say, without a look at the target."""
    for reason, (kind, text) in LEFT_OUT.items():
        yield from _of_all(kind, text, [one for one in profiles if _reason(one) is reason])
    texts = [one for one in profiles if isinstance(one.treatment, AsText)]
    yield from _of_all(AlertKind.TEXT, "{columns} {holds} free text: read as bags of words.", texts)
    once = (
        "{columns} {has} fewer than two rows for each value, on average: little can be learned from {it} for new rows."
    )
    yield from _of_all(AlertKind.NEARLY_UNIQUE, once, [one for one in profiles if nearly_unique(one)])
    yield from _duplicates(profiles)
    for one in profiles:
        if isinstance(one.treatment, AsNumber) and one.treatment.words:
            yield _mixed(frame, one, one.treatment.words)
        if isinstance(one.treatment, AsCategory):
            yield from _mixed_categories(frame, one)
        if one.used and one.empty > MANY_EMPTY * one.rows:
            share = percent(one.empty / one.rows)
            text = f"{naming([one.name])} is empty in {share} of the rows: what does it mean that there is no value?"
            yield Alert.of(AlertKind.MANY_EMPTY, text, one.name)
    yield from _filled(frame, profiles)


def nearly_unique(one: ColumnProfile) -> bool:
    """Whether a category has many values, each in fewer than two rows on average.

    >>> nearly_unique(ColumnProfile("street", AsCategory("street"), 100, 0, 90))
    True
    """
    return isinstance(one.treatment, AsCategory) and one.distinct >= MANY_WORDS and one.distinct > 0.5 * one.present


def target_remarks(targets: npt.NDArray[Any], task: Task, columns: int) -> Iterator[Alert]:
    """Few rows and rare classes."""
    n = len(targets)
    if n < FEW:
        yield Alert.of(AlertKind.FEW_ROWS, f"There are only {n} rows to learn from: every number here is a rough one.")
    elif n < columns:
        text = f"There are more columns ({columns}) than rows to learn from ({n}): some will fit by chance."
        yield Alert.of(AlertKind.FEW_ROWS, text)
    if task is Task.QUANTITY:
        return
    labels, counts = np.unique(targets, return_counts=True)
    rare = np.flatnonzero(counts < min(RARE, 0.5 / len(labels)) * n)
    if len(rare) and _counts_or_measures(targets, len(labels)):
        text = (
            f"The target is one of {len(labels)} whole numbers, which were taken for classes: if they count or measure "
            "something, `--task quantity` learns that."
        )
        yield Alert.of(AlertKind.NUMBERS_AS_CLASSES, text)
    if len(rare):
        least = rare[np.argmin(counts[rare])]
        others = f"; {len(rare)} of {len(labels)} classes are rare" if len(rare) > 1 else ""
        text = (
            f"Class {quoted(str(labels[least]))} is rare, {counts[least]} of {n} rows ({percent(counts[least] / n)})"
            f"{others}: the share of right answers hides how it fares; look at the answers class by class."
        )
        yield Alert.of(AlertKind.RARE_CLASS, text)


def rows_left_out(count: int, left: int, why: str) -> Alert:
    """Rows of a file that nothing was learned from.

    >>> rows_left_out(3, 297, "without a target").text
    '3 of 300 rows were left out, those without a target.'
    """
    rows = (
        f"{count} of {count + left} rows {'was' if count == 1 else 'were'} left out, {'one' if count == 1 else 'those'}"
    )
    return Alert.of(AlertKind.ROWS_LEFT_OUT, f"{rows} {why}.")


def _counts_or_measures(targets: npt.NDArray[Any], different: int) -> bool:
    """Whether labels are several whole numbers with hardly a gap between them."""
    return different >= SEVERAL and targets.dtype.kind in "iu" and int(np.ptp(targets)) < 2 * different


def _of_all(kind: AlertKind, text: str, chosen: Sequence[ColumnProfile]) -> Iterator[Alert]:
    """One alert for all columns of which the same is said."""
    names = [one.name for one in chosen]
    if names:
        verbs = {verb: verb if len(names) == 1 else plural for verb, plural in VERBS.items()}
        yield Alert.of(kind, text.format(columns=naming(names), **verbs), *names)


def _reason(one: ColumnProfile) -> Reason | None:
    return one.treatment.reason if isinstance(one.treatment, LeftOut) else None


def _duplicates(profiles: Sequence[ColumnProfile]) -> Iterator[Alert]:
    found = [
        (one.name, one.treatment.twin)
        for one in profiles
        if isinstance(one.treatment, LeftOut) and one.treatment.reason is Reason.DUPLICATE
    ]
    if len(found) == 1:
        name, twin = found[0]
        text = f"{naming([name])} is the same as {quoted(twin)} in every row: left out."
        yield Alert.of(AlertKind.DUPLICATE, text, name, twin)
    elif found:
        names = [name for name, _ in found]
        yield Alert.of(AlertKind.DUPLICATE, f"{naming(names)} repeat other columns: left out.", *names)


def _mixed_categories(frame: Frame, one: ColumnProfile) -> Iterator[Alert]:
    """Numbers in half of the cells or more, but in too few for a column of numbers."""
    cells = frame.column(one.name)
    if cells.dtype.kind == "f":
        return
    there = [cell for cell in cells.tolist() if cell is not None]
    figures = {cell for cell in set(there) if number(cell) is not None}
    count = sum(cell in figures for cell in there)
    if len(figures) < NUMBERS or len(set(there)) == len(figures) or count < MIXED * len(there):
        return
    text = (
        f"{naming([one.name])} holds numbers in {percent(count / len(there))} of its cells and words in the others"
        f"{_strange(there)}: every different cell counts as a category; what do the words mean?"
    )
    yield Alert.of(AlertKind.MIXED, text, one.name)


def _strange(cells: Sequence[Any]) -> str:
    """Words among numbers, in brackets."""
    strange = dict.fromkeys(cell for cell in cells if isinstance(cell, str) and number(cell) is None)
    shown = ", ".join(quoted(word) for word in list(strange)[:EXAMPLES])
    more = ", ..." if len(strange) > EXAMPLES else ""
    return f" ({shown}{more})" if shown else ""


def _mixed(frame: Frame, one: ColumnProfile, words: int) -> Alert:
    some = _strange(frame.column(one.name).tolist())
    cells_hold = "1 cell holds a word" if words == 1 else f"{words} cells hold words"
    text = f"{naming([one.name])} is a column of numbers, but {cells_hold}{some}: counted as empty; what do they mean?"
    return Alert.of(AlertKind.MIXED, text, one.name)


def _filled(frame: Frame, profiles: Sequence[ColumnProfile]) -> Iterator[Alert]:
    """One sentence on all cells that have to be filled, words among numbers included; texts may be empty."""
    found = [one for one in profiles if one.used and one.empty and not isinstance(one.treatment, AsText)]
    if not found:
        return
    names = [one.name for one in found]
    counts = {one.name: int(frame.empty(one.name).sum()) + getattr(one.treatment, "words", 0) for one in found}
    cells = sum(counts.values())
    medians = sum(not isinstance(one.treatment, AsCategory) for one in found)
    value = " or ".join(["the median"] * bool(medians) + ["the most frequent value"] * (medians < len(found)))
    where = f"column {quoted(names[0])}" if len(found) == 1 else f"{len(found)} columns"
    were = "1 empty cell of {} was" if cells == 1 else f"{cells} empty cells of {{}} were"
    marked = [name for name, count in counts.items() if count >= MANY * len(frame)]
    are = "is" if len(marked) == 1 else "are"
    also = f"; where {naming(marked).replace('C', 'c', 1)} {are} empty, a further column says so" if marked else ""
    text = f"In {len(frame)} training rows {were.format(where)} filled with {value} of the rows learned from{also}."
    yield Alert.of(AlertKind.FILLED, text, *names)
