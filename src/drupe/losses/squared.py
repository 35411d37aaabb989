"""The squared loss: what Gaussian noise asks for."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Vector
from drupe.foundation.parameters import positive
from drupe.losses.base import ResidualLoss


@dataclass(frozen=True)
class Squared(ResidualLoss):
    """loss = weight · (f − y)².

    Parameters
    ----------
    weight
        1 as it is mostly written; 1/2 makes it minus the logarithm of a standard normal density; in general the
        noise has variance 1 / (2 weight).

    Examples
    --------
    >>> float(Squared().value(3.0, 1.0)), float(Squared(weight=0.5).value(3.0, 1.0))
    (4.0, 2.0)

    References
    ----------
    [Mukherjee04]_, section 2.1.1; [Herbrich02]_, section 3.2; [Mika02]_, eq. 2.14, and table 2.1
    with weight 1/2.
    """

    weight: float = positive(1.0)

    def of_residual(self, residuals: npt.ArrayLike) -> Vector:
        return np.asarray(self.weight * np.square(np.asarray(residuals, dtype=np.float64)))

    def residual_slope(self, residuals: npt.ArrayLike) -> Vector:
        return 2.0 * self.weight * np.asarray(residuals, dtype=np.float64)

    @property
    def normalizer(self) -> float:
        return math.sqrt(math.pi / self.weight)
