"""A network of Gaussian units as a rule: the sign of its output, or the output cut off at −1 and 1."""

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

VALUES_AT_A_TIME = 2**20
"""Values of units that are made together."""


@dataclass(frozen=True, eq=False)
class RadialRule:
    """h(x) = sign f(x), or f(x) cut off at −1 and 1, f(x) = Σⱼ aⱼ exp(−‖x − μⱼ‖² / (2σⱼ²)) + b.

    Parameters
    ----------
    centers
        μ, one for each unit.
    widths
        σ of each.
    coefficients
        a of each.
    offset
        b.
    graded
        Whether f is cut off instead of its sign taken.

    Examples
    --------
    >>> rule = RadialRule(Vectors.of([[0.0]]), np.ones(1), np.array([2.0]), -1.0, graded=False)
    >>> rule.values(Vectors.of([[0.0], [9.0]])).tolist()
    [1.0, -1.0]

    References
    ----------
    [Ratsch01]_, appendix, place not checked.
    """

    centers: Annotated[Vectors, Counted("centers")]
    widths: Annotated[Vector, Reals("centers")]
    coefficients: Annotated[Vector, Reals("centers")]
    offset: float
    graded: bool

    def __post_init__(self) -> None:
        if not np.all(self.widths > 0.0):
            raise InputError(f"widths of units lie above zero; the least is {self.widths.min()}.")

    def values(self, inputs: Inputs) -> Vector:
        """From −1 to 1 for each example; the sign of zero is 1."""
        x, centers = Vectors.of(inputs).in_double().dense(), self.centers.dense()
        outputs = np.empty(len(x))
        for rows in blocks(len(x), max(1, VALUES_AT_A_TIME // max(1, len(centers)))):
            outputs[rows] = unit_values(x[rows], centers, self.widths) @ self.coefficients + self.offset
        return np.clip(outputs, -1.0, 1.0) if self.graded else np.where(outputs >= 0.0, 1.0, -1.0)


def unit_values(x: Matrix, centers: Matrix, widths: Vector) -> Matrix:
    """exp(−‖x − μ‖² / (2σ²)): a row for each example, a column for each unit."""
    return np.asarray(np.exp(-0.5 * cdist(x, centers, "sqeuclidean") / np.square(widths)))
