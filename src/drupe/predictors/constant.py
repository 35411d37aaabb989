"""A function that says the same of every example."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.shapes import Reals
from drupe.inputs.base import Inputs
from drupe.predictors.bound import Bindable


@dataclass(frozen=True, eq=False)
class ConstantFunction(Bindable):
    """f(x) = values, whatever x.

    Parameters
    ----------
    values
        One for each output.
    space
        Examples of the kind that are understood; none are needed.

    Examples
    --------
    >>> from drupe.inputs import Vectors
    >>> ConstantFunction(np.array([0.25, 0.75]), Vectors.of([[0.0]])).decision(Vectors.of([[1.0], [2.0]])).tolist()
    [[0.25, 0.75], [0.25, 0.75]]
    """

    values: Annotated[Vector, Reals("outputs")]
    space: Inputs

    @property
    def outputs(self) -> int:
        """How many outputs there are."""
        return len(self.values)

    def decision(self, inputs: Inputs) -> Matrix:
        """The values, once for each example."""
        return np.tile(np.asarray(self.values, dtype=np.float64), (len(inputs), 1))
