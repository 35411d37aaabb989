"""What a feature map is: the coordinates of each example in a space where the kernel is an inner product."""

from typing import Protocol, TypeVar

from drupe.foundation.arrays import Matrix
from drupe.inputs.base import Inputs

I_contra = TypeVar("I_contra", bound=Inputs, contravariant=True)


class FeatureMap(Protocol[I_contra]):
    """Gives each example a row of coordinates."""

    def features(self, inputs: I_contra) -> Matrix:
        """One row for each example, one column for each feature, in float64."""
