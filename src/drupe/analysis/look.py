"""A look at the columns of the training rows before anything is learned: profiles, pairs and alerts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.analysis.alerts import Alert, AlertKind, by_weight, quoted
from drupe.analysis.columns.jumps import jumps
from drupe.analysis.columns.leaks import leaks
from drupe.analysis.columns.pairs import ColumnPair, strongest_pairs
from drupe.analysis.columns.profiles import ColumnProfile, profile_of
from drupe.analysis.columns.remarks import column_remarks, target_remarks
from drupe.analysis.columns.seen import Numbers, Seen, Words, seen
from drupe.analysis.columns.strengths import strengths, toward
from drupe.analysis.columns.twins import twins
from drupe.analysis.task import Task
from drupe.estimators.preparation.treatments import AsText, LeftOut, Treatment
from drupe.foundation.arrays import Index
from drupe.inputs.frame import Frame

MOST_COLUMNS = 800
"""Columns that are looked at: the first ones."""

CELLS, COMPARED_CELLS = 1_000_000, 100_000
"""Cells that are looked at, and that are compared with each other and with the target: so many rows of each column."""

COMPARED, FEWEST_COMPARED = 2000, 500
"""The most rows that are compared, and those that are however many columns there are."""

PAIRED = {Numbers: 200, Words: 30}
"""Columns of a kind that are compared with each other: those that the target follows most closely."""


@dataclass(frozen=True)
class Look:
    """What was seen in the columns.

    Parameters
    ----------
    rows
        How many training rows were looked at.
    columns
        One profile for each, in their order.
    pairs
        The used columns that follow each other most closely, the strongest pair first.
    alerts
        What a person should know, the weightiest first.
    unseen
        How many further columns there are that were not looked at.

    Examples
    --------
    >>> from drupe.estimators.preparation.treatments import AsNumber
    >>> frame = Frame.of({"refund": [0.0] * 30 + [9.0] * 30})
    >>> found = look(frame, np.repeat(["paid", "returned"], 30), Task.CLASSES, (AsNumber("refund"),))
    >>> found.columns[0].spread.high, found.alerts[0].text
    (9.0, 'Column “refund” alone answers 100 %: is it known beforehand?')
    """

    rows: int
    columns: tuple[ColumnProfile, ...] = field(repr=False)
    pairs: tuple[ColumnPair, ...] = field(repr=False)
    alerts: tuple[Alert, ...]
    unseen: int = 0


@np.errstate(over="ignore", invalid="ignore")  # what is too large for a square says nothing
def look(frame: Frame, targets: npt.NDArray[Any], task: Task, treatments: Sequence[Treatment]) -> Look:
    """Look at every column with what will become of it, and at the target.

    Parameters
    ----------
    frame
        The training rows.
    targets
        Theirs.
    task
        Whether these are classes or a quantity.
    treatments
        One for each column.
    """
    told = {one.name: one for one in treatments}
    names = frame.names[:MOST_COLUMNS]
    rows = _some(len(frame), max(COMPARED, CELLS // max(1, len(names))))
    columns = [seen(name, frame.column(name)[rows], told[name]) for name in names]
    goal = _goal(np.asarray(targets)[rows], task)

    few = _some(len(rows), min(COMPARED, max(FEWEST_COMPARED, COMPARED_CELLS // max(1, len(names)))))
    judged, answer = [column.take(few) for column in columns], goal.take(few)
    compared = [j for j, one in enumerate(judged) if _compared(told[one.name])]
    close: dict[int, float] = dict(zip(compared, toward(answer, [judged[j] for j in compared]).tolist(), strict=True))
    profiles = [profile_of(column, told[column.name], close.get(j)) for j, column in enumerate(columns)]
    paired = _paired(judged, close)
    found = strengths(paired)
    alerts = [
        *leaks(judged, told, answer),
        *target_remarks(np.asarray(targets), task, len(frame.names)),
        *column_remarks(frame, profiles),
        *(alert for j in compared if isinstance(one := columns[j], Numbers) for alert in jumps(one)),
        *_twins(paired, found),
    ]
    unseen = len(frame.names) - len(names)
    return Look(len(rows), tuple(profiles), strongest_pairs(paired, found), by_weight(alerts), unseen)


def _some(n: int, most: int) -> Index:
    """At most so many rows, drawn from all of them, in their order."""
    return np.arange(n) if n <= most else np.sort(np.random.default_rng(0).choice(n, most, replace=False))


def _goal(labels: npt.NDArray[Any], task: Task) -> Seen:
    """The target as a column of its own."""
    if task is Task.QUANTITY:
        return Numbers("", labels.astype(np.float64))
    classes, codes = np.unique(labels, return_inverse=True)
    return Words("", codes, tuple(map(str, classes)))


def _compared(treatment: Treatment) -> bool:
    """Whether a column has values that can be compared with those of others."""
    return not isinstance(treatment, LeftOut | AsText)


def _paired(columns: list[Seen], close: Mapping[int, float]) -> list[Seen]:
    """The columns that are compared with each other, in their order."""
    kept: set[int] = set()
    for kind, most in PAIRED.items():
        places = [j for j in close if isinstance(columns[j], kind)]
        kept.update(sorted(places, key=lambda j: -close[j])[:most])
    return [columns[j] for j in sorted(kept)]


def _twins(columns: list[Seen], found: npt.NDArray[Any]) -> list[Alert]:
    alerts = []
    for one, other in twins(columns, found):
        units = isinstance(one, Numbers) and isinstance(other, Numbers)
        how = "up to a factor and a shift" if units else "in other words"
        text = f"Columns {quoted(one.name)} and {quoted(other.name)} say the same {how}: one of them would do."
        alerts.append(Alert.of(AlertKind.TWINS, text, one.name, other.name))
    return alerts
