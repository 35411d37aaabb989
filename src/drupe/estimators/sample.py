"""What a machine learns from: examples, targets, and how often each example counts."""

from dataclasses import dataclass, replace
from typing import Any

import numpy.typing as npt

from drupe.foundation.arrays import Index, Vector
from drupe.inputs.base import Inputs


@dataclass(frozen=True, eq=False)
class Sample:
    """Examples of positive weight; an example of weight 3 stands for three that are alike.

    Parameters
    ----------
    inputs
        The examples.
    targets
        One entry for each: a real number, or the code 0..k−1 of a class.
    weights
        How often each counts.
    positions
        Where each stood in the data as they came, before examples of weight zero were left out.
    came
        The data as they came.
    """

    inputs: Inputs
    targets: npt.NDArray[Any]
    weights: Vector
    positions: Index
    came: Inputs

    def __len__(self) -> int:
        return len(self.inputs)

    def take(self, index: Index) -> "Sample":
        """The examples at these places of the sample."""
        return Sample(
            self.inputs.take(index), self.targets[index], self.weights[index], self.positions[index], self.came
        )

    def in_double(self) -> "Sample":
        """The same examples with their numbers in float64."""
        return replace(self, inputs=self.inputs.in_double())

    def with_targets(self, targets: npt.NDArray[Any]) -> "Sample":
        """The same examples with other targets."""
        return replace(self, targets=targets)
