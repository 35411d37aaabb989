"""Numbers that stand far from all others: a few outliers, or a second unit in the same column."""

from collections.abc import Iterator

import numpy as np

from drupe.analysis.alerts import Alert, AlertKind, naming
from drupe.analysis.columns.seen import Numbers
from drupe.foundation.arrays import Vector

FEWEST = 20
"""Numbers below which nothing is said."""

FAR = 10.0
"""So many times as far from the median as the next nearer number: a value of another world."""

SHARE = 0.01
"""Of the rows that may be outliers; one always may."""

UNITS = 20.0
"""Factor between neighboring numbers that parts a column into two units."""

DIFFERENT = 5
"""Different numbers that each of two units has."""


def jumps(column: Numbers) -> Iterator[Alert]:
    """An alert if some numbers are far from all others.

    >>> ages = Numbers("age", np.array([*range(20, 70), 999.0]))
    >>> next(jumps(ages)).text
    'Column “age” has 1 value far from all others (999): a slip, or a code for something else?'
    """
    values = column.in_order
    if len(values) < FEWEST:
        return
    parts = _two_units(values)
    if parts is not None:
        low, high = parts
        text = (
            f"{naming([column.name])} has values up to {low:.4g} and from {high:.4g} on, and none between: "
            "are there two units in it?"
        )
        yield Alert.of(AlertKind.OUTLIER, text, column.name)
        return
    far = _outliers(values)
    if len(far):
        shown = ", ".join(f"{value:.6g}" for value in np.unique(far)[:3])
        count = "1 value" if len(far) == 1 else f"{len(far)} values"
        text = (
            f"{naming([column.name])} has {count} far from all others ({shown}): a slip, or a code for something else?"
        )
        yield Alert.of(AlertKind.OUTLIER, text, column.name)


def _outliers(values: Vector) -> Vector:
    """The few that are ten times as far from the median as the next one, where half of the numbers lie apart, too."""
    n, most = len(values), max(1, int(SHARE * len(values)))
    if values[n // 4] == values[3 * n // 4]:
        return values[:0]
    ends = np.concatenate([values[: most + 1], values[-most - 1 :]])
    away = np.abs(ends - values[n // 2])
    order = np.argsort(away, kind="stable")[-most - 1 :]
    steps = np.flatnonzero(away[order][1:] >= FAR * away[order][:-1])
    return ends[order[steps[0] + 1 :]] if len(steps) else values[:0]


def _two_units(values: Vector) -> tuple[float, float] | None:
    """The ends of a gap between positive numbers that is wider, as a factor, than both of its sides."""
    if values[0] <= 0.0:
        return None
    low, high = values[:-1], values[1:]
    at = int(np.argmax(high / low))
    factor = high[at] / low[at]
    if factor < max(UNITS, low[at] / values[0], values[-1] / high[at]):
        return None
    sides = (np.unique(values[: at + 1]), np.unique(values[at + 1 :]))
    return (float(low[at]), float(high[at])) if min(map(len, sides)) >= DIFFERENT else None
