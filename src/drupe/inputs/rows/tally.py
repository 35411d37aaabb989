"""How often each value occurs, as far as there are not too many different ones; tallies of parts add up."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Self, TypeVar

import numpy as np

from drupe.foundation.arrays import Vector

Value = TypeVar("Value", str, float)

MOST_DIFFERENT = 10_000
"""Different values of which a tally keeps the counts."""


@dataclass(frozen=True)
class Tally(Generic[Value]):
    """Counts by value.

    Whether there are too many values depends on all of them alone, and not on how they were divided among parts.

    Parameters
    ----------
    count
        Of all values together.
    counts
        Of each; None if there are more than MOST_DIFFERENT.

    Examples
    --------
    >>> both = Tally.of(["red", "blue"], [3, 1]) + Tally.of(["red"], [2])
    >>> both.count, dict(both.counts)
    (6, {'red': 5, 'blue': 1})
    """

    count: int = 0
    counts: Mapping[Value, int] | None = field(default_factory=dict)

    @classmethod
    def of(cls, values: Any, counts: Any) -> Self:
        """Values, each once, and how often each occurs; those that do not occur are left out."""
        found = {value: int(count) for value, count in zip(values, counts, strict=True) if count}
        return cls(sum(found.values()), found if len(found) <= MOST_DIFFERENT else None)

    @classmethod
    def of_numbers(cls, values: Vector) -> "Tally[float]":
        """Numbers, 0 and −0 being one."""
        different, counts = np.unique(values + 0.0, return_counts=True)
        if len(different) > MOST_DIFFERENT:
            return Tally(len(values), None)
        return Tally[float].of(different.tolist(), counts.tolist())

    def __add__(self, other: "Tally[Value]") -> "Tally[Value]":
        if self.counts is None or other.counts is None:
            return Tally(self.count + other.count, None)
        both = Counter(self.counts)
        both.update(other.counts)
        return Tally(self.count + other.count, both if len(both) <= MOST_DIFFERENT else None)

    @property
    def by_frequency(self) -> list[Value]:
        """The values that are known, the most frequent first; of equally frequent ones the first by their order."""
        known = self.counts or {}
        return sorted(known, key=lambda value: (-known[value], value))
