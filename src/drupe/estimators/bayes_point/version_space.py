"""What agrees with the labels that a machine of version space was fitted on, around its middle."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from drupe.estimators.bayes_point.version_space_volume import Room, mirrored_volume
from drupe.foundation.arrays import Matrix, Vector
from drupe.inputs.base import Inputs
from drupe.inputs.vectors import Vectors
from drupe.kernels.base import Kernel
from drupe.witness.assumptions import Assumption


@dataclass(frozen=True, eq=False)
class VersionSpace:
    """The labelled examples of two classes, and the middle Σ αᵢ φ(xᵢ) of what agrees with them.

    What is measured does not depend on how well a sampler mixes or how exact a Gaussian is: the volume is that around
    the given middle, and a rule that misses the true one gets a larger bound, not a false one.

    Parameters
    ----------
    kernel
        That of the functions, without constant feature and diagonal.
    inputs
        The examples.
    signs
        yᵢ, +1 or −1.
    alpha
        αᵢ: the fitted rule, or the mean of the samples.
    constant, diagonal
        What the prior adds to all kernel values, and to k(xᵢ, xᵢ).
    """

    kernel: Kernel[Any]
    inputs: Inputs
    signs: Vector
    alpha: Vector
    constant: float
    diagonal: float

    @cached_property
    def room(self) -> Room:
        """The examples as the middle sees them."""
        return Room.around(self._gram(), self.signs, self.alpha)

    @cached_property
    def volume(self) -> Vector:
        """ln of estimates of the share of the prior."""
        return mirrored_volume(self.room)

    def check(self, assumption: Assumption) -> bool | None:
        """No mistakes is what is seen; that the mirrored set votes as the rule does is how it was made."""
        match assumption:
            case Assumption.CONSISTENT:
                return self.room.consistent
            case Assumption.SUMMARY:
                return True
        return None

    def _gram(self) -> Matrix:
        inputs = self.inputs
        if isinstance(inputs, Vectors) and inputs.dtype != np.float64:
            inputs = Vectors.of(inputs.array.astype(np.float64))
        gram = np.array(self.kernel.matrix(inputs, inputs), dtype=np.float64)
        gram = 0.5 * (gram + gram.T) + self.constant
        gram[np.diag_indices_from(gram)] += self.diagonal
        return gram
