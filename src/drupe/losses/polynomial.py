"""Powers of the residual as losses, all the way out or up to a point from which the loss goes on straight."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.special import gammainc

from drupe.foundation.arrays import Vector
from drupe.foundation.parameters import Interval, positive, ranged
from drupe.losses.base import ResidualLoss, Smoothness


@dataclass(frozen=True)
class Polynomial(ResidualLoss):
    """loss = |r|^power / power, with r = f − y.

    Power 1 is the absolute loss, power 2 half the squared loss.

    Parameters
    ----------
    power
        1 or more; the larger, the more the largest residual rules.

    Notes
    -----
    The printed noise density p / (2Γ(1/p)) exp(−|r|^p) belongs to the loss |r|^p. That of this loss is
    p^(1−1/p) / (2Γ(1/p)) exp(−|r|^p / p).

    Examples
    --------
    >>> float(Polynomial(power=3.0).value(-2.0, 0.0)) == 8.0 / 3.0
    True

    References
    ----------
    [Mika02]_, table 2.1.
    """

    power: float = ranged(Interval(1.0), 2.0)

    @property
    def smoothness(self) -> Smoothness:
        return Smoothness.KINKED if self.power == 1.0 else Smoothness.DIFFERENTIABLE

    @property
    def lipschitz(self) -> float:
        return 1.0 if self.power == 1.0 else math.inf

    def of_residual(self, residuals: npt.ArrayLike) -> Vector:
        with np.errstate(over="ignore"):
            return np.asarray(np.abs(np.asarray(residuals, dtype=np.float64)) ** self.power / self.power)

    def residual_slope(self, residuals: npt.ArrayLike) -> Vector:
        r = np.asarray(residuals, dtype=np.float64)
        with np.errstate(over="ignore"):
            return np.asarray(np.sign(r) * np.abs(r) ** (self.power - 1.0))

    @property
    def normalizer(self) -> float:
        p = self.power
        return float(2.0 * math.gamma(1.0 / p) * p ** (1.0 / p - 1.0))


@dataclass(frozen=True)
class PiecewisePolynomial(ResidualLoss):
    """loss = σ/p · (|r|/σ)^p if |r| ≤ σ, else |r| − σ (p − 1)/p, with r = f − y.

    Power 2 is Huber's loss. The pieces meet with equal slope one at |r| = σ.

    Parameters
    ----------
    power
        The exponent p of the inner piece, above 1.
    transition
        Where σ the inner piece becomes a line.

    Examples
    --------
    >>> PiecewisePolynomial(power=3.0, transition=1.0).value([1.0, 2.0], [0.0, 0.0]).round(6).tolist()
    [0.333333, 1.333333]

    References
    ----------
    [Mika02]_, table 2.1.
    """

    power: float = ranged(Interval(1.0, closed_low=False), 2.0)
    transition: float = positive(1.0)

    @property
    def lipschitz(self) -> float:
        return 1.0

    def of_residual(self, residuals: npt.ArrayLike) -> Vector:
        size = np.abs(np.asarray(residuals, dtype=np.float64))
        inner = np.minimum(size, self.transition)
        return np.asarray(self.transition / self.power * (inner / self.transition) ** self.power + (size - inner))

    def residual_slope(self, residuals: npt.ArrayLike) -> Vector:
        r = np.asarray(residuals, dtype=np.float64)
        return np.asarray(np.sign(r) * np.minimum(np.abs(r) / self.transition, 1.0) ** (self.power - 1.0))

    @property
    def normalizer(self) -> float:
        # ∫₀^σ exp(−rᵖ/(pσᵖ⁻¹)) dr is an incomplete gamma function; the tail beyond σ is exponential.
        p, edge = self.power, self.transition
        inner = math.gamma(1.0 / p) / p * edge * (p / edge) ** (1.0 / p) * float(gammainc(1.0 / p, edge / p))
        return float(2.0 * (inner + math.exp(-edge / p)))
