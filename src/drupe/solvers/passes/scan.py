"""The scan before the passes: which targets there are and how often, and the rows that were drawn, in one reading."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.errors import InputError
from drupe.grams.cross import HELD_OUT
from drupe.inputs.base import Inputs
from drupe.inputs.rows.base import Batch, Rows
from drupe.inputs.rows.in_memory import RowsInMemory
from drupe.inputs.vectors import Vectors
from drupe.solvers.passes.known_rows import KnownRows, Quantities


@dataclass(frozen=True, eq=False)
class Drawn:
    """Rows that were drawn, in the order of their positions.

    Parameters
    ----------
    inputs
        The examples.
    targets
        One for each, as the user calls it.
    weights
        How often each counts.
    """

    inputs: Inputs
    targets: npt.NDArray[Any]
    weights: Vector

    def take(self, index: Index) -> "Drawn":
        """Those at these places."""
        return Drawn(self.inputs.take(index), self.targets[index], self.weights[index])

    def joined(self, other: "Drawn") -> "Drawn":
        """These and the others."""
        targets, weights = (
            np.concatenate([self.targets, other.targets]),
            np.concatenate([self.weights, other.weights]),
        )
        return Drawn(self.inputs.joined(other.inputs), targets, weights)


@dataclass(frozen=True, eq=False)
class Scanned:
    """What parts hold; sums are made by +.

    Parameters
    ----------
    totals
        By label of the class, or for numbers by the one name "": weight by fold, the last place for watched rows; for
        numbers followed by the weighted sums of each target.
    largest
        The largest absolute target, if targets are numbers.
    drawn
        Runs of drawn rows, part after part.
    """

    totals: Mapping[Any, Matrix]
    largest: float
    drawn: tuple[Drawn, ...]

    def __add__(self, other: "Scanned") -> "Scanned":
        totals = dict(self.totals)
        for label, total in other.totals.items():
            totals[label] = totals[label] + total if label in totals else total
        return Scanned(totals, max(self.largest, other.largest), self.drawn + other.drawn)


@dataclass(frozen=True, eq=False)
class RowScan:
    """part ↦ what it holds.

    Parameters
    ----------
    known
        The rows; of their coding only whether targets are numbers.
    positions
        Of the drawn rows, sorted.
    """

    known: KnownRows
    positions: Index

    def __call__(self, part: int) -> Scanned:
        found = Scanned({}, 0.0, ())
        for batch in self.known.rows.batches(part):
            found = found + self._of(batch)
        return found

    def _of(self, batch: Batch) -> Scanned:
        targets, rows = _checked(batch, self.known.rows), self.known
        tags, weights = rows.draw.tags(batch.first, len(batch)), rows.plain_weights(batch)
        slots = max(rows.draw.folds, 1) + 1
        places = np.where(tags == HELD_OUT, slots - 1, tags)
        drawn = self._drawn(batch, targets, weights)
        if isinstance(rows.coding, Quantities):
            numbers = _numbers(targets, batch, rows.rows)
            columns = np.column_stack([np.ones(len(numbers)), numbers]) * weights[:, None]
            sums = np.zeros((slots, columns.shape[1]))
            np.add.at(sums, places, columns)
            return Scanned({"": sums}, float(np.abs(numbers).max(initial=0.0)), drawn)
        labels, codes = _labels(targets)
        totals = np.bincount(codes * slots + places, weights=weights, minlength=len(labels) * slots)
        return Scanned(dict(zip(labels, totals.reshape(len(labels), slots), strict=True)), 0.0, drawn)

    def _drawn(self, batch: Batch, targets: npt.NDArray[Any], weights: Vector) -> tuple[Drawn, ...]:
        first, last = np.searchsorted(self.positions, [batch.first, batch.first + len(batch)])
        if first == last or isinstance(self.known.rows, RowsInMemory):
            return ()
        index = self.positions[first:last] - batch.first
        return (Drawn(batch.inputs.take(index), targets[index], weights[index]),)


def drawn_rows(scanned: Scanned, known: KnownRows, positions: Index) -> Drawn:
    """The rows at these positions, in the given order; those in memory stay the examples that they are."""
    rows = known.rows
    if isinstance(rows, RowsInMemory):
        assert rows.targets is not None
        weights = np.ones(len(positions)) if known.weights is None else known.weights[positions]
        return Drawn(rows.inputs.take(positions), rows.targets[positions], weights)
    together = reduce(Drawn.joined, scanned.drawn)
    return together.take(np.searchsorted(np.sort(positions), positions))


def _checked(batch: Batch, rows: Rows) -> npt.NDArray[Any]:
    """The targets of a batch whose numbers are all there."""
    if batch.targets is None:
        raise InputError("these rows have no targets to learn from; name the column: rows(..., target='...').")
    if isinstance(batch.inputs, Vectors):
        array = batch.inputs.array
        if not np.isfinite(array.data if batch.inputs.sparse else array).all():
            dense = batch.inputs.dense()
            i = int(np.argmin(np.isfinite(dense).all(axis=1)))
            raise InputError(f"{rows.place(batch.first + i)} holds NaN or infinity; fill or drop such rows.")
    return batch.targets


def _labels(targets: npt.NDArray[Any]) -> tuple[list[Any], Index]:
    """The labels that there are, and the place of each target among them."""
    if targets.dtype.kind != "O":
        labels, codes = np.unique(targets, return_inverse=True)
        return labels.tolist(), codes.reshape(-1)
    places: dict[Any, int] = {}
    codes = np.array([places.setdefault(label, len(places)) for label in targets.tolist()], dtype=np.int64)
    return list(places), codes


def _numbers(targets: npt.NDArray[Any], batch: Batch, rows: Rows) -> Matrix:
    try:
        numbers = Quantities().coded(targets)
    except (TypeError, ValueError) as cause:
        first = str(targets.flat[0])
        raise InputError(f"targets must be numbers, got {first!r}; for words take a classifier.") from cause
    if not np.isfinite(numbers).all():
        i = int(np.argmin(np.isfinite(numbers).all(axis=1)))
        raise InputError(f"{rows.place(batch.first + i)} has no finite target; drop such rows.")
    return numbers
