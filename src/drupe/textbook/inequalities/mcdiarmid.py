"""McDiarmid's inequality: a function of independent examples of which none matters much."""

import math
from collections.abc import Sequence

from drupe.bounds.concentration.rounding import upward


def mcdiarmid_tail(deviation: float, differences: Sequence[float]) -> float:
    """P[Z − E Z ≥ deviation] ≤ exp(−2 deviation² / Σ cᵢ²), where example i changes Z by cᵢ at most.

    Examples
    --------
    >>> round(mcdiarmid_tail(0.1, [0.01] * 100), 5)
    0.13534

    References
    ----------
    [Mika02]_, theorem 4.1; [Mukherjee04]_, section 9.1.1; [Herbrich02]_, theorem A.119, and [Mukherjee04]_,
    section 7.4, have the weaker exponent −deviation² / (2 Σ cᵢ²).
    """
    squares = math.fsum(difference**2 for difference in differences)
    if squares == 0.0:
        return 0.0 if deviation > 0.0 else 1.0
    return min(1.0, upward(math.exp(-2.0 * max(deviation, 0.0) ** 2 / squares)))


def mcdiarmid_deviation(delta: float, differences: Sequence[float]) -> float:
    """√(Σ cᵢ² ln(1/δ) / 2), which Z exceeds its expectation by with probability δ at most.

    Examples
    --------
    >>> round(mcdiarmid_tail(mcdiarmid_deviation(0.05, [0.01] * 100), [0.01] * 100), 9)
    0.05

    References
    ----------
    [Mika02]_, theorem 4.1.
    """
    squares = math.fsum(difference**2 for difference in differences)
    return upward(math.sqrt(squares * -math.log(delta) / 2.0))


def minimum_deviation(delta: float, n: int, span: float = 1.0) -> float:
    """span √(ln(1/δ) / (2n)): how far the smallest empirical risk of a class strays from its expectation.

    One example changes it by span / n at most, however large the class.

    Examples
    --------
    >>> round(minimum_deviation(0.05, 1000), 6)
    0.038702

    References
    ----------
    [Mukherjee04]_, section 7.4, with McDiarmid's constant.
    """
    return mcdiarmid_deviation(delta, [span / n] * n)
