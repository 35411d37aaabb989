"""Examples with their labels and the rows at which they stand: what is learned from, or what is judged by."""

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt
from sklearn.model_selection import train_test_split
from sklearn.utils import _safe_indexing

from drupe.analysis.task import Task
from drupe.foundation.arrays import Index
from drupe.foundation.errors import InputError
from drupe.inputs.base import Inputs
from drupe.inputs.frame import Frame

FEWEST = 3
"""Examples that each class needs: two to learn from in turn, one to judge by."""

FEWEST_ROWS = 6
"""The same where targets are a quantity."""


@dataclass(frozen=True, eq=False)
class Part:
    """Examples with labels and row numbers, whole or a part of a file.

    Parameters
    ----------
    X
        As scikit-learn takes them: an array, a CSR matrix, a data frame, a list of strings; else wrapped, as Inputs.
    y
        Their labels.
    rows
        Where each stands in the file, or its place from 1.
    names
        What each is called, as sequences are; None if they have no names.

    Examples
    --------
    >>> part = Part.of([[0.0], [1.0]], ["no", "yes"])
    >>> len(part), part.rows.tolist(), part.counts
    (2, [1, 2], {'no': 1, 'yes': 1})
    """

    X: Any = field(repr=False)
    y: npt.NDArray[Any] = field(repr=False)
    rows: npt.NDArray[Any] = field(repr=False)
    names: npt.NDArray[Any] | None = field(repr=False, default=None)

    @classmethod
    def of(cls, X: Any, y: Any, rows: Any = None, names: Any = None) -> "Part":
        """Make a part from data and labels as scikit-learn takes them."""
        labels = np.asarray(y)
        if isinstance(X, Inputs):
            array = X.raw()
        else:
            array = np.asarray(X) if isinstance(X, list) and X and not isinstance(X[0], str) else X
        places = np.arange(1, len(labels) + 1) if rows is None else np.asarray(rows)
        return cls(array, labels, places, None if names is None else np.asarray(names))

    def __len__(self) -> int:
        return len(self.y)

    @property
    def counts(self) -> dict[Any, int]:
        """How many examples each class has."""
        classes, counts = np.unique(self.y, return_counts=True)
        return dict(zip(classes.tolist(), counts.tolist(), strict=True))

    @property
    def strings(self) -> bool:
        """Whether the examples are strings."""
        return isinstance(self.X, list) and bool(self.X) and isinstance(self.X[0], str)

    @property
    def columns(self) -> int | None:
        """How many columns there are; None for strings and the like."""
        if isinstance(self.X, Frame):
            return len(self.X.names)
        shape: tuple[int, ...] = () if isinstance(self.X, Inputs) else getattr(self.X, "shape", ())
        return int(shape[1]) if len(shape) == 2 else None

    def take(self, places: Index) -> "Part":
        """The examples at these places."""
        names = None if self.names is None else self.names[places]
        return Part(_safe_indexing(self.X, places), self.y[places], self.rows[places], names)

    def seen_through(self, view: Any) -> "Part":
        """The same examples after a transformer that has not been fitted; as they are if there is none."""
        return self if view is None else replace(self, X=view.fit_transform(self.X))

    def divided(self, share: float, seed: int, task: Task = Task.CLASSES) -> tuple["Part", "Part"]:
        """Two parts, the second with this share of the examples, of every class if there are classes."""
        classes = task is Task.CLASSES
        self.require_enough(FEWEST) if classes else self.require_rows(FEWEST_ROWS)
        places, fewest = np.arange(len(self)), len(self.counts) if classes else 1
        size = min(max(round(share * len(self)), fewest), len(self) - 2 * fewest)
        labels = self.y if classes else None
        first, second = train_test_split(places, test_size=size, random_state=seed, stratify=labels)
        return self.take(np.sort(first)), self.take(np.sort(second))

    def require_rows(self, fewest: int) -> None:
        """Raise an InputError if there are fewer examples."""
        if len(self) < fewest:
            raise InputError(f"there are {len(self)} examples; at least {fewest} are needed, to learn and to judge.")

    def require_enough(self, fewest: int) -> None:
        """Raise an InputError that names a class with too few examples."""
        rare = {label: count for label, count in self.counts.items() if count < fewest}
        if rare:
            label, count = min(rare.items(), key=lambda item: item[1])
            place = int(self.rows[np.flatnonzero(self.y == label)[0]])
            raise InputError(
                f"class {label!r} has {count} example{'s' if count > 1 else ''} (row {place}), and {len(rare)} of "
                f"{len(self.counts)} classes have fewer than {fewest}; add examples, or leave such classes out."
            )
