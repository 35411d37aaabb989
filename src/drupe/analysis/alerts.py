"""What a person should know of a table before trusting what was learned from it: one sentence for each finding."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

LONGEST = 40
"""Letters of a column's name, or of a cell, that a sentence shows."""

NAMED = 3
"""Columns that a sentence names before it counts the others."""


ALIKE = 4
"""Alerts of one kind that are shown."""


class AlertKind(Enum):
    """What was found."""

    LEAK = "leak"
    FEW_ROWS = "few rows"
    NUMBERS_AS_CLASSES = "numbers as classes"
    RARE_CLASS = "rare class"
    MIXED = "mixed types"
    IDENTIFIER = "identifier"
    ROWS_LEFT_OUT = "rows left out"
    FILLED = "empty cells filled"
    OUTLIER = "outlier"
    DATE = "date"
    MANY_EMPTY = "many empty cells"
    NEARLY_UNIQUE = "nearly unique category"
    TWINS = "says the same"
    TEXT = "free text"
    SORTED = "sorted rows"
    DUPLICATE = "duplicate"
    CONSTANT = "constant"
    EMPTY = "empty"


GRAVITY: Mapping[AlertKind, float] = {
    AlertKind.LEAK: 100.0,
    AlertKind.FEW_ROWS: 80.0,
    AlertKind.NUMBERS_AS_CLASSES: 78.0,
    AlertKind.RARE_CLASS: 75.0,
    AlertKind.MIXED: 70.0,
    AlertKind.IDENTIFIER: 65.0,
    AlertKind.ROWS_LEFT_OUT: 62.0,
    AlertKind.FILLED: 60.0,
    AlertKind.OUTLIER: 55.0,
    AlertKind.DATE: 50.0,
    AlertKind.MANY_EMPTY: 45.0,
    AlertKind.NEARLY_UNIQUE: 40.0,
    AlertKind.TWINS: 35.0,
    AlertKind.TEXT: 25.0,
    AlertKind.SORTED: 20.0,
    AlertKind.DUPLICATE: 15.0,
    AlertKind.CONSTANT: 10.0,
    AlertKind.EMPTY: 10.0,
}
"""How much each weighs: what makes all other numbers doubtful comes first, what was put right in silence last."""

SERIOUS = 50.0
"""From this weight on, an alert belongs on the first screen."""


@dataclass(frozen=True)
class Alert:
    """One finding.

    Parameters
    ----------
    kind
        What was found.
    columns
        Where; empty if it is said of the rows.
    text
        A sentence that says what was found, and what was done or should be asked.
    weight
        How much it weighs against others.

    Examples
    --------
    >>> alert = Alert.of(AlertKind.CONSTANT, "Column “unit” is the same in every row: left out.", "unit")
    >>> alert.weight, alert.serious
    (10.0, False)
    """

    kind: AlertKind
    columns: tuple[str, ...]
    text: str
    weight: float

    @classmethod
    def of(cls, kind: AlertKind, text: str, *columns: str) -> "Alert":
        """An alert of the weight that its kind has."""
        return cls(kind, columns, text, GRAVITY[kind])

    @property
    def serious(self) -> bool:
        """Whether it belongs on the first screen."""
        return self.weight >= SERIOUS


def by_weight(alerts: Sequence[Alert]) -> tuple[Alert, ...]:
    """The weightiest first, those of one weight in their order; of many alike, some and one for the others."""
    kinds = dict.fromkeys(alert.kind for alert in alerts)
    shortened = [alert for kind in kinds for alert in _some([one for one in alerts if one.kind is kind])]
    return tuple(sorted(shortened, key=lambda alert: -alert.weight))


def _some(alike: list[Alert]) -> list[Alert]:
    rest = tuple(dict.fromkeys(name for alert in alike[ALIKE - 1 :] for name in alert.columns))
    if len(alike) <= ALIKE or not rest:
        return alike
    text = f"Likewise ({alike[0].kind.value}): {naming(rest).replace('C', 'c', 1)}."
    return [*alike[: ALIKE - 1], Alert.of(alike[0].kind, text, *rest)]


def quoted(text: str) -> str:
    """A name or a cell inside a sentence, cut if it is long.

    >>> quoted("age"), quoted("x" * 60)[-5:]
    ('“age”', 'xxx…”')
    """
    line = " ".join(text.split())
    return f"“{line if len(line) <= LONGEST else line[: LONGEST - 1] + '…'}”"


def naming(columns: Sequence[str], one: str = "Column", several: str = "Columns") -> str:
    """Columns, or what else has names, at the beginning of a sentence.

    >>> naming(["a"]), naming(["a", "b"]), naming(list("abcdef"))
    ('Column “a”', 'Columns “a” and “b”', 'Columns “a”, “b”, “c” and 3 more')
    """
    shown = [quoted(name) for name in columns[: NAMED + 1 if len(columns) == NAMED + 1 else NAMED]]
    rest = len(columns) - len(shown)
    if len(columns) == 1:
        return f"{one} {shown[0]}"
    last = f"{rest} more" if rest else shown.pop()
    return f"{several} {', '.join(shown)} and {last}"


def percent(share: float) -> str:
    """A share in whole percent, or with a digit if it is not quite all or hardly anything; never rounded to all.

    >>> percent(1.0), percent(0.9996), percent(0.31), percent(0.004), percent(1e-5)
    ('100 %', '99.9 %', '31 %', '0.4 %', '< 0.1 %')
    """
    if 0.01 <= share <= 0.985 or share in (0.0, 1.0):
        return f"{100.0 * share:.0f} %"
    return f"{min(99.9, 100.0 * share):.1f} %" if share >= 0.001 else "< 0.1 %"
