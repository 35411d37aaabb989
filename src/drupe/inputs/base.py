"""What a collection of examples can do: be counted, be sub-sampled, and know which examples are the same."""

from abc import ABC, abstractmethod
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any, Self
from uuid import UUID, uuid4

import numpy as np

from drupe.foundation.arrays import Index
from drupe.foundation.errors import InputTypeError


@dataclass(frozen=True, eq=False)
class Origin:
    """Where examples come from: one token per collection that was brought in, and positions in it.

    Two examples are the same if they were drawn from the same position of the same collection. Equal values are
    not enough: a test point that happens to equal a training point is another measurement, with noise of its own.
    The token outlives copies and pickles, so that the examples inside a copied model are still the same ones.
    """

    positions: Index
    token: UUID = field(default_factory=uuid4)

    @classmethod
    def new(cls, size: int) -> "Origin":
        """The origin of `size` examples never seen before."""
        return cls(np.arange(size, dtype=np.int64))

    def take(self, index: Index) -> "Origin":
        """The origin of a sub-sample."""
        return Origin(self.positions[index], self.token)

    def shares(self, other: "Origin") -> bool:
        """Whether some examples of both may be the same."""
        return self.token == other.token


class Inputs(ABC):
    """An ordered, sized, indexable collection of examples."""

    origin: Origin

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def take(self, index: Index) -> Self:
        """The examples at these positions, in this order; they stay the same examples."""

    def between(self, first: int, last: int) -> Self:
        """The examples from position `first` to before `last`, sharing their storage with these where they can."""
        return self.take(np.arange(first, last))

    def new(self, data: Any) -> Self:
        """New examples in the space of these, from raw data."""
        raise InputTypeError(f"wrap the new data yourself: {type(self).__name__} does not know how.")

    def joined(self, other: Self) -> Self:
        """These examples and then the others, all of them counted as new ones."""
        raise InputTypeError(f"{type(self).__name__} cannot be joined with further examples.")

    def values(self) -> list[Hashable]:
        """One value for each example, equal where the examples' contents are."""
        raise InputTypeError(f"the contents of {type(self).__name__} cannot be compared.")

    def check_space(self, new: "Inputs", owner: str) -> None:
        """Raise an InputError unless what was learned on these examples can be asked about the new ones."""
        if not isinstance(new, type(self)):
            raise InputTypeError(
                f"{owner} was fitted on {type(self).__name__}, but X now is {type(new).__name__}; "
                f"pass data of the same kind, or wrap it yourself: {type(self).__name__}.of(X)."
            )


def same_examples(left: Inputs, right: Inputs) -> tuple[Index, Index]:
    """Numbers that are equal exactly where an example on the left is the same as one on the right."""
    if left.origin.shares(right.origin):
        return left.origin.positions, right.origin.positions
    return np.full(len(left), -1, dtype=np.int64), np.full(len(right), -2, dtype=np.int64)


def same_space(fitted: Inputs, new: Inputs, owner: str = "drupe") -> None:
    """Raise an InputError unless new examples are of the kind, width and naming of the fitted ones.

    `owner` is named in the error as the one who was fitted. Names of columns are compared only where both sides
    have them.
    """
    fitted.check_space(new, owner)
