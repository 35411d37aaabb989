"""Chebyshev's inequality: the variance limits the deviation from the mean, whatever the law."""

import math

from drupe.bounds.concentration.rounding import upward


def chebyshev_tail(variance: float, deviation: float, n: int = 1) -> float:
    """P[|mean of n − its expectation| ≥ deviation] ≤ variance / (n deviation²).

    Examples
    --------
    >>> round(chebyshev_tail(variance=0.25, deviation=0.5, n=10), 9)
    0.1

    References
    ----------
    [Mukherjee04]_, section 7.2; [Herbrich02]_, theorem A.110; [Graepel02]_, eq. 7.6 and section B.3.
    """
    return min(1.0, upward(variance / (n * deviation**2))) if deviation > 0.0 else 1.0


def chebyshev_deviation(variance: float, delta: float, n: int = 1) -> float:
    """√(variance / (n δ)), which the mean of n deviates by with probability δ at most.

    Examples
    --------
    >>> round(chebyshev_deviation(variance=0.25, delta=0.1, n=10), 9)
    0.5

    References
    ----------
    [Mukherjee04]_, section 7.2.
    """
    return upward(math.sqrt(variance / (n * delta)))


def chebyshev_voters(p: float, deviation: float, delta: float) -> int:
    """How many drawn voters know the share p of all votes within the deviation: p(1 − p) / (δ deviation²).

    Examples
    --------
    >>> chebyshev_voters(0.5, deviation=0.1, delta=0.05)
    500

    References
    ----------
    [Graepel02]_, eq. 7.6.
    """
    return math.ceil(p * (1.0 - p) / (delta * deviation**2) * (1.0 - 1e-12))
