"""Regular expressions that take a time proportional to the text, whatever the text.

A pattern out of a file may take for ever: `(a+)+$` on thirty letters. The ones let through are a run of single
characters, of which only the last may repeat; then nothing is ever tried twice from one place.
"""

import re
from typing import Any

from drupe.foundation.errors import InputError

_CHARACTER = r"(?:\\[wWdDsS]|\\[^\w\s]|\[\^?(?:[^\[\]\\]|\\[wWdDsS]|\\[^\w\s])+\]|[^\\\[\](){}?*+|^$])"
_AGAIN = r"(?:[+*]|\{\d{1,2}(?:,\d{0,2})?\})"
_PLAIN = re.compile(rf"(?:\(\?[aimsu]+\))?(?:\\b)?{_CHARACTER}{{0,32}}?(?:{_CHARACTER}{_AGAIN}?|\\w{_AGAIN}?\\b)")


def is_plain_pattern(pattern: str) -> bool:
    r"""Whether a pattern of a file is simple enough to be run in bounded time.

    >>> is_plain_pattern(r"(?u)\b\w\w+\b"), is_plain_pattern(r"[^\s,]+"), is_plain_pattern("(a+)+$")
    (True, True, False)
    """
    return len(pattern) <= 200 and _PLAIN.fullmatch(pattern) is not None


def check_pattern(estimator: Any) -> None:
    """Raise an InputError if the estimator finds words by a pattern that is not plain."""
    pattern = getattr(estimator, "token_pattern", None)
    if pattern is None:
        return
    try:
        if is_plain_pattern(pattern) and re.compile(pattern):
            return
    except re.error:
        pass
    raise InputError(
        f"the file has a regular expression for the words of a text, {pattern[:60]!r}, that may take for ever; if you "
        "trust whoever wrote the file, load it by drupe.load(path, trusted=True)."
    )
