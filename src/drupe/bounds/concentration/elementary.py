"""Elementary inequalities that bounds are made of: Euler's, Stirling's, and those of binomial coefficients."""

import math

import numpy as np
from scipy.special import gammaln

SUMMED = 10**6
"""Factors of a binomial coefficient up to which their logarithms are summed."""


def log_binomial(n: int, d: int) -> float:
    """ln C(n, d); at most d ln(e n / d).

    Examples
    --------
    >>> round(math.exp(log_binomial(5, 2)), 9)
    10.0

    References
    ----------
    [Graepel02]_, section B.3; [Herbrich02]_, theorem A.105.
    """
    if d < 0 or d > n:
        return -math.inf
    few = min(d, n - d)
    if few > SUMMED:
        return float(gammaln(n + 1) - gammaln(d + 1) - gammaln(n - d + 1))
    # C(n, d) = Π (1 + (n − d)/i): differences of logarithms of factorials would cancel where n is large and d small.
    return float(np.log1p((n - few) / np.arange(1, few + 1)).sum())


def log_factorial(d: int) -> float:
    """ln d!; between d (ln d − 1) and d ln d.

    Examples
    --------
    >>> round(math.exp(log_factorial(4)), 9)
    24.0

    References
    ----------
    [Graepel02]_, section B.3.
    """
    return math.lgamma(d + 1)


def log_binomial_limit(n: int, d: int) -> float:
    """d ln(e n / d), which ln Σ C(n, i) over i ≤ d stays below, for 1 ≤ d ≤ n.

    Examples
    --------
    >>> round(math.exp(log_binomial_limit(10, 2)), 2)
    184.73

    References
    ----------
    [Herbrich02]_, theorem A.105; [Graepel02]_, section B.3.
    """
    return d * (1.0 + math.log(n / d)) if d else 0.0


def euler_limit(a: float, x: float) -> float:
    """(1 + a/x)ˣ, which is below eᵃ for x > 0, a ≠ 0 and 1 + a/x > 0.

    Examples
    --------
    >>> euler_limit(1.0, 1.0) < math.e
    True

    References
    ----------
    [Herbrich02]_, theorem A.102; [Graepel02]_, section B.3.
    """
    return math.exp(x * math.log1p(a / x))
