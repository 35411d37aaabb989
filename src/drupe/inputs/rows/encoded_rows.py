"""Rows as vectors in float32: what machines read in passes, made from whatever was given, by one encoding."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

import numpy as np

from drupe.foundation.arrays import Index
from drupe.foundation.errors import InputError
from drupe.inputs.base import Inputs
from drupe.inputs.rows.base import BATCH, Batch, Rows
from drupe.inputs.rows.division import Division, Side
from drupe.inputs.rows.read_ahead import read_ahead
from drupe.inputs.rows.scan import target_cells, told_rows
from drupe.inputs.rows.table_encoding import TableEncoding
from drupe.inputs.rows.targets import Targets, Untold
from drupe.inputs.vectors import Vectors

CELL = 8
"""Bytes of a cell before it is encoded."""

AHEAD = 4
"""Batches that are in memory at once: two in waiting, one being made, one in use."""


@dataclass(frozen=True, eq=False)
class EncodedRows(Rows):
    """Vectors in float32 and targets, batch by batch; without a word said, those rows that may be learned from.

    `held_out` are the others, which nothing was learned from: neither means nor categories nor labels. Both have the
    same parts, some perhaps without rows.

    Parameters
    ----------
    source
        The rows as they come: tables, or vectors.
    encoding
        How tables become vectors; None for vectors that stay as they are.
    division
        Which rows are held out.
    side
        Which of them these are.
    counts_by_side
        For each part the rows to learn from and those held out, without those that have no target.
    target
        The column with the targets; None if they are no column.
    targets
        What the targets are; None if there are none.
    untold
        What becomes of rows without a target.
    width
        How many columns the vectors have.

    Examples
    --------
    >>> from drupe.inputs.rows.rows import rows
    >>> data = rows({"size": [1.0, 2.0, 3.0, 4.0], "sort": ["a", "b", "a", "b"]}, target="sort", held_out=0.0)
    >>> batch = next(data.batches(0))
    >>> batch.inputs.array.astype(float).ravel().round(2).tolist(), batch.targets.tolist(), dict(data.labels)
    ([-1.34, -0.45, 0.45, 1.34], ['a', 'b', 'a', 'b'], {'a': 2, 'b': 2})
    """

    source: Rows
    encoding: TableEncoding | None
    division: Division
    side: Side
    counts_by_side: tuple[tuple[int, int], ...]
    target: str | None = None
    targets: Targets | None = None
    untold: Untold = Untold.REFUSE
    width: int = 0

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """The number of rows of each part on this side."""
        learned, held_out = self.side is not Side.HELD_OUT, self.side is not Side.LEARNED
        return tuple(left * learned + right * held_out for left, right in self.counts_by_side)

    @property
    def held_out_by_position(self) -> bool | None:
        """Whether these are the rows that were held out; None if they are both, or none was."""
        return None if self.side is Side.ALL or not self.division.share else self.side is Side.HELD_OUT

    @property
    def held_out(self) -> Self | None:
        """The rows that are held out; None if there are none."""
        return replace(self, side=Side.HELD_OUT) if any(count for _, count in self.counts_by_side) else None

    @property
    def learned(self) -> Self:
        """The rows that may be learned from."""
        return replace(self, side=Side.LEARNED)

    @property
    def whole(self) -> Self:
        """All rows, on both sides."""
        return replace(self, side=Side.ALL)

    @property
    def labels(self) -> Mapping[Any, int]:
        """The different targets of the rows to learn from, sorted, and how often each occurs."""
        if self.targets is None or self.targets.labels is None:
            what = "there are no targets" if self.targets is None else "there are too many different targets"
            raise InputError(f"{what}, so there are no classes; name the target, or take a machine for quantities.")
        return self.targets.labels

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the vectors' columns."""
        return tuple(f"column {j + 1}" for j in range(self.width)) if self.encoding is None else self.encoding.features

    @property
    def dimension(self) -> int:
        """How many columns the vectors have."""
        return self.width

    @property
    def bytes_needed(self) -> int:
        """What reading takes: the reader of the format, and batches in waiting, in the making, in use."""
        raw = self.width if self.encoding is None else len(self.encoding.columns)
        return self.source.reader_bytes + bytes_of_reading(raw, self.width)

    def batches(self, part: int) -> Iterator[Batch]:
        """The rows of a part on this side, encoded by a thread while those before are in use."""
        return read_ahead(self._encoded(part))

    def _encoded(self, part: int) -> Iterator[Batch]:
        first = int(self.starts[part])
        for batch in self.source.batches(part):
            cells = target_cells(batch, self.target) if self.targets is not None else None
            kept = self.division.mask(self.side, batch.first, len(batch))
            kept &= told_rows(self.source, batch, cells, self.untold)
            index = np.flatnonzero(kept)
            if not len(index):
                continue
            chosen = batch.inputs if kept.all() else batch.inputs.take(index)
            targets = None if cells is None or self.targets is None else self.targets.array(cells.take(index))
            yield Batch(first, self._vectors(chosen, batch.first, index), targets)
            first += len(index)

    def _vectors(self, inputs: Inputs, first: int, index: Index) -> Vectors:
        if self.encoding is not None:
            vectors = self.encoding.vectors(inputs)
        else:
            assert isinstance(inputs, Vectors)
            vectors = inputs.in_single()
        array = vectors.array.data if vectors.sparse else vectors.array
        if not np.isfinite(array).all():
            raise self._not_finite(vectors, first, index)
        return vectors

    def _not_finite(self, vectors: Vectors, first: int, index: Index) -> InputError:
        wrong = ~np.isfinite(vectors.dense()) if not vectors.sparse else ~np.isfinite(vectors.array.toarray())
        row, column = (int(place) for place in np.argwhere(wrong)[0])
        return InputError(
            f"{self.source.place(first + int(index[row]))}: column {self.names[column]!r} holds a number that is "
            "missing, infinite or beyond float32; fill it in, clip it, or drop the row."
        )

    def place(self, position: int) -> str:
        """Where a row stands; positions count the rows of this side."""
        part = int(np.searchsorted(self.starts, position, side="right")) - 1
        rest = position - int(self.starts[part])
        for batch in self.source.batches(part):
            cells = target_cells(batch, self.target) if self.targets is not None else None
            kept = self.division.mask(self.side, batch.first, len(batch))
            index = np.flatnonzero(kept & told_rows(self.source, batch, cells, self.untold))
            if rest < len(index):
                return self.source.place(batch.first + int(index[rest]))
            rest -= len(index)
        return f"row {position}"

    @cached_property
    def fingerprint(self) -> Mapping[str, str]:
        """That of the source, and what was chosen of it."""
        return {
            **self.source.fingerprint,
            "side": self.side.name,
            "held out": f"{self.division.share} by seed {self.division.seed}",
            "target": str(self.target),
            "columns": repr(self.encoding),
        }

    def __repr__(self) -> str:
        learned, held_out = (sum(counts) for counts in zip(*self.counts_by_side, strict=True))
        return (
            f"EncodedRows: {learned} rows to learn from and {held_out} held out, in {len(self.counts_by_side)} parts, "
            f"{self.width} columns; read: {self.side.value}"
        )


def bytes_of_reading(columns: int, features: int) -> int:
    """What so many columns, which become so many features, take: two copies of cells in the making, and the batches."""
    return BATCH * (2 * CELL * columns + AHEAD * (4 * features + CELL))
