"""What a collection of examples can do: be counted, be sub-sampled, and know which examples are the same."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Self

import numpy as np

from drupe.foundation.arrays import Index


@dataclass(frozen=True, eq=False)
class Origin:
    """Where examples come from: one token per collection that was brought in, and positions in it.

    Two examples are the same if they were drawn from the same position of the same collection. Equal values are
    not enough: a test point that happens to equal a training point is another measurement, with noise of its own.
    """

    positions: Index
    token: object = field(default_factory=object)

    @classmethod
    def new(cls, size: int) -> "Origin":
        """The origin of `size` examples never seen before."""
        return cls(np.arange(size, dtype=np.int64))

    def take(self, index: Index) -> "Origin":
        """The origin of a sub-sample."""
        return Origin(self.positions[index], self.token)

    def shares(self, other: "Origin") -> bool:
        """Whether some examples of both may be the same."""
        return self.token is other.token


class Inputs(ABC):
    """An ordered, sized, indexable collection of examples."""

    origin: Origin

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def take(self, index: Index) -> Self:
        """The examples at these positions, in this order; they stay the same examples."""


def same_examples(left: Inputs, right: Inputs) -> tuple[Index, Index]:
    """Numbers that are equal exactly where an example on the left is the same as one on the right."""
    if left.origin.shares(right.origin):
        return left.origin.positions, right.origin.positions
    return np.full(len(left), -1, dtype=np.int64), np.full(len(right), -2, dtype=np.int64)
