"""Votes of near examples for their classes: those of the k nearest, or of all within reach."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from drupe.foundation.arrays import Index, Matrix
from drupe.foundation.errors import InputError
from drupe.foundation.shapes import Counted, Reals, Sizes, Wholes
from drupe.inputs.base import Inputs
from drupe.predictors.bound import Bindable
from drupe.predictors.distances import Distances


@dataclass(frozen=True, eq=False)
class NearestVotes(Bindable):
    """How many of the `count` nearest examples are of each class.

    Parameters
    ----------
    distances
        To the examples.
    codes
        Their classes, counted from zero.
    classes
        How many classes there are.
    count
        How many examples vote.

    References
    ----------
    [Graepel02]_, section 2.2.1.
    """

    distances: Annotated[Distances, Counted("examples")]
    codes: Annotated[Index, Wholes("examples", below="classes")]
    classes: Annotated[int, Sizes("classes")]
    count: int

    def __post_init__(self) -> None:
        if not 1 <= self.count <= len(self.distances):
            raise InputError(f"{self.count} of {len(self.distances)} examples cannot vote.")

    @property
    def space(self) -> Inputs:
        """The examples."""
        return self.distances.examples

    @property
    def outputs(self) -> int:
        """One for each class."""
        return self.classes

    def decision(self, inputs: Inputs) -> Matrix:
        """One column for each class."""
        voters = self.codes[self.distances.nearest(inputs, self.count)]
        return np.asarray((voters[:, :, None] == np.arange(self.classes)).sum(axis=1), dtype=np.float64)


@dataclass(frozen=True, eq=False)
class WindowVotes(Bindable):
    """How many examples within a radius are of each class, each counted by its weight.

    Parameters
    ----------
    distances
        To the examples.
    weights
        A row for each example: its weight in the column of its class, else 0.
    radius
        Reach of the window, in feature space.

    References
    ----------
    [Graepel02]_, section 2.2.2.
    """

    distances: Annotated[Distances, Counted("examples")]
    weights: Annotated[Matrix, Reals("examples", "classes")]
    radius: float

    @property
    def space(self) -> Inputs:
        """The examples."""
        return self.distances.examples

    @property
    def outputs(self) -> int:
        """One for each class."""
        return int(self.weights.shape[1])

    def decision(self, inputs: Inputs) -> Matrix:
        """One column for each class."""
        votes = np.empty((len(inputs), self.weights.shape[1]))
        for index, part in self.distances.blocks(inputs):
            votes[index] = (self.distances.squared(part) <= self.radius**2).astype(np.float64) @ self.weights
        return votes
