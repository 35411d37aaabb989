"""Sauer's lemma: a class of finite dimension shows only polynomially many patterns."""

import math

from scipy.special import logsumexp

from drupe.bounds.concentration.elementary import log_binomial, log_binomial_limit
from drupe.bounds.concentration.rounding import upward


def sauer_sum(n: int, dimension: int) -> int:
    """Φ(n, d) = Σ C(n, i) over i ≤ d: no class of dimension d shows more patterns on n examples.

    Examples
    --------
    >>> [sauer_sum(10, d) for d in (1, 2, 3)]
    [11, 56, 176]

    References
    ----------
    [Herbrich02]_, theorem 4.10; [Mukherjee04]_, section 8.5, where the sum must start at i = 0.
    """
    return sum(math.comb(n, i) for i in range(min(n, dimension) + 1))


def log_sauer_sum(n: int, dimension: int) -> float:
    """ln Φ(n, d), rounded up; also where Φ has too many digits.

    Examples
    --------
    >>> round(log_sauer_sum(10, 3) - math.log(176), 9)
    0.0

    References
    ----------
    [Herbrich02]_, theorem 4.10.
    """
    if dimension >= n:
        return upward(n * math.log(2.0))
    return upward(float(logsumexp([log_binomial(n, i) for i in range(dimension + 1)])))


def log_sauer_limit(n: int, dimension: int) -> float:
    """d ln(e n / d) ≥ ln Φ(n, d) for 1 ≤ d ≤ n; n ln 2 for larger d.

    Examples
    --------
    >>> round(math.exp(log_sauer_limit(10, 3)), 1)
    743.9

    References
    ----------
    [Herbrich02]_, theorem A.105; [Graepel02]_, theorem 14; [Cristianini00]_, section 4.2.
    """
    return n * math.log(2.0) if dimension > n else log_binomial_limit(n, dimension)
