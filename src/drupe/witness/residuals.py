"""What a linear regression leaves unexplained."""

from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.parameters import Checked, nonnegative, positive
from drupe.witness.vectors import finite_vector


@dataclass(frozen=True, eq=False)
class Residuals(Checked):
    """|yᵢ − ⟨w, φ(xᵢ)⟩| for each example.

    Parameters
    ----------
    residuals
        Absolute residuals.
    norm
        ‖w‖.
    radius
        Radius of a ball around the origin of feature space that holds all examples, future ones too.

    Examples
    --------
    >>> Residuals([0.1, 0.5], norm=1.0, radius=2.0).slacks(tolerance=0.4, margin=0.2).round(12).tolist()
    [0.0, 0.3]
    """

    residuals: Vector
    norm: float = nonnegative()
    radius: float = positive()

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "residuals", finite_vector(self.residuals, "absolute residuals", low=0.0))

    @property
    def n(self) -> int:
        """Number of examples."""
        return len(self.residuals)

    def slacks(self, tolerance: float, margin: float) -> Vector:
        """max(0, residual − (tolerance − margin)), by how much each misses the target.

        References
        ----------
        [Cristianini00]_, definition 4.27.
        """
        return np.asarray(np.maximum(0.0, self.residuals - (tolerance - margin)))
