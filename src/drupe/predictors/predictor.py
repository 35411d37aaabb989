"""What every fitted function can do, and what those can besides that are linear in a feature space."""

from typing import Any, Protocol, runtime_checkable

from drupe.foundation.arrays import Matrix, Vector
from drupe.inputs.base import Inputs
from drupe.kernels.base import Kernel
from drupe.witness.hyperplane import Hyperplane


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


@runtime_checkable
class LinearPredictor(Protocol):
    """A fitted function whose outputs are linear in the feature space of a kernel, but for their offsets."""

    @property
    def kernel(self) -> Kernel[Any]:
        """The kernel."""

    def hyperplane(self, inputs: Inputs, signs: Vector, has_offset: bool) -> Hyperplane | None:
        """The hyperplane between two classes as examples with these signs see it; None if there are several.

        The second class is the positive one. An offset that is zero may have been learned all the same.
        """
