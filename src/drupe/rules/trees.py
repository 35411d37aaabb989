"""Trees as rules: a few questions about single columns, and a value in each leaf."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from drupe.foundation.arrays import Index, Matrix, Vector
from drupe.foundation.blocks import blocks
from drupe.foundation.errors import InputError
from drupe.foundation.shapes import Holds, Reals, Wholes
from drupe.inputs.base import Inputs
from drupe.inputs.vectors import Vectors

PAIRS_AT_A_TIME = 2**18
"""Of an example and a tree, which are followed together."""


@dataclass(frozen=True, eq=False)
class Trees:
    """At a node go left if its column is at most its threshold, else right; a leaf says its value.

    Parameters
    ----------
    roots
        The first node of each tree.
    columns, thresholds
        What is asked at each node.
    left, right
        The next nodes; a leaf names itself.
    said
        The value at each node, of which those in leaves count.
    depth
        Questions at most.
    space
        Vectors of the kind that the trees take; none are needed.

    Examples
    --------
    >>> one = Trees(np.array([0]), np.zeros(3, dtype=np.int64), np.array([0.5, 0.0, 0.0]), np.array([1, 1, 2]),
    ...             np.array([2, 1, 2]), np.array([0.0, -1.0, 1.0]), 1, Vectors.of([[0.0]]))
    >>> one.values(Vectors.of([[0.0], [1.0]])).ravel().tolist()
    [-1.0, 1.0]

    References
    ----------
    [Breiman84]_, chapter 2, place not checked.
    """

    roots: Annotated[Index, Wholes("rules", below="nodes")]
    columns: Annotated[Index, Wholes("nodes", below="columns")]
    thresholds: Annotated[Vector, Reals("nodes")]
    left: Annotated[Index, Wholes("nodes", below="nodes")]
    right: Annotated[Index, Wholes("nodes", below="nodes")]
    said: Annotated[Vector, Reals("nodes")]
    depth: int
    space: Annotated[Vectors, Holds("array", Reals(None, "columns"))]

    def __post_init__(self) -> None:
        table = (self.columns, self.thresholds, self.left, self.right, self.said)
        if len({len(part) for part in table}) != 1:
            raise InputError("trees need a column, a threshold, two next nodes and a value for each node.")
        if not 0 <= self.depth <= len(self.columns):
            raise InputError(f"no tree of {len(self.columns)} nodes asks {self.depth} questions.")
        object.__setattr__(self, "space", self.space.take(np.empty(0, dtype=np.int64)))

    @classmethod
    def gathered(cls, parts: Sequence["Trees"], space: Vectors) -> "Trees":
        """The trees of all parts in one table."""
        starts = np.concatenate([[0], np.cumsum([len(part.columns) for part in parts], dtype=np.int64)]).astype(
            np.int64
        )

        def moved(name: str) -> Index:
            pieces = [getattr(part, name) + start for part, start in zip(parts, starts, strict=False)]
            return np.concatenate([np.empty(0, dtype=np.int64), *pieces])

        def plain(name: str, kind: type) -> np.ndarray:
            return np.concatenate([np.empty(0, dtype=kind), *(getattr(part, name) for part in parts)])

        return cls(
            roots=moved("roots"),
            columns=plain("columns", np.int64),
            thresholds=plain("thresholds", np.float64),
            left=moved("left"),
            right=moved("right"),
            said=plain("said", np.float64),
            depth=max((part.depth for part in parts), default=0),
            space=space,
        )

    def __len__(self) -> int:
        return len(self.roots)

    def leaves(self, x: Matrix) -> Index:
        """The node at which each row ends in each tree: a column for each tree."""
        nodes = np.repeat(self.roots[None, :], len(x), axis=0)
        rows = np.arange(len(x))[:, None]
        for _ in range(self.depth):
            below = x[rows, self.columns[nodes]] <= self.thresholds[nodes]
            nodes = np.where(below, self.left[nodes], self.right[nodes])
        return nodes

    def values(self, inputs: Inputs) -> Matrix:
        """A column for each tree."""
        x = Vectors.of(inputs).in_double().dense()
        found = np.empty((len(x), len(self)))
        for rows in blocks(len(x), max(1, PAIRS_AT_A_TIME // max(1, len(self)))):
            found[rows] = self.said[self.leaves(x[rows])]
        return found

    def combined(self, inputs: Inputs, weights: Vector) -> Vector:
        """Σₜ wₜ hₜ(x), a block of examples at a time."""
        x = Vectors.of(inputs).in_double().dense()
        total = np.empty(len(x))
        for rows in blocks(len(x), max(1, PAIRS_AT_A_TIME // max(1, len(self)))):
            total[rows] = self.said[self.leaves(x[rows])] @ weights
        return total

    def first(self, count: int) -> "Trees":
        """The first so many of them."""
        last = int(self.roots[count]) if count < len(self) else len(self.columns)
        return Trees(
            self.roots[:count],
            self.columns[:last],
            self.thresholds[:last],
            self.left[:last],
            self.right[:last],
            self.said[:last],
            min(self.depth, last),
            self.space,
        )

    def joined(self, others: "Trees") -> "Trees":
        """These, and after them the others."""
        return Trees.gathered([self, others], self.space)
