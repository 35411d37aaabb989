"""Rows that lie in memory already, in parts of a fixed length."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy.typing as npt

from drupe.inputs.base import Inputs
from drupe.inputs.rows.base import BATCH, Batch, Rows
from drupe.inputs.rows.digests import digest_of

PART = 4 * BATCH
"""Rows of one part."""


@dataclass(frozen=True, eq=False)
class RowsInMemory(Rows):
    """Examples and targets that somebody holds.

    Parameters
    ----------
    inputs
        The examples.
    targets
        One entry for each; None where there are no targets.

    Examples
    --------
    >>> from drupe.inputs.vectors import Vectors
    >>> import numpy as np
    >>> rows = RowsInMemory(Vectors.of([[0.0], [1.0], [2.0]]), np.array(["no", "no", "yes"]))
    >>> rows.counts, [batch.targets.tolist() for batch in rows.batches(0)]
    ((3,), [['no', 'no', 'yes']])
    """

    inputs: Inputs
    targets: npt.NDArray[Any] | None = None

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """Parts of equal length, the last one shorter."""
        n = len(self.inputs)
        return tuple(min(PART, n - first) for first in range(0, n, PART))

    def batches(self, part: int) -> Iterator[Batch]:
        """Slices that share the storage of the examples."""
        first, last = (int(place) for place in self.starts[part : part + 2])
        for begin in range(first, last, BATCH):
            end = min(begin + BATCH, last)
            targets = None if self.targets is None else self.targets[begin:end]
            yield Batch(begin, self.inputs.between(begin, end), targets)

    @cached_property
    def fingerprint(self) -> Mapping[str, str]:
        """The number of rows and a digest of their contents."""
        digest = hashlib.blake2b(digest_size=16)
        for part in range(len(self.counts)):
            for batch in self.batches(part):
                digest.update(digest_of(batch))
        return {"rows": str(len(self)), "contents": digest.hexdigest()}
