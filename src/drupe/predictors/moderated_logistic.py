"""The logistic function of a Gaussian, averaged: probabilities that know how sure the function is."""

from itertools import pairwise

import numpy as np
from scipy.special import expit, logit, ndtr, roots_hermitenorm, roots_legendre

from drupe.foundation.arrays import Matrix, Vector

NARROW = 1.0
"""Standard deviation up to which a rule for Gaussians sees the logistic function well."""

NODES = 48
"""Of each rule; errors are below 10⁻¹²."""

REACH = 40.0
"""Beyond it the logistic function is 0 or 1."""

PANELS = (0.0, 2.0, 5.0, 10.0, 20.0, REACH)
"""Where the wide rule is cut: the logistic function changes near 0."""


def moderated(mean: Matrix, variance: Matrix) -> Matrix:
    """E[1 / (1 + exp(−f))] for f ~ N(mean, variance), one for each pair; no approximation but for rounding.

    The larger the variance, the nearer to ½; on which side of it is for the mean to say, and at 0 it is ½ exactly.

    >>> moderated(np.array([0.0, 1.0]), np.array([9.0, 0.0])).round(6).tolist()
    [0.5, 0.731059]

    Notes
    -----
    Narrow Gaussians by their own quadrature. Of wide ones the step at 0 is known, Φ(mean / deviation), and the rest is
    integrated over where it is not zero.

    References
    ----------
    [Herbrich02]_, section 3.2.2; [Rasmussen06]_, eq. 3.25.
    """
    mean, deviation = np.asarray(mean, dtype=np.float64), np.sqrt(np.asarray(variance, dtype=np.float64))
    found = np.empty(mean.shape)
    narrow = deviation <= NARROW
    found[narrow] = _narrow(mean[narrow], deviation[narrow])
    found[~narrow] = _wide(mean[~narrow], deviation[~narrow])
    return np.clip(found, np.where(mean >= 0.0, 0.5, 0.0), np.where(mean <= 0.0, 0.5, 1.0))


def log_odds(mean: Matrix, variance: Matrix) -> Matrix:
    """ln p/(1 − p) with p = `moderated(mean, variance)`: of the sign of the mean, and not larger.

    >>> log_odds(np.array([-2.0, 0.0]), np.array([0.0, 5.0])).round(12).tolist()
    [-2.0, 0.0]
    """
    smaller = np.maximum(moderated(-np.abs(mean), variance), np.finfo(np.float64).tiny)
    return np.asarray(np.sign(mean) * np.abs(np.minimum(logit(smaller), 0.0)))


def _narrow(mean: Vector, deviation: Vector) -> Vector:
    nodes, weights = roots_hermitenorm(NODES)
    return np.asarray(expit(mean[:, None] + deviation[:, None] * nodes) @ weights / weights.sum())


def _wide(mean: Vector, deviation: Vector) -> Vector:
    """Φ(m/s) + ∫₀^∞ (N(−f) − N(f)) / (1 + e^f) df, with N the density."""
    found = ndtr(mean / deviation)
    nodes, weights = roots_legendre(NODES)
    for low, high in pairwise(PANELS):
        at = 0.5 * (high - low) * nodes + 0.5 * (high + low)
        above = _density((at - mean[:, None]) / deviation[:, None])
        below = _density((-at - mean[:, None]) / deviation[:, None])
        found += (below - above) @ (0.5 * (high - low) * weights * expit(-at)) / deviation
    return np.asarray(found)


def _density(t: Vector) -> Vector:
    return np.asarray(np.exp(-0.5 * t * t) / np.sqrt(2.0 * np.pi))
