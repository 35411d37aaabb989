"""What every fitted function can do: say which examples it understands, and evaluate them."""

from typing import Protocol

from drupe.foundation.arrays import Matrix
from drupe.inputs.base import Inputs


class Predictor(Protocol):
    """A fitted function with one or more real outputs."""

    @property
    def space(self) -> Inputs:
        """Examples of the kind that the function was fitted on; new ones are wrapped like these."""

    @property
    def outputs(self) -> int:
        """How many outputs there are: columns of `decision`."""

    def decision(self, inputs: Inputs) -> Matrix:
        """One row for each example, one column for each output, in float64."""
