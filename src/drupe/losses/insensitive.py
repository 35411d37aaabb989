"""Losses that forgive small residuals: the ε-insensitive loss, its limit |f − y|, and its square."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from drupe.foundation.arrays import Vector
from drupe.foundation.parameters import nonnegative
from drupe.losses.base import ResidualLoss, Smoothness


@dataclass(frozen=True)
class EpsilonInsensitive(ResidualLoss):
    """loss = max(|f − y| − epsilon, 0).

    Residuals inside the tube cost nothing, so that a support vector regression forgets the examples in it. The
    slope at the edge of the tube, and at zero for an empty one, is taken as zero.

    Parameters
    ----------
    epsilon
        Half the width of the tube.

    Examples
    --------
    >>> EpsilonInsensitive(0.5).value([0.25, -2.0], [0.0, 0.0]).tolist()
    [0.0, 1.5]

    References
    ----------
    [Herbrich02]_, eq. 2.51; [Cristianini00]_, definition 6.17; [Mika02]_, table 2.1; [Mukherjee04]_, section 2.1.1.
    """

    epsilon: float = nonnegative(0.1)

    @property
    def smoothness(self) -> Smoothness:
        return Smoothness.KINKED

    @property
    def lipschitz(self) -> float:
        return 1.0

    def of_residual(self, residuals: npt.ArrayLike) -> Vector:
        return np.maximum(np.abs(np.asarray(residuals, dtype=np.float64)) - self.epsilon, 0.0)

    def residual_slope(self, residuals: npt.ArrayLike) -> Vector:
        r = np.asarray(residuals, dtype=np.float64)
        return np.where(np.abs(r) > self.epsilon, np.sign(r), 0.0)

    @property
    def normalizer(self) -> float:
        return 2.0 * (1.0 + self.epsilon)


@dataclass(frozen=True)
class Absolute(ResidualLoss):
    """loss = |f − y|, the loss of Laplacian noise; the slope at zero is taken as zero.

    Examples
    --------
    >>> float(Absolute().value(1.0, 3.0))
    2.0

    References
    ----------
    [Mika02]_, table 2.1; [Mukherjee04]_, section 2.1.1.
    """

    @property
    def smoothness(self) -> Smoothness:
        return Smoothness.KINKED

    @property
    def lipschitz(self) -> float:
        return 1.0

    def of_residual(self, residuals: npt.ArrayLike) -> Vector:
        return np.abs(np.asarray(residuals, dtype=np.float64))

    def residual_slope(self, residuals: npt.ArrayLike) -> Vector:
        return np.sign(np.asarray(residuals, dtype=np.float64))

    @property
    def normalizer(self) -> float:
        return 2.0


@dataclass(frozen=True)
class SquaredEpsilonInsensitive(ResidualLoss):
    """loss = max(|f − y| − epsilon, 0)².

    Parameters
    ----------
    epsilon
        Half the width of the tube.

    Examples
    --------
    >>> SquaredEpsilonInsensitive(0.5).value([0.25, -2.0], [0.0, 0.0]).tolist()
    [0.0, 2.25]

    References
    ----------
    [Cristianini00]_, definition 6.17.
    """

    epsilon: float = nonnegative(0.1)

    def of_residual(self, residuals: npt.ArrayLike) -> Vector:
        return np.asarray(EpsilonInsensitive(self.epsilon).of_residual(residuals) ** 2)

    def residual_slope(self, residuals: npt.ArrayLike) -> Vector:
        r = np.asarray(residuals, dtype=np.float64)
        return np.asarray(2.0 * np.sign(r) * EpsilonInsensitive(self.epsilon).of_residual(r))

    @property
    def normalizer(self) -> float:
        return 2.0 * self.epsilon + math.sqrt(math.pi)
