"""What is said on the error stream about columns that a command does not learn from."""

from typing import Any

from drupe.cli.progress import note
from drupe.estimators.preparation.table_encoder import TableEncoder
from drupe.estimators.preparation.treatments import LeftOut, Reason
from drupe.report.numbers import listing

REMEDIES = {Reason.IDENTIFIER: "--keep NAME uses one", Reason.DATE: "--dates makes numbers of them"}
"""What a person may do who wants such a column all the same."""

OF_SEVERAL = {
    Reason.IDENTIFIER: "they name the rows",
    Reason.CONSTANT: "they are the same everywhere",
    Reason.EMPTY: "they are empty",
    Reason.DUPLICATE: "other columns say the same",
}
"""Why, where one reason holds for several columns."""


def note_left_out(before: Any) -> None:
    """Name the columns that are left out, one line for each reason."""
    if not isinstance(before, TableEncoder):
        return
    left = [one for one in before.treatments or () if isinstance(one, LeftOut)]
    for reason in Reason:
        names = [repr(one.name) for one in left if one.reason is reason]
        if names:
            why = reason.value if len(names) == 1 else OF_SEVERAL.get(reason, reason.value)
            remedy = f"; {REMEDIES[reason]}" if reason in REMEDIES else ""
            note(f"left out {listing(names)}: {why}{remedy}.")
