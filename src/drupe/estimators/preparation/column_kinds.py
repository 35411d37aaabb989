"""What each column of a table holds, found by looking at its cells alone: numbers, categories, texts, dates, names."""

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from drupe.estimators.preparation.treatments import (
    AsCategory,
    AsDate,
    AsNumber,
    AsText,
    ColumnChoices,
    LeftOut,
    Reason,
    Treatment,
)
from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError
from drupe.inputs.cells import is_date, number
from drupe.inputs.frame import Cells, Frame, empty_cells

MOSTLY = 0.8
"""Share of cells that must be numbers, or dates, for a column to count as such; the others count as empty."""

UNIQUE = 0.95
"""Share of different words beyond which a column names its rows."""

VARIED = 0.3
"""Share of different cells that texts have at least; categories of several words repeat more often."""

WORDS = 3.0
"""Words in a cell, on average, from which on a column holds texts."""

FEWEST = 20
"""Cells from which on a column is told to name its rows by its cells alone."""

_IDENTIFYING = re.compile(r"(^|[\W_])(id|ids|uuid|guid|index|idx|key|nr|no|rownum|row|number)$|^unnamed: ?\d+$")
# Neither hyphens nor points part words: 6513270e-269e-0d37 and a@b.org are one.
_WORD = re.compile(r"[^\s,;|]*\w[^\s,;|]*")


def treatments_for(frame: Frame, choices: ColumnChoices | None = None) -> tuple[Treatment, ...]:
    """What should become of each column; targets take no part.

    Parameters
    ----------
    frame
        The training rows.
    choices
        What a person says about columns; None for nothing.

    Examples
    --------
    >>> found = treatments_for(Frame.of({"id": [1, 2, 3], "size": [4.0, 2.5, 2.5], "unit": ["cm", "cm", "cm"]}))
    >>> [type(one).__name__ for one in found], found[0].reason.value
    (['LeftOut', 'AsNumber', 'LeftOut'], 'it names the rows')
    """
    said = choices or ColumnChoices()
    found = _treated(frame, said)
    if all(isinstance(one, LeftOut) for one in found):
        # A name of the rows, or a date, is better than nothing: it may be the time at which something was measured.
        found = _treated(frame, replace(said, dates=True, kept=frame.names))
    if all(isinstance(one, LeftOut) for one in found):
        reasons = "; ".join(f"{one.name!r}: {one.reason.value}" for one in found[:5] if isinstance(one, LeftOut))
        raise InputError(f"no column is left to learn from ({reasons}); pass a table with columns that differ by row.")
    return found


def _treated(frame: Frame, choices: ColumnChoices) -> tuple[Treatment, ...]:
    twins = _first_twins(frame)
    return tuple(
        LeftOut(name, Reason.DUPLICATE, twins[name])
        if name in twins and name not in choices.kept
        else _treatment(name, cells, choices)
        for name, cells in zip(frame.names, frame.columns, strict=True)
    )


def _first_twins(frame: Frame) -> dict[str, str]:
    """For each column that repeats another one cell by cell, the first that it repeats."""
    first: dict[object, str] = {}
    twins: dict[str, str] = {}
    for name, cells in zip(frame.names, frame.columns, strict=True):
        content = (cells + 0.0).tobytes() if cells.dtype.kind == "f" else tuple(cells)
        if first.setdefault(content, name) != name:
            twins[name] = first[content]
    return twins


def _treatment(name: str, cells: Cells, choices: ColumnChoices) -> Treatment:
    empty = empty_cells(cells)
    there, kept = cells[~empty], name in choices.kept
    if not len(there):
        return LeftOut(name, Reason.EMPTY)
    if not empty.any() and (there == there[0]).all():
        return LeftOut(name, Reason.CONSTANT)
    if name in choices.categorical:
        return AsCategory(name)
    if cells.dtype.kind == "f":
        return LeftOut(name, Reason.IDENTIFIER) if not kept and _numbers_rows(name, there) else AsNumber(name)
    return _words_treatment(name, list(there), choices.dates or kept, kept)


def _words_treatment(name: str, there: Sequence[str], dates: bool, kept: bool) -> Treatment:
    different = set(there)
    numbers = {word for word in different if number(word) is not None}
    words = sum(word not in numbers for word in there)
    if words <= (1.0 - MOSTLY) * len(there):
        return AsNumber(name, words)
    days = {word for word in different if is_date(word)}
    if sum(word in days for word in there) >= MOSTLY * len(there):
        return AsDate(name) if dates else LeftOut(name, Reason.DATE)
    share = len(different) / len(there)
    if share >= VARIED and _mean_words(there) >= WORDS:
        return AsText(name)
    named = _IDENTIFYING.search(name.strip().lower()) is not None and len(different) == len(there)
    if not kept and ((share >= UNIQUE and len(there) >= FEWEST) or named):
        return LeftOut(name, Reason.IDENTIFIER)
    return AsCategory(name)


def _mean_words(there: Sequence[str]) -> float:
    some = there[:: max(1, len(there) // 1000)]
    return float(np.mean([len(_WORD.findall(word)) for word in some]))


def _numbers_rows(name: str, there: Vector) -> bool:
    """Whether whole numbers name the rows: all differ, and they count from 0 or 1, or the column is called an id."""
    if (there != np.floor(there)).any() or len(np.unique(there)) < len(there):
        return False
    if _IDENTIFYING.search(name.strip().lower()) is not None:
        return True
    # Of rows that were numbered, some may have been taken away, to judge by; those that are left are still in order.
    in_order = (np.diff(there) > 0).all() or (np.diff(there) < 0).all()
    counted = 0 <= there.min() < 0.1 * len(there) and there.max() < 3 * len(there)
    return bool(len(there) >= FEWEST and in_order and counted)
