"""Fields that know their range: a frozen value checks itself once, when it is made."""

import dataclasses
import math
import numbers
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from drupe.foundation.errors import ParameterError

_REQUIRED: Any = dataclasses.MISSING
_PLAIN = (float, int, str)


@dataclass(frozen=True)
class Interval:
    """The numbers between two ends, each end in or out.

    >>> Interval(0.0, math.inf, closed_low=False)
    Interval: (0.0, inf)
    """

    low: float = -math.inf
    high: float = math.inf
    closed_low: bool = True
    closed_high: bool = False
    whole: bool = False

    def __contains__(self, value: object) -> bool:
        # Most are of the first two types; to ask an abstract class takes longer.
        if not isinstance(value, (float, int, numbers.Real)) or isinstance(value, bool):
            return False
        try:
            number = float(value)
        except OverflowError:  # a whole number beyond all floats
            return False
        if math.isnan(number) or (self.whole and not number.is_integer()):
            return False
        above = number >= self.low if self.closed_low else number > self.low
        below = number <= self.high if self.closed_high else number < self.high
        return above and below

    def __str__(self) -> str:
        left, right = "[" if self.closed_low else "(", "]" if self.closed_high else ")"
        numbers_ = f"{left}{self.low}, {self.high}{right}"
        return f"the whole numbers of {numbers_}" if self.whole else numbers_

    def __repr__(self) -> str:
        return f"Interval: {self}"


def ranged(interval: Interval, default: Any = _REQUIRED) -> Any:
    """A dataclass field whose value, or whose every entry if it is a tuple, must lie in the interval."""
    return dataclasses.field(default=default, metadata={"range": interval})


def real(default: Any = _REQUIRED) -> Any:
    """Any finite number."""
    return ranged(Interval(closed_low=False), default)


def positive(default: Any = _REQUIRED) -> Any:
    """A finite number above zero."""
    return ranged(Interval(0.0, closed_low=False), default)


LENGTHS = Interval(1e-150, 1e150, closed_high=True)
"""Numbers whose squares, and one over these, are well inside the range of float64."""

RATES = Interval(1e-298, 1e298, closed_high=True)
"""Factors of squared lengths whose roots are such lengths."""


def length(default: Any = _REQUIRED) -> Any:
    """A width or another length that formulas square, in `LENGTHS`."""
    return ranged(LENGTHS, default)


def nonnegative(default: Any = _REQUIRED) -> Any:
    """A finite number, zero or more."""
    return ranged(Interval(0.0), default)


def whole(low: int, default: Any = _REQUIRED) -> Any:
    """A whole number, `low` or more."""
    return ranged(Interval(low, whole=True), default)


def check(owner: str, name: str, value: object, interval: Interval) -> None:
    """Raise a ParameterError that names owner, parameter, range and value if the value is out of range."""
    if value not in interval:
        raise ParameterError(f"{owner}.{name} must lie in {interval}, got {value!r}.")


class Checked:
    """A frozen dataclass that checks its ranged fields when it is made."""

    def __post_init__(self) -> None:
        for name, interval in _ranges_of(type(self)):  # type: ignore[arg-type]
            value = getattr(self, name)
            plain = isinstance(value, _PLAIN) or not isinstance(value, Iterable)
            for entry in (value,) if plain else value:
                if entry not in interval:
                    check(type(self).__name__, name, entry, interval)


@cache
def _ranges_of(kind: Any) -> tuple[tuple[str, Interval], ...]:
    """The ranged fields of a class, looked up once: a fit makes many values of few classes."""
    fields = dataclasses.fields(kind)
    return tuple((field.name, field.metadata["range"]) for field in fields if "range" in field.metadata)
