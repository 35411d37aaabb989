"""What is said on the error stream about a table before machines learn from it."""

from collections.abc import Sequence
from typing import Any

from drupe.analysis.alerts import AlertKind
from drupe.analysis.examples import Examples
from drupe.analysis.study import looked, too_rare
from drupe.cli.left_out import note_left_out
from drupe.cli.progress import note

SAID = (
    AlertKind.LEAK,
    AlertKind.NUMBERS_AS_CLASSES,
    AlertKind.MIXED,
    AlertKind.ROWS_LEFT_OUT,
    AlertKind.FILLED,
    AlertKind.TEXT,
)
"""What makes an answer doubtful, or was done to cells and rows; the rest is for drupe report."""


def note_findings(examples: Examples, before: Any, unlearned: Sequence[tuple[str, int]] = ()) -> None:
    """Name the columns that are left out, and say what else a person should know of the rows that are learned from.

    Parameters
    ----------
    examples
        The rows.
    before
        What stands before the machine, with a treatment for each column.
    unlearned
        Classes that were left out, and how many rows each had.
    """
    note_left_out(before)
    found, rare = looked(examples.part, examples, before, unlearned), tuple(too_rare(unlearned))
    for alert in rare if found is None else found.alerts:
        if alert.kind in SAID or alert in rare:
            note(alert.text.replace("`", ""))
