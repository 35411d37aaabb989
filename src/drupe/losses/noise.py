"""The noise that a regression loss believes in: minimizing the loss is maximizing this likelihood."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Vector
from drupe.losses.base import ResidualLoss


@dataclass(frozen=True)
class Noise:
    """p(r) = exp(−loss(r)) / Z, a density of the residual r = f − y.

    Parameters
    ----------
    loss
        A regression loss; minus the logarithm of the density is the loss plus the constant log Z.

    Examples
    --------
    >>> from drupe.losses.squared import Squared
    >>> round(float(Noise(Squared(weight=0.5)).density(0.0)), 6)  # 1 / √(2π)
    0.398942

    References
    ----------
    [Mika02]_, table 2.1.
    """

    loss: ResidualLoss

    def density(self, residuals: npt.ArrayLike) -> Vector:
        """p(r)."""
        return np.exp(self.log_density(residuals))

    def log_density(self, residuals: npt.ArrayLike) -> Vector:
        """log p(r) = −loss(r) − log Z."""
        return -self.loss.of_residual(residuals) - math.log(self.loss.normalizer)
