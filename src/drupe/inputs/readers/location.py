"""Where in a file something stands, so that an error can say so."""

from dataclasses import dataclass, replace

from drupe.foundation.errors import InputError
from drupe.foundation.remedies import Remedy

LONGEST_QUOTE = 40
"""Characters of a cell that an error shows."""


@dataclass(frozen=True)
class Location:
    """A place in a file.

    Parameters
    ----------
    file
        The name, as the user gave it.
    line
        Counted from 1; None for the file as a whole.
    column
        The name of the column, or its number from 1; None for the line as a whole.

    Examples
    --------
    >>> print(Location("iris.csv", 3, "petal"))
    iris.csv, line 3, column 'petal'
    """

    file: str
    line: int | None = None
    column: str | int | None = None

    def at(self, line: int, column: str | int | None = None) -> "Location":
        """A place in the same file."""
        return replace(self, line=line, column=column)

    def error(self, found: str, would_do: str, *remedies: Remedy) -> InputError:
        """One line that says where, what came and what would do; the remedies that it names are data too."""
        return InputError(f"{self}: {found}; {would_do}.", remedies=remedies)

    def __str__(self) -> str:
        line = "" if self.line is None else f", line {self.line}"
        column = "" if self.column is None else f", column {self.column!r}"
        return f"{self.file}{line}{column}"


def quoted(text: str) -> str:
    """A cell for an error message: on one line and not too long.

    >>> quoted("a" * 50)
    "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...'"
    """
    return repr(text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}...")
