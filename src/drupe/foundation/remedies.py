"""What would do, as data: errors say it in Python's words, and the command line puts it into its own.

A message holds the words of each of its remedies as they are, so that the command line can replace them by its own.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Any


class Remedy:
    """Something to do; `str` says it as a user of Python does it."""


@dataclass(frozen=True)
class Setting(Remedy):
    """An option of a reader of files, and the value that would do; without one, any that fits.

    >>> str(Setting("encoding", "latin-1")), str(Setting("budget")), str(Setting("dropped", ("id",)))
    ("Options(encoding='latin-1')", 'Options(budget=...)', "Options(dropped=('id',))")
    """

    name: str
    value: Any = ...

    def __str__(self) -> str:
        if self.value is ...:
            return f"Options({self.name}=...)"
        return f"Options({self.name}={self.value if isinstance(self.value, Enum) else repr(self.value)})"


@dataclass(frozen=True)
class NamedTarget(Remedy):
    """To say which column holds the targets; `value` is what was said, where that was wrong."""

    words: str
    value: Any = None

    def __str__(self) -> str:
        return self.words


@dataclass(frozen=True)
class ScaledColumns(Remedy):
    """To bring the columns to one scale before a machine compares them, which the command line does unless told not to.

    >>> str(ScaledColumns())
    'put sklearn.preprocessing.StandardScaler before the machine'
    """

    def __str__(self) -> str:
        return "put sklearn.preprocessing.StandardScaler before the machine"


@dataclass(frozen=True)
class UntoldRows(Remedy):
    """To leave out rows without a target.

    >>> str(UntoldRows())
    "untold='drop'"
    """

    def __str__(self) -> str:
        return "untold='drop'"


@dataclass(frozen=True)
class InPython(Remedy):
    """What only a user of Python can do, or need."""

    words: str

    def __str__(self) -> str:
        return self.words
