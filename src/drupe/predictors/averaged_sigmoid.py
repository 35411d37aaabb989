"""The probability of a class where the output is only known to be normal: a sigmoid averaged over a Gaussian."""

import numpy as np
from scipy.special import expit, ndtr

from drupe.foundation.arrays import Vector
from drupe.foundation.blocks import blocks

STEP, REACH = 0.5, 9.0
"""Of the sum over a Gaussian that is narrower than the sigmoid, in its deviations; beyond lies 10⁻¹⁸ of it."""

WIDE_STEP, WIDE_REACH = 0.5, 36.0
"""Of the sum over the sigmoid's own slope where that is the narrower one; beyond lies 10⁻¹⁵ of it."""

AT_ONCE = 4096
"""Outputs that are averaged over together."""


def averaged_logistic(means: Vector, variances: Vector) -> Vector:
    """∫ σ(t) N(t; m, v) dt with σ(t) = 1/(1 + e⁻ᵗ), to 10⁻¹² for every m and v ≥ 0.

    Sums at equal steps, whose error falls exponentially with the number of terms: at v ≤ 1 of the integral as it
    stands, beyond of ∫ σ′(t) Φ((m − t)/√v) dt, which is the same. Exactly ½ at m = 0, and on the side of m elsewhere.

    Examples
    --------
    >>> averaged_logistic(np.array([0.0, 1.0, -1.0]), np.array([4.0, 4.0, 4.0])).round(6).tolist()
    [0.5, 0.647726, 0.352274]

    References
    ----------
    [Herbrich02]_, eq. 3.21; [Rasmussen06]_, eq. 3.25.
    """
    above = np.empty(len(means))
    for index in blocks(len(means), AT_ONCE):
        above[index] = _above(np.abs(means[index]), variances[index])
    above = np.where(means == 0.0, 0.5, np.clip(above, 0.5, 1.0))
    return np.where(means < 0.0, 1.0 - above, above)


def averaged_probit(means: Vector, variances: Vector) -> Vector:
    """∫ Φ(t) N(t; m, v) dt = Φ(m / √(1 + v)).

    >>> averaged_probit(np.array([0.0]), np.array([3.0])).tolist()
    [0.5]
    """
    return np.asarray(ndtr(means / np.sqrt(1.0 + variances)))


def _above(means: Vector, variances: Vector) -> Vector:
    found, narrow = np.empty(len(means)), variances <= 1.0
    found[narrow] = _narrow(means[narrow], variances[narrow])
    found[~narrow] = _wide(means[~narrow], variances[~narrow])
    return found


def _narrow(means: Vector, variances: Vector) -> Vector:
    """Σ h φ(z) σ(m + √v z)."""
    z = np.arange(-REACH, REACH + STEP, STEP)
    weights = np.exp(-0.5 * z * z)
    return np.asarray(expit(means[:, None] + np.sqrt(variances)[:, None] * z) @ (weights / weights.sum()))


def _wide(means: Vector, variances: Vector) -> Vector:
    """Σ h σ′(t) Φ((m − t) / √v)."""
    t = np.arange(-WIDE_REACH, WIDE_REACH + WIDE_STEP, WIDE_STEP)
    weights = expit(t) * expit(-t)
    return np.asarray(ndtr((means[:, None] - t) / np.sqrt(variances)[:, None]) @ (weights / weights.sum()))
