"""The data at a glance."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import scipy.sparse as sp
from scipy.stats import rankdata

from drupe.analysis.part import Part
from drupe.analysis.task import Task
from drupe.foundation.arrays import Matrix, Vector
from drupe.inputs.frame import Frame

SUMMARIZED = 12
"""Columns that are described one by one."""


@dataclass(frozen=True)
class Spread:
    """Where some numbers lie.

    Parameters
    ----------
    low, quarter, median, three_quarters, high
        The smallest, the quartiles and the largest.
    """

    low: float
    quarter: float
    median: float
    three_quarters: float
    high: float

    @classmethod
    def of(cls, values: Any) -> "Spread":
        """The spread of these numbers.

        >>> Spread.of([1.0, 2.0, 3.0, 4.0, 5.0]).quarter
        2.0
        """
        return cls(*map(float, np.percentile(values, [0, 25, 50, 75, 100])))


@dataclass(frozen=True)
class ColumnFacts:
    """One column of the training rows.

    Parameters
    ----------
    name
        What it is called.
    spread
        Of its values.
    strength
        How much it tells alone: how far the classes' means lie apart in standard deviations, or the correlation of its
        ranks with those of the quantity.
    """

    name: str
    spread: Spread
    strength: float


@dataclass(frozen=True)
class StringFacts:
    """Lengths and letters of the training strings.

    Parameters
    ----------
    lengths
        How many letters they have.
    alphabet
        How many different letters there are.
    """

    lengths: Spread
    alphabet: int


@dataclass(frozen=True)
class DataFacts:
    """What a report says of the data: counts, classes or quantities, columns and scaling.

    Parameters
    ----------
    name
        Of the file, or what else the data are called.
    target
        The column with the targets; empty if it has no name.
    training, held_out
        How many examples there are to learn from, and to judge by.
    classes
        For each class its label and how many examples it has in both parts; empty for a quantity.
    quantities
        Where the targets of both parts lie; empty for classes.
    columns
        How many numbers an example has; None for strings and the like.
    missing
        What was done about empty cells; empty if that is not known.
    scaling
        What was done to columns; empty if that is not known.
    sparse
        Share of entries that are not zero, for sparse data; else None.
    summaries
        The columns that tell most, best first; none for a table, whose columns are looked at one by one.
    strings
        For strings.
    encoded
        How many columns of numbers were made of those of a table; None if they were numbers already.
    """

    name: str
    target: str
    training: int
    held_out: int
    classes: tuple[tuple[str, int, int], ...]
    quantities: tuple[Spread, ...]
    columns: int | None
    missing: str
    scaling: str
    sparse: float | None
    summaries: tuple[ColumnFacts, ...]
    strings: StringFacts | None = None
    encoded: int | None = None


def data_facts_of(
    training: Part,
    held_out: Part | None,
    task: Task = Task.CLASSES,
    *,
    name: str = "",
    target: str = "",
    names: tuple[str, ...] | None = None,
    missing: str = "",
    scaling: str = "",
) -> DataFacts:
    """Count and summarize the training and held-out examples.

    >>> facts = data_facts_of(Part.of([[0.0], [1.0]], ["no", "yes"]), None)
    >>> facts.classes, facts.columns
    ((('no', 1, 0), ('yes', 1, 0)), 1)
    """
    sparse = float(training.X.nnz / np.prod(training.X.shape)) if sp.issparse(training.X) else None
    parts = [training] if held_out is None else [training, held_out]
    return DataFacts(
        name,
        target,
        len(training),
        0 if held_out is None else len(held_out),
        _classes(training, held_out) if task is Task.CLASSES else (),
        () if task is Task.CLASSES else tuple(Spread.of(part.y) for part in parts),
        training.columns,
        missing,
        scaling,
        sparse,
        _summaries(training, task, names),
        _strings(training),
    )


def _strings(training: Part) -> StringFacts | None:
    if not training.strings:
        return None
    return StringFacts(Spread.of([len(text) for text in training.X]), len(set().union(*training.X)))


def _classes(training: Part, held_out: Part | None) -> tuple[tuple[str, int, int], ...]:
    judged = {} if held_out is None else held_out.counts
    labels = list(training.counts) + [label for label in judged if label not in training.counts]
    return tuple((str(label), training.counts.get(label, 0), judged.get(label, 0)) for label in labels)


def _summaries(training: Part, task: Task, names: tuple[str, ...] | None) -> tuple[ColumnFacts, ...]:
    if training.columns is None or sp.issparse(training.X) or isinstance(training.X, Frame):
        return ()
    array = np.asarray(training.X, dtype=np.float64)
    strength = _apart(array, training.y) if task is Task.CLASSES else _correlation(array, training.y)
    called = names or tuple(f"column {j + 1}" for j in range(array.shape[1]))
    order = np.argsort(-np.abs(strength), kind="stable")[:SUMMARIZED]
    return tuple(ColumnFacts(called[j], Spread.of(array[:, j]), float(strength[j])) for j in order)


def _apart(array: Matrix, labels: npt.NDArray[Any]) -> Vector:
    """Largest difference of class means, in standard deviations."""
    spread = array.std(axis=0)
    spread[spread == 0.0] = np.inf
    means = np.array([array[labels == label].mean(axis=0) for label in np.unique(labels)])
    return np.asarray((means.max(axis=0) - means.min(axis=0)) / spread)


def _correlation(array: Matrix, targets: Vector) -> Vector:
    """Spearman's, which asks only whether one rises with the other."""
    ranks, goal = rankdata(array, axis=0), rankdata(targets)
    ranks, goal = ranks - ranks.mean(axis=0), goal - goal.mean()
    sizes = np.sqrt((ranks**2).sum(axis=0) * (goal**2).sum())
    return np.asarray(np.divide(goal @ ranks, sizes, out=np.zeros(array.shape[1]), where=sizes > 0.0))
