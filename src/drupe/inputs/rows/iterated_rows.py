"""Rows that a function gives when it is called, again and again: the same ones each time, or it is an error."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs.base import Inputs
from drupe.inputs.rows.arrow_cells import arrow_table
from drupe.inputs.rows.base import BATCH, Batch, Rows
from drupe.inputs.rows.digests import digest_of
from drupe.inputs.rows.raw_table import RawTable
from drupe.inputs.vectors import Vectors

Factory = Callable[[], Iterable[Any]]
"""Called for every reading: gives pairs (X, y), arrays, data frames, or record batches of Arrow."""


@dataclass(frozen=True, eq=False)
class IteratedRows(Rows):
    """One part, since nobody can begin in the middle; the first reading counts the rows and takes a digest of them.

    Parameters
    ----------
    factory
        Gives an iterator over batches, each time it is called.
    count
        Rows that it gave at first.
    digest
        Of them all.
    width
        Columns of the examples, where they are vectors.
    names
        Columns of the examples, where they are tables; else None.
    """

    factory: Factory
    count: int
    digest: str
    width: int
    names: tuple[str, ...] | None

    @classmethod
    def of(cls, factory: Factory) -> Self:
        """Read once."""
        count, digest, width, names = 0, hashlib.blake2b(digest_size=16), 0, None
        for batch in _batches(factory):
            count += len(batch)
            digest.update(digest_of(batch))
            width, names = batch.inputs.dimension or 0, batch.inputs.names
        if not count:
            raise InputError("the function gave no rows; it must give at least one batch of rows.")
        tables = isinstance(batch.inputs, RawTable)
        return cls(factory, count, digest.hexdigest(), width, names if tables else None)

    @property
    def counts(self) -> tuple[int, ...]:
        """All rows."""
        return (self.count,)

    def batches(self, part: int) -> Iterator[Batch]:
        """All rows as they come; what differs from the first reading is an error, in the end at the latest."""
        digest, count = hashlib.blake2b(digest_size=16), 0
        for batch in _batches(self.factory):
            digest.update(digest_of(batch))
            count += len(batch)
            if count > self.count:
                break
            yield batch
        if count != self.count or digest.hexdigest() != self.digest:
            told = "more" if count > self.count else f"{count}" if count < self.count else "as many, but others"
            raise InputError(
                f"the function gave {self.count} rows when it was first called and now {told}; it must give the same "
                "rows in the same order and batches each time: fix its seed, or write the rows to a file."
            )

    @cached_property
    def fingerprint(self) -> Mapping[str, str]:
        """The number of rows and a digest of their contents."""
        return {"rows": str(self.count), "contents": self.digest}


def _batches(factory: Factory) -> Iterator[Batch]:
    """What the function gives, checked and in pieces of at most BATCH rows."""
    first, kind = 0, None
    items = factory()
    if not isinstance(items, Iterable):
        raise InputTypeError(f"the function must give an iterator over batches, got {type(items).__name__}.")
    for item in items:
        inputs, targets = _wrapped(item)
        kind = kind or (type(inputs), inputs.dimension, inputs.names)
        if kind != (type(inputs), inputs.dimension, inputs.names):
            raise InputError("the batches of the function differ in their columns; they must be alike.")
        for begin in range(0, len(inputs), BATCH):
            end = min(begin + BATCH, len(inputs))
            yield Batch(first, inputs.between(begin, end), None if targets is None else targets[begin:end])
            first += end - begin


def _wrapped(item: Any) -> tuple[Inputs, npt.NDArray[Any] | None]:
    if isinstance(item, tuple):
        if len(item) != 2:
            raise InputTypeError(f"a batch is a pair (X, y), or a table, got {len(item)} values.")
        inputs, targets = Vectors.of(item[0]), np.asarray(item[1])
        if targets.shape != (len(inputs),):
            raise InputError(f"a batch has {len(inputs)} rows and targets of shape {targets.shape}; one for each row.")
        return inputs, targets
    if isinstance(item, np.ndarray):
        return Vectors.of(item), None
    if type(item).__module__.startswith("pyarrow"):
        return arrow_table(item), None
    return RawTable.of(item), None
