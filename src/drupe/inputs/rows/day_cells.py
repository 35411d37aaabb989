"""Words that are days, about which there is no doubt: the year stands first."""

from collections.abc import Sequence

from drupe.foundation.arrays import Vector
from drupe.inputs.cells import is_date
from drupe.inputs.dates import days


def days_of(words: Sequence[str | None]) -> Vector | None:
    """Days since 1970 began, NaN for None; None if some word is no such day.

    >>> days_of(["1970-01-03", None, "1970-01-01 12:00"]).tolist(), days_of(["3/1/1970"])
    ([2.0, nan, 0.5], None)
    """
    if not all(word is None or (word[:4].isdecimal() and is_date(word)) for word in words):
        return None
    return days(words, day_first=False)
