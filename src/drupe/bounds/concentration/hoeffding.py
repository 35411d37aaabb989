"""Hoeffding's inequality: bounded terms, and nothing else known of them."""

import math
from collections.abc import Sequence

from drupe.bounds.concentration.rounding import upward


def hoeffding_tail(deviation: float, n: int, span: float = 1.0) -> float:
    """P[mean of n − its expectation ≥ deviation] ≤ exp(−2 n deviation² / span²), for terms within an interval.

    Twice the value limits the absolute deviation.

    Parameters
    ----------
    deviation
        Of the mean.
    n
        Number of independent terms.
    span
        Length b − a of the interval that holds each term. For |X| ≤ M it is 2M: the square of M alone is not enough.

    Examples
    --------
    >>> round(hoeffding_tail(0.1, 100), 5)
    0.13534

    References
    ----------
    [Herbrich02]_, theorem A.112; [Mukherjee04]_, section 7.3; [Graepel02]_, section B.3.
    """
    return min(1.0, upward(math.exp(-2.0 * n * (max(deviation, 0.0) / span) ** 2)))


def hoeffding_deviation(delta: float, n: int, span: float = 1.0) -> float:
    """span √(ln(1/δ) / (2n)), which the mean of n exceeds its expectation by with probability δ at most.

    Examples
    --------
    >>> round(hoeffding_deviation(0.05, 1000), 6)
    0.038702

    References
    ----------
    [Mukherjee04]_, section 7.3, with the constant put right; [Graepel02]_, theorem 12.
    """
    return upward(span * math.sqrt(-math.log(delta) / (2.0 * n)))


def hoeffding_sum_tail(deviation: float, spans: Sequence[float]) -> float:
    """P[sum − its expectation ≥ deviation] ≤ exp(−2 deviation² / Σ spanᵢ²).

    Examples
    --------
    >>> round(hoeffding_sum_tail(10.0, [1.0] * 100), 5)
    0.13534

    References
    ----------
    [Mukherjee04]_, section 7.3.
    """
    squares = math.fsum(span**2 for span in spans)
    if squares == 0.0:
        return 1.0 if deviation <= 0.0 else 0.0
    return min(1.0, upward(math.exp(-2.0 * max(deviation, 0.0) ** 2 / squares)))


def rademacher_sum_tail(deviation: float, weights: Sequence[float]) -> float:
    """P[|Σ σᵢ weightᵢ| ≥ deviation] ≤ 2 exp(−deviation² / (2 Σ weightᵢ²)), for fair random signs σᵢ.

    Examples
    --------
    >>> rademacher_sum_tail(0.9, [1.0])
    1.0

    References
    ----------
    [Mukherjee04]_, section 7.3, which prints exp(−2 deviation² / Σ weightᵢ²): false already for one sign.
    """
    squares = math.fsum(weight**2 for weight in weights)
    if deviation <= 0.0 or squares == 0.0:
        return 1.0 if deviation <= 0.0 else 0.0
    return min(1.0, upward(2.0 * math.exp(-(deviation**2) / (2.0 * squares))))
