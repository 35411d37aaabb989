"""The rule that says the same of all examples."""

from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.inputs.base import Inputs


@dataclass(frozen=True)
class ConstantRule:
    """h(x) = said.

    Parameters
    ----------
    said
        −1, 1, or the code of a class.
    """

    said: float

    def values(self, inputs: Inputs) -> Vector:
        """The same for each example."""
        return np.full(len(inputs), self.said)
