"""Columns that give the answer away, as a file does that was put together after the answer was known."""

from collections.abc import Iterator, Mapping, Sequence

from drupe.analysis.alerts import Alert, AlertKind, naming, percent, quoted
from drupe.analysis.columns.alone import EXPLAINED, FEWEST, Alone, Goal, alone, emptiness_alone
from drupe.analysis.columns.seen import Numbers, Seen, Words
from drupe.analysis.columns.telling_words import words_alone
from drupe.estimators.preparation.treatments import AsText, LeftOut, Reason, Treatment
from drupe.inputs.frame import Frame

LEVEL = 1e-4
"""Probability with which any column of a table that knows nothing of the target may be accused."""

EACH = 5
"""Leaks that get a sentence each; of more there is one sentence for all."""

SORTED = "the rows may be sorted by the target. It is left out, but other columns may tell the order, too."


def leaks(frame: Frame, columns: Sequence[Seen], treatments: Mapping[str, Treatment], target: Seen) -> Iterator[Alert]:
    """The columns, or whether their cells are empty, that answer (nearly) everything alone.

    >>> from drupe.estimators.preparation.treatments import AsNumber
    >>> frame = Frame.of({"refund": [0.0] * 20 + [9.0] * 20})
    >>> amount, target = Numbers("refund", frame.column("refund")), Numbers("", frame.column("refund") / 3.0)
    >>> next(leaks(frame, [amount], {"refund": AsNumber("refund")}, target)).text
    'Column “refund” alone explains 100 % of the target: is it known beforehand?'
    """
    goal = target.values if isinstance(target, Numbers) else target.places
    found: list[Alert] = []
    for column in columns:
        treatment = treatments[column.name]
        given = _sorted_by if isinstance(treatment, LeftOut) else _given_away
        found += given(frame, column, treatment, goal, len(columns))
    many = [alert for alert in found if alert.kind is AlertKind.LEAK]
    if len(many) <= EACH:
        yield from found
        return
    names = [name for alert in many for name in alert.columns]
    text = f"{naming(names)} each answer (nearly) everything alone: are they known beforehand?"
    yield Alert.of(AlertKind.LEAK, text, *names)
    yield from (alert for alert in found if alert.kind is not AlertKind.LEAK)


def _given_away(frame: Frame, column: Seen, treatment: Treatment, goal: Goal, columns: int) -> list[Alert]:
    quantity = goal.dtype.kind == "f"
    found = emptiness_alone(column, goal)
    if _suspicious(found, goal, columns):
        return _leak(column, f"Whether column {quoted(column.name)} is empty alone answers {percent(found.share)}")
    found = alone(column, goal)
    if _suspicious(found, goal, columns):
        what = f"explains {percent(found.share)} of the target" if quantity else f"answers {percent(found.share)}"
        some = f" in the {found.rows} of {len(goal)} rows that have it" if found.rows < 0.95 * len(goal) else ""
        return _leak(column, f"{naming([column.name])} alone {what}{some}")
    if isinstance(treatment, AsText) and not quantity:
        found = words_alone(frame.column(column.name), goal)
        if _suspicious(found, goal, columns):
            return _leak(column, f"Single words of column {quoted(column.name)} alone answer {percent(found.share)}")
    return []


def _leak(column: Seen, text: str) -> list[Alert]:
    return [Alert.of(AlertKind.LEAK, f"{text}: is it known beforehand?", column.name)]


def _sorted_by(_: Frame, column: Seen, treatment: Treatment, goal: Goal, columns: int) -> list[Alert]:
    """Names of the rows that come in the order of the target."""
    if not isinstance(treatment, LeftOut) or treatment.reason is not Reason.IDENTIFIER:
        return []
    found = alone(column.ordered() if isinstance(column, Words) else column, goal)
    if not _suspicious(found, goal, columns):
        return []
    what = "tells the target" if goal.dtype.kind == "f" else f"answers {percent(found.share)}"
    return [Alert.of(AlertKind.SORTED, f"{naming([column.name])} alone {what}: {SORTED}", column.name)]


def _suspicious(found: Alone, goal: Goal, columns: int) -> bool:
    if goal.dtype.kind == "f":
        return found.rows >= FEWEST and found.share >= EXPLAINED
    return found.chance <= LEVEL / columns
