"""Stumps: one column, one threshold, and a value on either side."""

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.blocks import blocks
from drupe.foundation.errors import InputError
from drupe.foundation.shapes import Holds, Numbers, Reals, Wholes
from drupe.inputs.base import Inputs
from drupe.inputs.vectors import Vectors

NUMBERS_AT_A_TIME = 2**20
"""Values of rules that are made together."""


@dataclass(frozen=True, eq=False)
class Stumps:
    """h(x) = left if xⱼ ≤ threshold, else right: as many rules as there are thresholds.

    Parameters
    ----------
    columns
        j of each.
    thresholds
        Of each; infinite for a rule that says the same of all examples.
    left, right
        Values on either side.
    space
        Vectors of the kind that the rules take; none are needed.

    Examples
    --------
    >>> two = Stumps(np.array([0, 1]), np.array([0.5, np.inf]), np.array([1.0, -1.0]), np.array([-1.0, 1.0]),
    ...              Vectors.of([[0.0, 0.0]]))
    >>> two.values(Vectors.of([[0.0, 7.0], [1.0, 7.0]])).tolist()
    [[1.0, -1.0], [-1.0, -1.0]]

    References
    ----------
    [Freund97]_, section 4; [Mukherjee04]_, section 6.4.
    """

    columns: Annotated[Index, Wholes("rules", below="columns")]
    thresholds: Annotated[Vector, Numbers("rules")]
    left: Annotated[Vector, Reals("rules")]
    right: Annotated[Vector, Reals("rules")]
    space: Annotated[Vectors, Holds("array", Reals(None, "columns"))]

    def __post_init__(self) -> None:
        if not len(self.columns) == len(self.thresholds) == len(self.left) == len(self.right):
            raise InputError("stumps need a column, a threshold and two values each.")
        if len(self.columns) and not 0 <= self.columns.min() <= self.columns.max() < self.space.dimension:
            raise InputError(f"stumps name columns beyond the {self.space.dimension} that there are.")
        if np.isnan(self.thresholds).any():
            raise InputError("a threshold is no number.")
        object.__setattr__(self, "space", self.space.take(np.empty(0, dtype=np.int64)))

    def __len__(self) -> int:
        return len(self.columns)

    def values(self, inputs: Inputs) -> Matrix:
        """A column for each stump."""
        x = Vectors.of(inputs).dense()
        found = np.empty((len(x), len(self)))
        for rows in blocks(len(x), max(1, NUMBERS_AT_A_TIME // max(1, len(self)))):
            found[rows] = np.where(x[np.ix_(rows, self.columns)] <= self.thresholds, self.left, self.right)
        return found

    def combined(self, inputs: Inputs, weights: Vector) -> Vector:
        """Σₜ wₜ hₜ(x) as a sum of step functions, one of each column: a short search for each, however many stumps."""
        x = Vectors.of(inputs).dense()
        total = np.full(len(x), float(weights @ self.left))
        for column, order in self.by_column:
            heights = np.cumsum((self.right - self.left)[order] * weights[order])
            # x ≤ threshold lies to the left: steps at thresholds that are below x were climbed.
            climbed = np.searchsorted(self.thresholds[order], x[:, column], side="left")
            total += np.concatenate([[0.0], heights])[climbed]
        return total

    def first(self, count: int) -> "Stumps":
        """The first so many of them."""
        return Stumps(self.columns[:count], self.thresholds[:count], self.left[:count], self.right[:count], self.space)

    def joined(self, others: "Stumps") -> "Stumps":
        """These, and after them the others."""
        return Stumps(
            np.concatenate([self.columns, others.columns]),
            np.concatenate([self.thresholds, others.thresholds]),
            np.concatenate([self.left, others.left]),
            np.concatenate([self.right, others.right]),
            self.space,
        )

    @cached_property
    def by_column(self) -> list[tuple[int, Index]]:
        """For each column that is cut the stumps that cut it, by rising thresholds."""
        order = np.lexsort((self.thresholds, self.columns))
        order = order[np.isfinite(self.thresholds[order])]
        starts = np.flatnonzero(np.diff(self.columns[order], prepend=-1))
        return [(int(self.columns[part[0]]), part) for part in np.split(order, starts[1:]) if len(part)]
