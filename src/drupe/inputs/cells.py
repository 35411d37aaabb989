"""What a cell of a table is: a number, missing, a date, or a word."""

import re

import numpy as np

from drupe.foundation.arrays import Vector

MISSING = frozenset({"", "?", "na", "n/a", "nan", "null", "none", "#n/a", "<na>"})
"""What stands for a value that is not there, in small letters."""

TRUTHS = {"false": 0.0, "true": 1.0}
"""What stands for yes and no where there are numbers in other formats, in small letters."""

# Digits after digits only behind a point: else a long cell could be divided in many ways, and all would be tried.
_NUMBER = re.compile(r"[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?", re.ASCII)
_DATE = re.compile(
    r"(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})([T ]+\d{1,2}:\d{2}.*)?|\d{1,2}:\d{2}(:\d{2}.*)?",
    re.ASCII,
)
_NAMED_MONTH = re.compile(
    r"(?:(?P<day>\d{1,2})(?:\. ?|[ -])(?P<month>[A-Za-z]{3,9})|(?P<first>[A-Za-z]{3,9})\.? (?P<second>\d{1,2}))"
    r"(?:\.? |, ?|-)(?P<year>\d{4}|\d{2})(?P<time>[T ]\d{1,2}:\d{2}.*)?",
    re.ASCII,
)
_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_COMMA_NUMBER = re.compile(r"[-+]?\d+,\d+([eE][-+]?\d+)?", re.ASCII)


def is_missing(cell: str) -> bool:
    """Whether a cell stands for no value.

    >>> is_missing(" NaN "), is_missing("0")
    (True, False)
    """
    return cell.strip().lower() in MISSING


def number(cell: str) -> float | None:
    """The finite number that a cell holds; None if it holds none.

    >>> number(" -1.5e3"), number("1_000"), number("inf"), number("1e999")
    (-1500.0, None, None, None)
    """
    text = cell.strip()
    if _NUMBER.fullmatch(text) is None:
        return None
    value = float(text)
    return value if np.isfinite(value) else None


def number_word(value: float) -> str:
    """A number as it is written shortest, so that 1, 1.0 and 01 are one category.

    >>> number_word(1.0), number_word(0.1), number_word(1e22)
    ('1', '0.1', '1e+22')
    """
    return str(int(value)) if abs(value) < 2**53 and value == int(value) else repr(float(value))


def number_meant(cell: str) -> float | None:
    """The number that a cell holds, 1 for true and 0 for false; None if it holds none.

    >>> number_meant("007"), number_meant("True"), number_meant("red")
    (7.0, 1.0, None)
    """
    return TRUTHS.get(cell.strip().lower(), number(cell))


def common_word(cell: str) -> str:
    """A word as any format may have it: text keeps no zeros in front of numbers, and tables have 1 for true.

    >>> common_word("007"), common_word("True"), common_word("red")
    ('7', '1', 'red')
    """
    value = number_meant(cell)
    return cell if value is None else number_word(value)


def is_date(cell: str) -> bool:
    """Whether a cell looks like a day or a time.

    >>> is_date("2024-02-29"), is_date("29.2.2024 13:05"), is_date("29 Feb 2024"), is_date("1.5")
    (True, True, True, False)
    """
    return _DATE.fullmatch(in_figures(cell)) is not None


def in_figures(cell: str) -> str:
    """A day whose month is an English word, whole or shortened, in figures; any other cell as it is, but for spaces.

    >>> in_figures("29 Feb 2024"), in_figures("March 5, 2021 13:05"), in_figures("05-Mar-71"), in_figures("5 per 2021")
    ('2024-02-29', '2021-03-05 13:05', '1971-03-05', '5 per 2021')
    """
    text = cell.strip()
    parts = _NAMED_MONTH.fullmatch(text)
    word = "" if parts is None else (parts["month"] or parts["first"]).lower()
    month = next((place for place, name in enumerate(_MONTHS, 1) if word and name.startswith(word)), None)
    if parts is None or month is None:
        return text
    return f"{full_year(parts['year'])}-{month:02d}-{int(parts['day'] or parts['second']):02d}{parts['time'] or ''}"


def full_year(digits: str) -> int:
    """The year that is meant by two digits, from 1970 to 2069; longer ones are what they are.

    >>> full_year("71"), full_year("24"), full_year("1871")
    (1971, 2024, 1871)
    """
    year = int(digits)
    return year if len(digits) > 2 else year + (1900 if year >= 70 else 2000)


def has_decimal_comma(cell: str) -> bool:
    """Whether a cell would be a number if its comma were a point."""
    return _COMMA_NUMBER.fullmatch(cell.strip()) is not None


def numbers(cells: list[str]) -> Vector | None:
    """The numbers that cells hold if every one does, fast; None if some do not and must be looked at one by one."""
    text = "".join(cells)
    # Python reads 1_000 and digits of other scripts as numbers, too.
    if not text.isascii() or "_" in text:
        return None
    try:
        values = np.fromiter(map(float, cells), dtype=np.float64, count=len(cells))
    except ValueError:
        return None
    return values if np.isfinite(values).all() else None
