"""Hyperplanes under inputs that prefer no direction: how often two disagree, and what their mean loses."""

import math

import numpy as np

from drupe.foundation.arrays import Vector


def disagreement(w: Vector, other: Vector) -> float:
    """angle(w, other) / π: the share of inputs from a spherical law on which two hyperplanes disagree.

    Examples
    --------
    >>> disagreement(np.array([1.0, 0.0]), np.array([0.0, 2.0]))
    0.5

    References
    ----------
    [Graepel02]_, lemma 25.
    """
    unit, direction = w / np.linalg.norm(w), other / np.linalg.norm(other)
    # The arccosine loses half of the digits near 0 and π; the chord lengths keep them.
    return float(2.0 * np.arctan2(np.linalg.norm(unit - direction), np.linalg.norm(unit + direction)) / np.pi)


def center_of_mass_gap(cosine: float) -> float:
    """κ(t) = arccos(t)/π − (1 − t)/2 for t ≥ √(1 − 4/π²), and its maximum below 0.106 else.

    So much more than the Bayes point may the center of mass err on average, where t is the smallest cosine between
    the center and any vector that the posterior allows, and the inputs have no preferred direction.

    Examples
    --------
    >>> center_of_mass_gap(1.0)
    0.0
    >>> round(center_of_mass_gap(0.0), 6)
    0.105257

    References
    ----------
    [Graepel02]_, theorem 47 and lemma 26, where 0.11 stands for the maximum.
    """
    return arccos_proxy_gap(max(cosine, _STEEPEST))


def arccos_proxy_gap(t: float) -> float:
    """arccos(t)/π − (1 − t)/2, which a linear function misses of the angle.

    >>> arccos_proxy_gap(1.0)
    0.0

    References
    ----------
    [Graepel02]_, section A.9.1.
    """
    return math.acos(t) / math.pi - (1.0 - t) / 2.0


_STEEPEST = math.sqrt(1.0 - 4.0 / math.pi**2)
"""Where the difference is largest: its derivative −1/(π √(1 − t²)) + ½ vanishes."""
