"""Bennett's inequality: bounded terms of small variance."""

import math

from drupe.bounds.concentration.rounding import upward


def bennett_exponent(t: float) -> float:
    """h(t) = (1 + t) ln(1 + t) − t.

    Examples
    --------
    >>> bennett_exponent(0.0)
    0.0

    References
    ----------
    [Mukherjee04]_, section 7.3.
    """
    if t < 1e-3:
        # The two terms nearly cancel; the series is exact to rounding here.
        return t**2 * (1 / 2 - t * (1 / 6 - t * (1 / 12 - t * (1 / 20 - t / 30))))
    return (1.0 + t) * math.log1p(t) - t


def bennett_tail(deviation: float, n: int, variance: float, largest: float = 1.0) -> float:
    """P[Σ Xᵢ ≥ deviation] ≤ exp(−(n variance / largest²) h(deviation largest / (n variance))).

    For independent terms of mean zero with Xᵢ ≤ largest. Twice the value limits |Σ Xᵢ| where |Xᵢ| ≤ largest.

    Examples
    --------
    >>> round(2.0 * bennett_tail(10.0, n=100, variance=0.05), 7)
    0.0030701

    References
    ----------
    [Mukherjee04]_, section 7.3; [Herbrich02]_, theorem A.114.
    """
    if deviation <= 0.0:
        return 1.0
    if variance == 0.0:
        return 0.0
    rate = n * variance / largest**2
    return min(1.0, upward(math.exp(-rate * bennett_exponent(deviation / (largest * rate)))))


def bennett_deviation(delta: float, n: int, variance: float, largest: float = 1.0) -> float:
    """The deviation of the sum at which Bennett's limit is δ, rounded up.

    Examples
    --------
    >>> round(bennett_tail(bennett_deviation(0.05, 100, 0.05), 100, 0.05), 9)
    0.05

    References
    ----------
    [Mukherjee04]_, section 7.3.
    """
    if variance == 0.0:
        return 0.0
    rate = n * variance / largest**2
    budget = upward(-math.log(delta) / rate)
    low, high = 0.0, math.sqrt(2.0 * budget) + budget
    while bennett_exponent(high) < budget:
        high *= 2.0
    for _ in range(200):
        middle = 0.5 * (low + high)
        if middle in (low, high):
            break
        low, high = (middle, high) if bennett_exponent(middle) < budget else (low, middle)
    return upward(high * rate * largest)
