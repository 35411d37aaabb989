"""A network of Gaussian units, each with a center and a width of its own."""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from scipy.spatial.distance import cdist

from drupe.foundation.arrays import Matrix, Vector
from drupe.foundation.blocks import blocks
from drupe.foundation.errors import InputError
from drupe.foundation.shapes import Counted, Reals
from drupe.inputs.base import Inputs
from drupe.inputs.vectors import Vectors
from drupe.predictors.bound import Bindable

BLOCK_BYTES = 64 * 2**20
"""What the units' values at the examples that are looked at together may take."""


@dataclass(frozen=True, eq=False)
class RadialUnits(Bindable):
    """f(x) = Σⱼ coefficients[j] exp(−‖x − centers[j]‖² / (2 widths[j]²)) + offset, one column for each output.

    Parameters
    ----------
    centers
        One for each unit.
    widths
        One for each unit.
    coefficients
        One row for each unit.
    offset
        One number for each output.

    Examples
    --------
    >>> one = RadialUnits(Vectors.of([[0.0]]), np.array([1.0]), np.array([[2.0]]), np.array([0.5]))
    >>> one.decision(Vectors.of([[0.0], [100.0]])).ravel().tolist()
    [2.5, 0.5]

    References
    ----------
    [Ratsch01]_, appendix, place not checked.
    """

    centers: Annotated[Vectors, Counted("centers")]
    widths: Annotated[Vector, Reals("centers")]
    coefficients: Annotated[Matrix, Reals("centers", "outputs")]
    offset: Annotated[Vector, Reals("outputs")]

    @property
    def space(self) -> Inputs:
        """The centers."""
        return self.centers

    @property
    def outputs(self) -> int:
        """One for each column of coefficients."""
        return int(self.coefficients.shape[1])

    def decision(self, inputs: Inputs) -> Matrix:
        """f(x), one column for each output."""
        if not isinstance(inputs, Vectors):
            raise InputError(f"radial units take vectors, got {type(inputs).__name__}.")
        out = np.empty((len(inputs), self.outputs))
        for index in blocks(len(inputs), BLOCK_BYTES // (8 * max(1, len(self.widths)))):
            part = inputs.take(index).in_double().dense()
            squared = cdist(part, self.centers.dense(), "sqeuclidean")
            out[index] = np.exp(-0.5 * squared / np.square(self.widths)) @ self.coefficients + self.offset
        return out
