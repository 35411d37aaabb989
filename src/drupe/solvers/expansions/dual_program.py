"""The dual of a program over expansions: few kinds of terms, each with the few numbers that make it up."""

from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import ParameterError
from drupe.losses.base import Loss
from drupe.losses.huber import Huber
from drupe.losses.insensitive import Absolute, EpsilonInsensitive, SquaredEpsilonInsensitive
from drupe.losses.squared import Squared


@dataclass(frozen=True)
class DualLoss:
    """ℓ*(β) = ½ curvature β² + tube |β| for |β| ≤ reach, the conjugate of a loss of residuals.

    With weights wᵢ the dual of Σ wᵢ ℓ(rᵢ) has ½ (curvature / wᵢ) βᵢ² + tube |βᵢ| and |βᵢ| ≤ wᵢ reach.

    Parameters
    ----------
    curvature
        1 for half the squared residual, 0 for a loss of straight lines.
    tube
        Half the width of the interval in which residuals cost nothing.
    reach
        The steepest slope of the loss.

    Examples
    --------
    >>> DualLoss.of(Huber(0.5)), DualLoss.of(EpsilonInsensitive(0.1))
    (DualLoss(curvature=0.5, tube=0.0, reach=1.0), DualLoss(curvature=0.0, tube=0.1, reach=1.0))

    References
    ----------
    [Mika02]_, eqs. 3.44, 3.48 and 3.50 to 3.56.
    """

    curvature: float
    tube: float
    reach: float

    @classmethod
    def of(cls, loss: Loss) -> "DualLoss":
        """The conjugate of a loss that makes a linear or quadratic program."""
        if isinstance(loss, Squared):
            return cls(0.5 / loss.weight, 0.0, np.inf)
        if isinstance(loss, Absolute):
            return cls(0.0, 0.0, 1.0)
        if isinstance(loss, Huber):
            return cls(loss.transition, 0.0, 1.0)
        if isinstance(loss, EpsilonInsensitive):
            return cls(0.0, loss.epsilon, 1.0)
        if isinstance(loss, SquaredEpsilonInsensitive):
            return cls(0.5, loss.epsilon, np.inf)
        raise ParameterError(
            f"{loss!r} makes no linear or quadratic program; Squared, Absolute, Huber, EpsilonInsensitive and "
            "SquaredEpsilonInsensitive do."
        )

    def value(self, dual: Vector, weights: Vector) -> float:
        """Σ of the terms."""
        return float((0.5 * self.curvature * dual**2 / weights + self.tube * np.abs(dual)).sum())
