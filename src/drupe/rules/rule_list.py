"""Rules with values from −1 to 1, of which votes are made."""

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.inputs.base import Inputs


class Rules(Protocol):
    """Any number of rules on examples of one kind."""

    @property
    def space(self) -> Inputs:
        """Examples of the kind that the rules take."""

    def __len__(self) -> int:
        """How many there are."""

    def values(self, inputs: Inputs) -> Matrix:
        """What each rule says of each example: a row for each example, a column for each rule."""

    def combined(self, inputs: Inputs, weights: Vector) -> Vector:
        """The sum of what all rules say of each example, each times its weight."""

    def first(self, count: int) -> "Rules":
        """The first so many of them."""

    def joined(self, others: Any) -> "Rules":
        """These, and after them others of the same kind."""


class Rule(Protocol):
    """One rule."""

    def values(self, inputs: Inputs) -> Vector:
        """What it says of each example."""


@dataclass(frozen=True, eq=False)
class RuleList:
    """Rules of any kind, one after the other.

    Parameters
    ----------
    rules
        The rules.
    space
        Examples of the kind that they take; none are needed.
    """

    rules: tuple[Any, ...]
    space: Inputs

    def __post_init__(self) -> None:
        object.__setattr__(self, "space", self.space.take(np.empty(0, dtype=np.int64)))

    def __len__(self) -> int:
        return len(self.rules)

    def values(self, inputs: Inputs) -> Matrix:
        """A column for each rule."""
        if not self.rules:
            return np.empty((len(inputs), 0))
        return np.column_stack([rule.values(inputs) for rule in self.rules])

    def combined(self, inputs: Inputs, weights: Vector) -> Vector:
        """One rule after the other, so that no table of all of them is made."""
        total = np.zeros(len(inputs))
        for weight, rule in zip(weights, self.rules, strict=True):
            if weight:
                total += weight * rule.values(inputs)
        return total

    def first(self, count: int) -> "RuleList":
        """The first so many of them."""
        return RuleList(self.rules[:count], self.space)

    def joined(self, others: "RuleList") -> "RuleList":
        """These, and after them the others."""
        return RuleList(self.rules + others.rules, self.space)
