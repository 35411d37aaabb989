"""Columns that give the answer away, as a file does that was put together after the answer was known."""

from collections.abc import Iterator, Mapping, Sequence

from drupe.analysis.alerts import Alert, AlertKind, naming, percent, quoted
from drupe.analysis.columns.alone import EXPLAINED, FEWEST, Alone, Goal, alone, emptiness_alone
from drupe.analysis.columns.seen import Numbers, Seen, Words
from drupe.analysis.columns.telling_words import words_alone
from drupe.estimators.preparation.treatments import AsText, LeftOut, Reason, Treatment

LEVEL = 1e-4
"""Probability with which any column of a table that knows nothing of the target may be accused."""

SORTED = "the rows may be sorted by the target. It is left out, but other columns may tell the order, too."


def leaks(columns: Sequence[Seen], treatments: Mapping[str, Treatment], target: Seen) -> Iterator[Alert]:
    """The columns, or whether their cells are empty, that answer (nearly) everything alone.

    >>> import numpy as np
    >>> from drupe.estimators.preparation.treatments import AsNumber
    >>> amount, target = (Numbers(name, np.repeat([0.0, 9.0], 20)) for name in ("refund", "loss"))
    >>> next(leaks([amount], {"refund": AsNumber("refund")}, target)).text
    'Column “refund” alone explains 100 % of the target: is it known beforehand?'
    """
    goal = target.values if isinstance(target, Numbers) else target.places
    for column in columns:
        treatment = treatments[column.name]
        found = _sorted_by if isinstance(treatment, LeftOut) else _given_away
        yield from found(column, treatment, goal, len(columns))


def _given_away(column: Seen, treatment: Treatment, goal: Goal, columns: int) -> Iterator[Alert]:
    quantity = goal.dtype.kind == "f"
    if _suspicious(found := emptiness_alone(column, goal), goal, columns):
        yield _leak(column, f"Whether column {quoted(column.name)} is empty alone answers {percent(found.share)}")
    elif _suspicious(found := alone(column, goal), goal, columns):
        what = f"explains {percent(found.share)} of the target" if quantity else f"answers {percent(found.share)}"
        some = f" in the {found.rows} of {len(goal)} rows that have it" if found.rows < 0.95 * len(goal) else ""
        yield _leak(column, f"{naming([column.name])} alone {what}{some}")
    elif isinstance(treatment, AsText) and isinstance(column, Words) and not quantity:
        found = words_alone(column, goal)
        if _suspicious(found, goal, columns):
            yield _leak(column, f"Single words of column {quoted(column.name)} alone answer {percent(found.share)}")


def _leak(column: Seen, text: str) -> Alert:
    return Alert.of(AlertKind.LEAK, f"{text}: is it known beforehand?", column.name)


def _sorted_by(column: Seen, treatment: Treatment, goal: Goal, columns: int) -> Iterator[Alert]:
    """Names of the rows that come in the order of the target."""
    if not isinstance(treatment, LeftOut) or treatment.reason is not Reason.IDENTIFIER:
        return
    found = alone(column.ordered() if isinstance(column, Words) else column, goal)
    if _suspicious(found, goal, columns):
        what = "tells the target" if goal.dtype.kind == "f" else f"answers {percent(found.share)}"
        yield Alert.of(AlertKind.SORTED, f"{naming([column.name])} alone {what}: {SORTED}", column.name)


def _suspicious(found: Alone, goal: Goal, columns: int) -> bool:
    if goal.dtype.kind == "f":
        return found.rows >= FEWEST and found.share >= EXPLAINED
    return found.chance <= LEVEL / columns
