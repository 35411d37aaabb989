"""One fold whose examples were prepared by what was learned of the seen ones alone, and folds that fit into memory."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy.typing as npt

from drupe.inputs.base import Inputs


@dataclass(frozen=True, eq=False)
class PreparedFold:
    """Examples to learn from, and others to be asked about.

    Parameters
    ----------
    seen
        What is learned from.
    targets
        Their labels or numbers.
    held
        What is asked about.
    """

    seen: Inputs = field(repr=False)
    targets: npt.NDArray[Any] = field(repr=False)
    held: Inputs = field(repr=False)


def batches(sizes: Sequence[int], room: float) -> Iterator[range]:
    """Stretches of things of these sizes whose sum fits into the room; a thing that does not is alone.

    >>> list(batches([3, 3, 3, 9, 1], 6))
    [range(0, 2), range(2, 3), range(3, 4), range(4, 5)]
    """
    first, taken = 0, 0
    for i, size in enumerate(sizes):
        if i > first and taken + size > room:
            yield range(first, i)
            first, taken = i, 0
        taken += size
    if sizes:
        yield range(first, len(sizes))
