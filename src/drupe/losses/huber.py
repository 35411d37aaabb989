"""Huber's robust loss: a parabola for small residuals, a straight line for large ones."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Vector
from drupe.foundation.parameters import Interval, check, positive
from drupe.losses.base import ResidualLoss


@dataclass(frozen=True)
class Huber(ResidualLoss):
    """loss = r² / (2 transition) if |r| ≤ transition, else |r| − transition / 2, with r = f − y.

    Outliers pull with bounded force; small residuals are averaged as by the squared loss.

    Parameters
    ----------
    transition
        Where the parabola becomes a line of slope one; as it shrinks the loss becomes |r|.

    Notes
    -----
    Three scalings are in use. [Mika02]_ writes σ for the transition. [Mukherjee04]_ writes it as 2ε: see
    `from_epsilon`. scikit-learn's and SciPy's Huber loss with parameter δ, r²/2 near zero, is δ times this one with
    transition δ.

    Examples
    --------
    >>> Huber(transition=1.0).value([0.5, 2.0], [0.0, 0.0]).tolist()
    [0.125, 1.5]

    References
    ----------
    [Mika02]_, table 2.1; [Mukherjee04]_, section 2.1.1.
    """

    transition: float = positive(1.0)

    @classmethod
    def from_epsilon(cls, epsilon: float) -> "Huber":
        """r² / (4ε) if |r| ≤ 2ε, else |r| − ε: equal to the ε-insensitive loss from 2ε on."""
        check("Huber", "epsilon", epsilon, Interval(0.0, closed_low=False))
        return cls(2.0 * epsilon)

    @property
    def lipschitz(self) -> float:
        return 1.0

    def of_residual(self, residuals: npt.ArrayLike) -> Vector:
        size = np.abs(np.asarray(residuals, dtype=np.float64))
        inner = np.minimum(size, self.transition)
        return np.asarray(inner**2 / (2.0 * self.transition) + (size - inner))

    def residual_slope(self, residuals: npt.ArrayLike) -> Vector:
        return np.clip(np.asarray(residuals, dtype=np.float64) / self.transition, -1.0, 1.0)

    @property
    def normalizer(self) -> float:
        half = self.transition / 2.0
        return math.sqrt(4.0 * math.pi * half) * math.erf(math.sqrt(half)) + 2.0 * math.exp(-half)
