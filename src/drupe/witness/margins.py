"""Distances of the examples from the hyperplane, on the scale of the ball that holds them."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.parameters import Checked, positive
from drupe.witness.vectors import finite_vector


@dataclass(frozen=True, eq=False)
class Margins(Checked):
    """yᵢ⟨w, φ(xᵢ)⟩ / ‖w‖ for each example: negative ones are mistakes.

    Parameters
    ----------
    margins
        Geometric margins, one for each example.
    radius
        Radius of a ball around the origin of feature space that holds all examples, future ones too.

    Examples
    --------
    >>> Margins([0.5, -0.1, 1.0], radius=1.0).smallest
    -0.1
    """

    margins: Vector
    radius: float = positive()

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "margins", finite_vector(self.margins, "margins"))

    @property
    def n(self) -> int:
        """Number of examples."""
        return len(self.margins)

    @cached_property
    def smallest(self) -> float:
        """The margin of the example that is worst off."""
        return float(self.margins.min())

    @cached_property
    def ascending(self) -> Vector:
        """All margins, the smallest first."""
        return np.sort(self.margins)

    def shortfall(self, margin: float) -> float:
        """D = √Σ max(0, margin − marginᵢ)², how far the examples together fall short of a margin."""
        return float(np.linalg.norm(np.maximum(0.0, margin - self.margins)))
