"""Rows of numbers, by their order or by the names of columns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from drupe.foundation.arrays import Matrix
from drupe.serving.refusals import Refusal, Status, shown, unusable

NUMBERS = {float, int}
"""What JSON has for numbers; true and false are none."""

MOST = 2**24
"""Numbers that the zeros of sparse rows may take up in one request."""

EXACT = 2**53
"""Whole numbers up to which float64 holds every one."""

NAMED = 8
"""Columns that an error lists."""


@dataclass(frozen=True, eq=False)
class NumberRows:
    """Lists of so many finite numbers, or objects with a number for each name.

    Parameters
    ----------
    columns
        How many numbers a row has.
    names
        Of the columns; None if they have none.
    sparse
        Whether a column that an object does not name is zero.

    Examples
    --------
    >>> rows = NumberRows(2, ("width", "height"))
    >>> rows.checked([[1, 2.5], {"height": 4, "width": 3}]).tolist()
    [[1.0, 2.5], [3.0, 4.0]]
    """

    columns: int
    names: tuple[str, ...] | None = None
    sparse: bool = False

    def described(self) -> Mapping[str, Any]:
        """What a request must hold."""
        few = None if self.names is None or self.sparse else list(self.names)
        return {"kind": "numbers", "columns": self.columns, "names": few, "sparse": self.sparse}

    def checked(self, rows: Sequence[Any]) -> Matrix:
        """One row of float64 for each."""
        if self.sparse and len(rows) * self.columns > MOST:
            raise Refusal(
                Status.TOO_LARGE,
                f"{len(rows)} rows of {self.columns} columns are more than {MOST} numbers; send fewer rows at a time.",
            )
        lists = [self._listed(row, i) for i, row in enumerate(rows)]
        kinds = {kind for row in lists for kind in set(map(type, row))}
        if not kinds <= NUMBERS:
            raise self._no_number(lists)
        try:
            array = np.array(lists, dtype=np.float64)
        except OverflowError:
            raise self._too_large(lists) from None
        if not np.isfinite(array).all():
            raise self._too_large(lists)
        if int in kinds and np.abs(array).max() >= EXACT:
            self._check_exact(lists)
        return array

    def from_columns(self, columns: Mapping[str, Sequence[Any]]) -> Matrix:
        """By name if the columns have names, else by order."""
        if self.names is None:
            return self.checked([list(row) for row in zip(*columns.values(), strict=True)])
        return self.checked([dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)])

    def together(self, requests: Sequence[Matrix]) -> Matrix:
        """All rows, one below the other."""
        return requests[0] if len(requests) == 1 else np.concatenate(requests)

    def _listed(self, row: Any, i: int) -> list[Any]:
        if type(row) is dict:
            return self._ordered(row, i)
        if type(row) is not list:
            raise unusable(f"row {i} is {shown(row)}; it must be a list of {self.columns} numbers{self._or_object()}.")
        if len(row) != self.columns:
            raise unusable(f"row {i} has {len(row)} entries; the model takes {self.columns} numbers.")
        return row

    def _or_object(self) -> str:
        return "" if self.names is None else ", or an object with a number for each column"

    def _ordered(self, row: dict[str, Any], i: int) -> list[Any]:
        """The values of an object in the order of the columns."""
        if self.names is None:
            raise unusable(f"row {i} names columns, but those of the model have no names; send lists of numbers.")
        unknown = next((name for name in row if name not in self._places), None)
        if unknown is not None:
            raise unusable(f"row {i} has a column {shown(unknown)} that the model does not know; {self._known()}.")
        if self.sparse:
            out: list[Any] = [0.0] * self.columns
            for name, value in row.items():
                out[self._places[name]] = value
            return out
        missing = next((name for name in self.names if name not in row), None)
        if missing is not None:
            raise unusable(f"row {i} has no column {missing!r}; {self._known()}.")
        return [row[name] for name in self.names]

    @cached_property
    def _places(self) -> dict[str, int]:
        return {name: j for j, name in enumerate(self.names or ())}

    def _known(self) -> str:
        names = [repr(name) for name in (self.names or ())[:NAMED]]
        return f"it takes {', '.join(names)}{', ...' if self.columns > NAMED else ''}"

    def _no_number(self, lists: Sequence[Sequence[Any]]) -> Refusal:
        place, value = next(
            ((i, j), value) for i, row in enumerate(lists) for j, value in enumerate(row) if type(value) not in NUMBERS
        )
        what = "is null: the model cannot fill in what is missing" if value is None else f"holds {shown(value)}"
        return unusable(f"{self._at(*place)} {what}; send a number.")

    def _too_large(self, lists: Sequence[Sequence[Any]]) -> Refusal:
        place, value = next(
            ((i, j), value) for i, row in enumerate(lists) for j, value in enumerate(row) if not _fits(value)
        )
        return unusable(f"{self._at(*place)} holds {shown(value)}, which float64 does not; send numbers below 1e308.")

    def _check_exact(self, lists: Sequence[Sequence[Any]]) -> None:
        """Raise a Refusal if a whole number would become another one."""
        for i, row in enumerate(lists):
            for j, value in enumerate(row):
                if type(value) is int and int(float(value)) != value:
                    raise unusable(f"{self._at(i, j)} holds {value}, which float64 would round; send it as a fraction.")

    def _at(self, i: int, j: int) -> str:
        return f"row {i}, column {j}" if self.names is None else f"row {i}, column {self.names[j]!r}"


def _fits(value: float) -> bool:
    try:
        return bool(np.isfinite(float(value)))
    except OverflowError:
        return False
