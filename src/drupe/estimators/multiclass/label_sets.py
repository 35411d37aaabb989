"""Which labels each example has: as a table of 0 and 1, or as a list of sets."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp

from drupe.foundation.errors import InputError, InputTypeError

Indicators = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class LabelSets:
    """The labels, and for each example which of them it has.

    Parameters
    ----------
    labels
        What they are called, in the order of the columns.
    indicators
        A row for each example, 1 in the column of each label that it has and else 0.
    """

    labels: npt.NDArray[Any]
    indicators: Indicators

    @classmethod
    def of(cls, y: Any) -> "LabelSets":
        """Read either form. Lists of equally many 0 and 1 are rows of a table; sets never are.

        >>> LabelSets.of([{"wheat", "corn"}, set(), {"wheat"}]).labels.tolist()
        ['corn', 'wheat']
        >>> LabelSets.of([{"wheat", "corn"}, set(), {"wheat"}]).indicators.tolist()
        [[1, 1], [0, 0], [0, 1]]
        """
        if y is None:
            raise InputError("this estimator requires y to be passed, but the target y is None.")
        table = _table(y)
        if table is not None:
            names = getattr(y, "columns", None)
            labels = np.arange(table.shape[1]) if names is None else np.array([str(name) for name in names])
            return cls(labels, table)
        sets = _sets(y)
        labels = _sorted({label for one in sets for label in one})
        return cls(labels, _indicators(sets, labels))

    @classmethod
    def like(cls, labels: npt.NDArray[Any], y: Any) -> "LabelSets":
        """Read the labels of further examples, in the columns of those that are known."""
        table = _table(y)
        if table is None:
            return cls(labels, _indicators(_sets(y), labels))
        if table.shape[1] != len(labels):
            raise InputError(f"y has {table.shape[1]} columns but there are {len(labels)} labels.")
        return cls(labels, table)

    def __len__(self) -> int:
        return len(self.indicators)


def _table(y: Any) -> Indicators | None:
    """A table of 0 and 1; None if y is a list of sets."""
    if hasattr(y, "__array__") and not hasattr(y, "shape"):
        y = np.asarray(y)
    if sp.issparse(y):
        values = y.toarray()
    elif (hasattr(y, "shape") and len(y.shape) == 2) or (isinstance(y, list | tuple) and _is_list_of_rows(y)):
        values = np.asarray(y)
    else:
        return None
    if values.dtype.kind not in "biuf" or not np.isin(values, (0, 1)).all():
        found = values.ravel()[np.argmin(np.isin(values, (0, 1)))] if values.dtype.kind in "biuf" else values.flat[0]
        raise InputError(
            f"a table of labels holds 0 and 1, one column for each label; got {found}. Pass a list of sets to name "
            "the labels of each example."
        )
    return np.asarray(values, dtype=np.int64)


def _is_list_of_rows(y: Any) -> bool:
    """Whether lists all have the same length, above zero, and hold nothing but 0 and 1."""
    if not len(y) or not all(isinstance(row, list | tuple | np.ndarray) for row in y):
        return False
    lengths = {len(row) for row in y}
    numbers = all(isinstance(cell, bool | int | float | np.number | np.bool_) for row in y for cell in row)
    return len(lengths) == 1 and lengths != {0} and numbers and all(cell in (0, 1) for row in y for cell in row)


def _sets(y: Any) -> list[list[Any]]:
    try:
        entries = list(np.asarray(y) if hasattr(y, "__array__") and not hasattr(y, "shape") else y)
    except TypeError as cause:
        raise InputTypeError(f"y must name the labels of each example, got {type(y).__name__}.") from cause
    for i, given in enumerate(entries):
        entry = given.item() if isinstance(given, np.generic) else given
        if isinstance(entry, str | bytes) or not isinstance(entry, set | frozenset | list | tuple | np.ndarray):
            raise InputTypeError(
                f"y names one label, {entry!r}, for example {i} where a set is needed, such as {{{entry!r}}}; "
                "if every example has exactly one label, use OneVsRest."
            )
    return [list(entry) for entry in entries]


def _sorted(labels: set[Any]) -> npt.NDArray[Any]:
    try:
        ordered = sorted(labels)
    except TypeError as cause:
        raise InputTypeError("labels must be of one kind, all words or all numbers.") from cause
    return np.array(ordered) if ordered else np.empty(0, dtype=np.int64)


def _indicators(sets: list[list[Any]], labels: npt.NDArray[Any]) -> Indicators:
    place = {label: column for column, label in enumerate(labels.tolist())}
    table = np.zeros((len(sets), len(labels)), dtype=np.int64)
    for row, one in enumerate(sets):
        for label in one:
            plain = label.item() if isinstance(label, np.generic) else label
            if plain not in place:
                raise InputError(f"example {row} has the label {plain!r}, which training had not.")
            table[row, place[plain]] = 1
    return table
