"""Rows that are strings: sequences of letters, lines of text."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from drupe.serving.refusals import shown, unusable


@dataclass(frozen=True)
class TextRows:
    """One string each.

    Examples
    --------
    >>> TextRows().checked(["ACGT", "GGT"])
    ['ACGT', 'GGT']
    """

    def described(self) -> Mapping[str, Any]:
        """What a request must hold."""
        return {"kind": "strings", "columns": None, "names": None}

    def checked(self, rows: Sequence[Any]) -> list[str]:
        """The strings themselves."""
        for i, row in enumerate(rows):
            if not isinstance(row, str):
                raise unusable(f"row {i} is {shown(row)}; the model takes strings.")
        return list(rows)

    def from_columns(self, columns: Mapping[str, Sequence[Any]]) -> list[str]:
        """The only column."""
        if len(columns) != 1:
            raise unusable(f"the model takes one column of strings, got {len(columns)} columns.")
        return self.checked(next(iter(columns.values())))

    def together(self, requests: Sequence[list[str]]) -> list[str]:
        """All strings."""
        return [text for request in requests for text in request]
