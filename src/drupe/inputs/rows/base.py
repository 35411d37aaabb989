"""Rows that can be read again and again, part by part: where data are, instead of the data."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index
from drupe.inputs.base import Inputs

BATCH = 16384
"""Rows of one batch, at most."""


@dataclass(frozen=True, eq=False)
class Batch:
    """Neighboring rows as examples and targets.

    Parameters
    ----------
    first
        The position of the first among all rows.
    inputs
        The examples.
    targets
        One entry for each, a class as the user calls it or a number; None where there are no targets.
    """

    first: int
    inputs: Inputs
    targets: npt.NDArray[Any] | None

    def __len__(self) -> int:
        return len(self.inputs)


class Rows(ABC):
    """Rows in parts; a frozen value that can be sent to another process, which then reads them itself.

    An author writes `counts`, `batches` and `fingerprint`. The parts, the batches and their rows are the same at every
    reading, whoever reads: sums over them have the same bits.
    """

    @property
    @abstractmethod
    def counts(self) -> tuple[int, ...]:
        """The number of rows of each part."""

    @abstractmethod
    def batches(self, part: int) -> Iterator[Batch]:
        """The rows of a part in their order, at most BATCH at a time."""

    @property
    @abstractmethod
    def fingerprint(self) -> Mapping[str, str]:
        """What tells these rows from others, by name: paths, sizes, a digest; equal where the rows are."""

    @property
    def held_out_by_position(self) -> bool | None:
        """Whether they were held out by a hash of their position; False if they are the others, None if not known."""
        return None

    @property
    def learned(self) -> "Rows":
        """The rows that may be learned from: all, unless some are held out."""
        return self

    @property
    def held_out(self) -> "Rows | None":
        """The rows that nothing is learned from, by which a fitted rule can be certified; None if there are none."""
        return None

    @property
    def reader_bytes(self) -> int:
        """What the reader holds at most beside the batches that it gives, about."""
        return 0

    def place(self, position: int) -> str:
        """Where a row stands, as an error names it."""
        return f"row {position}"

    def __len__(self) -> int:
        return sum(self.counts)

    @cached_property
    def starts(self) -> Index:
        """The position of the first row of each part, and after them the number of all rows."""
        return np.concatenate([[0], np.cumsum(self.counts)]).astype(np.int64)
