"""Examples that are tuples of examples: several parts, each of a kind of its own."""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any, Self, cast

from drupe.foundation.arrays import Index
from drupe.foundation.errors import InputError
from drupe.inputs.base import Inputs, Origin
from drupe.inputs.coerce import coerce


@dataclass(frozen=True, eq=False)
class Tuples(Inputs):
    """n tuples of K parts, held as K collections of n examples; use `Tuples.of` to make one.

    Parameters
    ----------
    parts
        The first parts of all tuples, the second parts of all, and so on.
    origin
        Which tuples these are; new ones unless said otherwise.

    Examples
    --------
    >>> pairs = Tuples.of([[0.0], [1.0], [2.0]], [[5.0], [6.0], [7.0]])
    >>> len(pairs), len(pairs.parts)
    (3, 2)
    """

    parts: tuple[Inputs, ...]
    origin: Origin = field(repr=False)

    @classmethod
    def of(cls, *parts: Any) -> Self:
        """Wrap one collection for each place: arrays, data frames, or Inputs of any kind, all of one length."""
        wrapped = tuple(coerce(part) for part in parts)
        sizes = {len(part) for part in wrapped}
        if len(sizes) != 1:
            raise InputError(
                f"tuples need one or more parts of one length, got lengths {[len(part) for part in wrapped]}."
            )
        return cls(wrapped, Origin.new(sizes.pop()))

    def __len__(self) -> int:
        return len(self.parts[0])

    def _take(self, index: Index) -> Self:
        return type(self)(tuple(part.take(index) for part in self.parts), self.origin.take(index))

    def _example(self, i: int) -> tuple[Any, ...]:
        return tuple(part[i] for part in self.parts)

    @property
    def single(self) -> bool:
        """Whether some part is in float32."""
        return any(part.single for part in self.parts)

    def in_double(self) -> Self:
        """The same tuples with the numbers of all parts in float64."""
        return type(self)(tuple(part.in_double() for part in self.parts), self.origin) if self.single else self

    def largest(self) -> float:
        """The largest absolute value in any part."""
        return max(part.largest() for part in self.parts)

    def joined(self, other: Self) -> Self:
        """These tuples and then the others."""
        self.check_space(other, "the collection")
        return type(self).of(*(ours.joined(theirs) for ours, theirs in zip(self.parts, other.parts, strict=True)))

    def values(self) -> list[Hashable]:
        """The values of the parts, as tuples."""
        return list(zip(*(part.values() for part in self.parts), strict=True))

    def check_space(self, new: Inputs, owner: str) -> None:
        """Raise an InputError unless the new tuples have as many parts, and each is of the kind of ours."""
        super().check_space(new, owner)
        there = cast(Tuples, new)
        if len(there.parts) != len(self.parts):
            raise InputError(
                f"X holds tuples of {len(there.parts)} parts, but {owner} is expecting {len(self.parts)} parts."
            )
        for ours, theirs in zip(self.parts, there.parts, strict=True):
            ours.check_space(theirs, owner)

    def contradictions(self) -> Iterator[str]:
        """What a file may have got wrong about parts and their lengths."""
        if not self.parts or not all(isinstance(part, Inputs) for part in self.parts):
            yield "parts of tuples"
        if {len(part) for part in self.parts} != {len(self.origin.positions)}:
            yield "lengths of tuples"
