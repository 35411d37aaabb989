"""Days and times as numbers: days since the year 1970 began, with fractions."""

import re
from collections.abc import Iterable
from datetime import date, datetime

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.inputs.cells import full_year, in_figures

_DAY = re.compile(r"(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})(?:[T ]+(.*))?", re.ASCII)
_TIME = re.compile(r"(\d{1,2}):(\d{2})(?::(\d{2}))?", re.ASCII)
_START = datetime(1970, 1, 1).toordinal()


def day_comes_first(cells: Iterable[str | None]) -> bool:
    """Whether 3/4/2024 is the third of April, as some other cell shows; if none does, with points it is, else not.

    >>> day_comes_first(["3/4/2024", "25/4/2024"]), day_comes_first(["3/4/2024"]), day_comes_first(["3.4.2024"])
    (True, False, True)
    """
    there = [cell for cell in cells if cell is not None]
    found = [parts for cell in there if (parts := _DAY.fullmatch(cell.strip())) and len(parts[1]) < 4]
    if any(int(parts[1]) > 12 for parts in found):
        return True
    return not any(int(parts[2]) > 12 for parts in found) and any("." in cell for cell in there)


def days(cells: Iterable[str | None], day_first: bool) -> Vector:
    """The days of cells; NaN where there is no date. A time without a day is a part of a day.

    >>> days(["1970-01-02", "2.1.1970 12:00", "2 Jan 1970", "06:00", None], day_first=True).tolist()
    [1.0, 1.5, 1.0, 0.25, nan]
    """
    found = (np.nan if cell is None else _days(in_figures(cell), day_first) for cell in cells)
    return np.array(list(found), dtype=np.float64)


def written_day(value: float) -> str:
    """The day that a number of days stands for.

    >>> written_day(1.5)
    '1970-01-02'
    """
    return date.fromordinal(_START + int(np.floor(value))).isoformat()


def _days(cell: str, day_first: bool) -> float:
    parts = _DAY.fullmatch(cell)
    if parts is None:
        return _part_of_day(cell)
    first, second = int(parts[1]), int(parts[2])
    if len(parts[1]) == 4:
        year, month, day = first, second, int(parts[3])
    else:
        day, month = (first, second) if day_first else (second, first)
        year = full_year(parts[3])
    try:
        whole = datetime(year, month, day).toordinal() - _START
    except ValueError:  # no such day: as if the cell were empty
        return float("nan")
    rest = _part_of_day(parts[4]) if parts[4] else 0.0
    return whole + (0.0 if np.isnan(rest) else rest)


def _part_of_day(text: str) -> float:
    parts = _TIME.match(text)
    if parts is None:
        return float("nan")
    return (int(parts[1]) + int(parts[2]) / 60 + int(parts[3] or 0) / 3600) / 24
