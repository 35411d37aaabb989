"""The data at a glance."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp

from drupe.analysis.part import Part
from drupe.analysis.preparation import scaling_words

SUMMARIZED = 12
"""Columns that are described one by one."""


@dataclass(frozen=True)
class ColumnFacts:
    """One column of the training rows.

    Parameters
    ----------
    name
        What it is called.
    low, median, high
        Of its values.
    separation
        How far the classes' means lie apart, in standard deviations of the column.
    """

    name: str
    low: float
    median: float
    high: float
    separation: float


@dataclass(frozen=True)
class DataFacts:
    """Counts and scaling.

    Parameters
    ----------
    name
        Of the file, or what else the data are called.
    target
        The column with the labels; empty if it has no name.
    training, held_out
        How many examples each class has in both parts, by label.
    columns
        How many numbers an example has; None for strings and the like.
    missing
        What was done about empty cells.
    scaling
        What was done to columns.
    sparse
        Share of entries that are not zero, for sparse data; else None.
    summaries
        The columns that tell classes apart best, best first.
    """

    name: str
    target: str
    training: tuple[tuple[str, int], ...]
    held_out: tuple[tuple[str, int], ...]
    columns: int | None
    missing: str
    scaling: str
    sparse: float | None
    summaries: tuple[ColumnFacts, ...]


def data_facts_of(
    training: Part,
    held_out: Part | None,
    *,
    name: str = "",
    target: str = "",
    names: tuple[str, ...] | None = None,
    missing: str = "no cell was empty",
    scaler: Any = None,
) -> DataFacts:
    """Count and summarize.

    >>> facts = data_facts_of(Part.of([[0.0], [1.0]], ["no", "yes"]), None)
    >>> facts.training, facts.columns
    ((('no', 1), ('yes', 1)), 1)
    """
    sparse = training.X.nnz / np.prod(training.X.shape) if sp.issparse(training.X) else None
    return DataFacts(
        name,
        target,
        _counts(training),
        () if held_out is None else _counts(held_out),
        training.columns,
        missing,
        scaling_words(scaler),
        None if sparse is None else float(sparse),
        _summaries(training, names),
    )


def _counts(part: Part) -> tuple[tuple[str, int], ...]:
    return tuple((str(label), count) for label, count in part.counts.items())


def _summaries(training: Part, names: tuple[str, ...] | None) -> tuple[ColumnFacts, ...]:
    if training.columns is None or sp.issparse(training.X):
        return ()
    array = np.asarray(training.X, dtype=np.float64)
    spread = array.std(axis=0)
    spread[spread == 0.0] = np.inf
    means = np.array([array[training.y == label].mean(axis=0) for label in np.unique(training.y)])
    separation = (means.max(axis=0) - means.min(axis=0)) / spread
    called = names or tuple(f"column {j + 1}" for j in range(array.shape[1]))
    order = np.argsort(-separation, kind="stable")[:SUMMARIZED]
    low, median, high = np.percentile(array[:, order], [0, 50, 100], axis=0)
    return tuple(
        ColumnFacts(called[j], float(low[i]), float(median[i]), float(high[i]), float(separation[j]))
        for i, j in enumerate(order)
    )
