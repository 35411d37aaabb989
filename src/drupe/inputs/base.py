"""What a collection of examples can do: be counted, indexed and sub-sampled, and know which examples are the same."""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any, Self
from uuid import UUID, uuid4

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Index
from drupe.foundation.errors import InputTypeError
from drupe.inputs.index import are_positions, positions


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

    def between(self, first: int, last: int) -> "Origin":
        """The origin of the examples from position `first` to before `last`."""
        return Origin(self.positions[first:last], self.token)

    def shares(self, other: "Origin") -> bool:
        """Whether some examples of both may be the same."""
        return self.token == other.token

    def contradictions(self) -> Iterator[str]:
        """What a file may have got wrong about an origin."""
        if not are_positions(self.positions):
            yield "positions of examples"


class Inputs(ABC):
    """An ordered, sized collection of examples, indexed as numpy indexes rows: one number gives one example.

    An author writes `__len__` and `_take`, and answers those further questions whose answer here is not the right one.
    """

    origin: Origin
    names: tuple[str, ...] | None = None

    @classmethod
    def accepts(cls, data: Any) -> bool:
        """Whether raw data look like examples of this kind; `coerce` asks the kinds in turn."""
        return False

    @classmethod
    def of(cls, data: Any, /) -> Self:
        """Check and wrap raw data."""
        raise InputTypeError(f"wrap the new data yourself: {cls.__name__} does not know how.")

    @abstractmethod
    def __len__(self) -> int: ...

    @abstractmethod
    def _take(self, index: Index) -> Self:
        """The examples at these positions, all of which lie in [0, n)."""

    def _example(self, i: int) -> Any:
        """The example at one position of [0, n), as users write it; a collection of one where there is no other way."""
        return self._take(np.array([i]))

    def take(self, index: Any) -> Self:
        """The examples at these positions, in this order; they stay the same examples.

        Negative positions count from the end, a mask takes where it is true.
        """
        return self._take(positions(index, len(self)))

    def __getitem__(self, index: Any) -> Any:
        """One example for a number; for a slice, a mask or a list of positions the collection of these examples."""
        if isinstance(index, tuple):
            index = self._examples_in(index)
        if not isinstance(index, int | np.integer) or isinstance(index, bool):
            return self.take(index)
        if not -len(self) <= index < len(self):
            raise IndexError(f"position {index} was asked for, but there are {len(self)} examples.")
        return self._example(int(index) % len(self))

    def _examples_in(self, index: tuple[Any, ...]) -> Any:
        """The examples that an index with commas asks for, of which scikit-learn's X[rows, ...] makes sense."""
        if len(index) == 2 and index[1] is Ellipsis:
            return index[0]
        raise InputTypeError(
            f"{type(self).__name__} are indexed by examples alone, X[rows], but the index has {len(index)} parts."
        )

    def __iter__(self) -> Iterator[Any]:
        return map(self._example, range(len(self)))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> npt.NDArray[Any]:
        """The examples as users write them, each an object of its own."""
        examples = np.empty(len(self), dtype=object)
        for i, example in enumerate(self):
            examples[i] = example
        return examples if dtype is None else examples.astype(dtype)

    @property
    def shape(self) -> tuple[int, ...]:
        """The number of examples, and of columns if there are any."""
        return (len(self),) if self.dimension is None else (len(self), self.dimension)

    @property
    def dimension(self) -> int | None:
        """How many numbers an example has; None if it does not consist of a fixed number of them."""
        return None

    @property
    def sparse(self) -> bool:
        """Whether only the numbers that are not zero are stored."""
        return False

    @property
    def single(self) -> bool:
        """Whether the examples are numbers in float32."""
        return False

    def in_double(self) -> Self:
        """The same examples with their numbers, if they consist of numbers, in float64."""
        return self

    def in_single(self) -> Self:
        """The same examples with their numbers, if they consist of numbers, in float32."""
        return self

    def largest(self) -> float:
        """The largest absolute value among the numbers of all examples; 0 if there are none."""
        return 0.0

    def raw(self) -> Any:
        """The examples as scikit-learn takes them: an array, a CSR matrix, a list of strings; else these themselves."""
        return self

    def as_centers(self) -> Self:
        """The examples as a fitted function keeps them, to be compared with new ones."""
        return self

    def between(self, first: int, last: int) -> Self:
        """The examples from position `first` to before `last`, sharing their storage with these where they can."""
        return self._take(np.arange(first, last))

    def new(self, data: Any) -> Self:
        """New examples in the space of these, from raw data."""
        return type(self).of(data)

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

    def contradictions(self) -> Iterator[str]:
        """What a file may have got wrong about such a collection, the gravest first; nothing if the parts agree.

        Whoever asks stops at the first, so that each may rely on those before it.
        """
        if len(self) != len(self.origin.positions):
            yield f"numbers of {type(self).__name__}"


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
