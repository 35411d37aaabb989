"""Bernstein's inequality: Bennett's in a form that can be solved, with a Gaussian and a Poisson regime."""

import math
from dataclasses import dataclass
from enum import Enum

from drupe.bounds.concentration.rounding import upward


def bernstein_tail(deviation: float, n: int, variance: float, largest: float = 1.0) -> float:
    """P[Σ Xᵢ ≥ deviation] ≤ exp(−deviation² / (2 n variance + ⅔ deviation largest)).

    For independent terms of mean zero with Xᵢ ≤ largest. Twice the value limits |Σ Xᵢ| where |Xᵢ| ≤ largest.

    Examples
    --------
    >>> round(2.0 * bernstein_tail(10.0, n=100, variance=0.05), 7)
    0.0049575

    References
    ----------
    [Mukherjee04]_, section 7.3; [Herbrich02]_, theorem A.115, has 1 in place of ⅔.
    """
    if deviation <= 0.0:
        return 1.0
    return min(1.0, upward(math.exp(-(deviation**2) / (2.0 * n * variance + 2.0 / 3.0 * deviation * largest))))


def bernstein_deviation(delta: float, n: int, variance: float, largest: float = 1.0) -> float:
    """u largest / 3 + √(u² largest² / 9 + 2 n variance u) with u = ln(1/δ), of the sum.

    Examples
    --------
    >>> round(bernstein_deviation(math.exp(-3.0), n=100, variance=0.05), 6)
    6.567764

    References
    ----------
    [Mukherjee04]_, section 7.3, the exact root of the quadratic equation.
    """
    nats = -math.log(delta)
    linear = nats * largest / 3.0
    return upward(linear + math.sqrt(linear**2 + 2.0 * n * variance * nats))


class Regime(Enum):
    """Which of the two terms of a deviation is the larger one."""

    GAUSSIAN = "the variance rules: the deviation falls with the root of n"
    POISSON = "single large terms rule: the deviation falls with n"


@dataclass(frozen=True)
class MeanDeviation:
    """How far the mean of n values of a function strays, and what rules it.

    Parameters
    ----------
    value
        The deviation.
    regime
        The larger of its two terms.
    """

    value: float
    regime: Regime


def bernstein_mean_deviation(delta: float, n: int, variance: float, largest: float = 1.0) -> MeanDeviation:
    """4 u M / (3n) + √(2 variance u / n), for the mean of f with |f| ≤ M; the root rules for u ≤ 9 n variance / (8M²).

    Examples
    --------
    >>> bernstein_mean_deviation(0.05, n=10_000, variance=0.25).regime.name
    'GAUSSIAN'

    References
    ----------
    [Mukherjee04]_, section 7.3, which prints n variance / (8M²) for the border.
    """
    nats = -math.log(delta)
    poisson, gaussian = 4.0 * nats * largest / (3.0 * n), math.sqrt(2.0 * variance * nats / n)
    regime = Regime.GAUSSIAN if gaussian >= poisson else Regime.POISSON
    return MeanDeviation(upward(poisson + gaussian), regime)
