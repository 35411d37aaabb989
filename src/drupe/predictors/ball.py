"""A ball in feature space, known by its center's expansion: how far inside is an example?"""

from dataclasses import dataclass
from typing import Annotated, cast

import numpy as np

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.shapes import Outputs
from drupe.inputs.base import Inputs
from drupe.predictors.bound import Bindable
from drupe.predictors.expansion import Expansion


@dataclass(frozen=True, eq=False)
class Ball(Bindable):
    """R² − ‖φ(x) − c‖², positive inside, with c = Σᵢ αᵢ φ(xᵢ).

    Parameters
    ----------
    center
        c as a function ⟨c, φ(·)⟩, with one output and no offset.
    squared_center_norm
        ‖c‖².
    squared_radius
        R².

    Examples
    --------
    >>> from drupe.inputs import Vectors
    >>> from drupe.kernels import Linear
    >>> center = Expansion(Linear(), Vectors.of([[1.0]]), np.array([[1.0]]), np.zeros(1))
    >>> Ball(center, squared_center_norm=1.0, squared_radius=4.0).decision(Vectors.of([[2.0], [4.0]])).tolist()
    [[3.0], [-5.0]]

    References
    ----------
    [Cristianini00]_, section 3.4.
    """

    center: Annotated[Expansion, Outputs(1)]
    squared_center_norm: float
    squared_radius: float

    @property
    def space(self) -> Inputs:
        """The examples that the center is made of."""
        return self.center.space

    @property
    def outputs(self) -> int:
        """One."""
        return 1

    def squared_distances(self, inputs: Inputs) -> Vector:
        """‖φ(x) − c‖² = k(x, x) − 2⟨c, φ(x)⟩ + ‖c‖² of each example."""
        lengths = np.asarray(self.center.kernel.diagonal(inputs), dtype=np.float64)
        products = self.center.decision(inputs)[:, 0]
        return cast(Vector, np.maximum(lengths - 2.0 * products + self.squared_center_norm, 0.0))

    def decision(self, inputs: Inputs) -> Matrix:
        """R² − ‖φ(x) − c‖²."""
        return (self.squared_radius - self.squared_distances(inputs))[:, None]
