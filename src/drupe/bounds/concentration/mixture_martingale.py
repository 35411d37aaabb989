"""A bet against a rate, and its inverse: limits of an error rate that hold at all sample sizes at once."""

import math
from typing import Any

import numpy as np
from scipy.special import betainc, betaln

from drupe.bounds.concentration.rounding import SLACK, upward
from drupe.foundation.arrays import Vector
from drupe.foundation.errors import InputError


def log_wealth(errors: Any, n: Any, p: float) -> Vector:
    """ln of the mean of (q/p)^errors · ((1 − q)/(1 − p))^(n − errors) over q from Beta(½, ½), cut off at p.

    What became of 1 that was bet, at fair odds, on rates below p. If p is the true rate this is a martingale in n: the
    mean of each factor is 1 whatever came before. So it ever reaches 1/δ with probability δ at most.

    Parameters
    ----------
    errors
        How many so far; numbers or arrays.
    n
        Among how many.
    p
        The rate that is bet against, in (0, 1).

    Examples
    --------
    After one example without an error the mean is (1 − E[q]) / (1 − p); below ½ the mean of q is ½ − 1/π.

    >>> bool(np.isclose(np.exp(log_wealth(0, 1, 0.5)), (0.5 + 1.0 / np.pi) / 0.5))
    True

    References
    ----------
    [Robbins70]_, pages 1397-1409 (mixtures); [Ville39]_, page 100, place not checked (the inequality).
    """
    k, n = np.asarray(errors, dtype=np.float64), np.asarray(n, dtype=np.float64)
    with np.errstate(divide="ignore"):  # a rate far below what was seen leaves nothing to bet on: ln 0
        below = np.log(betainc(k + 0.5, n - k + 0.5, p))
    spread = math.log(2.0 * math.asin(math.sqrt(p)))
    return np.asarray(betaln(k + 0.5, n - k + 0.5) + below - spread - k * math.log(p) - (n - k) * math.log1p(-p))


def mixture_upper(errors: int, n: int, delta: float) -> float:
    """The rate above which the bet has won 1/δ: with probability 1 − δ, no true rate lies above it at any n.

    Notes
    -----
    Where np − errors ≥ ½ the wealth rises with p: the derivative of its logarithm is (np − errors)/(p(1 − p)) minus at
    most 1/(2√(p(1 − p)) asin √p), and sin x cos x ≤ x. So halving finds the last rate that is not refuted, and the
    result is never below (errors + ½)/n, where it is still to be shown.

    Examples
    --------
    >>> round(mixture_upper(2000, 100_000, 0.05) / 0.02, 3)
    1.083

    References
    ----------
    [Howard21]_, section 3.2, place not checked (beta-binomial mixtures); [Robbins70]_, pages 1397-1409.
    """
    if n < 1 or not 0 <= errors <= n:
        raise InputError(f"errors lie between 0 and the number of examples, at least 1; got {errors} among {n}.")
    low, high = (errors + 0.5) / n, 1.0
    if low >= high:
        return 1.0
    # What the logarithms cancel is as large as they are, and so is what rounding may leave.
    needed = upward(math.log(1.0 / delta)) + SLACK * abs(float(betaln(errors + 0.5, n - errors + 0.5)))
    while (middle := 0.5 * (low + high)) not in (low, high):
        low, high = (low, middle) if float(log_wealth(errors, n, middle)) >= needed else (middle, high)
    return high
