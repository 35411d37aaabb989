"""The relative entropy of two coins and its inverse: Chernoff's exponent for rates, and the form of PAC-Bayes."""

import math
from collections.abc import Callable

from drupe.bounds.concentration.rounding import downward, upward
from drupe.foundation.errors import InputError

STEPS = 200
"""Halvings of an interval in [0, 1]: more than its numbers can be told apart."""


def bernoulli_kl(q: float, p: float) -> float:
    """kl(q ‖ p) = q ln(q/p) + (1 − q) ln((1 − q)/(1 − p)), the divergence of a coin of rate q from one of rate p.

    Both terms are written as non-negative ones, so that nothing cancels where q and p are close.

    Examples
    --------
    >>> round(bernoulli_kl(0.0, 0.5) / math.log(2.0), 12)
    1.0
    >>> bernoulli_kl(0.3, 0.3)
    0.0

    References
    ----------
    [Langford05]_, section 3.1, place not checked; [Graepel02]_, section 4.3.
    """
    if not (0.0 <= q <= 1.0 and 0.0 <= p <= 1.0):
        raise InputError(f"rates lie between 0 and 1; got {q} and {p}.")
    if q == p:
        return 0.0
    if p in (0.0, 1.0):
        return math.inf
    if q == 0.0:
        return -math.log1p(-p)
    if q == 1.0:
        return -math.log(p)
    return _above_tangent(q, p, p - q) + _above_tangent(1.0 - q, 1.0 - p, q - p)


def kl_upper(empirical: float, budget: float) -> float:
    """max {p : kl(empirical ‖ p) ≤ budget}, rounded up.

    Examples
    --------
    >>> round(kl_upper(0.0, math.log(2.0)), 9)
    0.5

    References
    ----------
    [Langford05]_, section 3.1, place not checked; [Seeger02]_, theorem 1, place not checked.
    """
    _check(empirical, budget)
    if empirical == 1.0 or budget == math.inf:
        return 1.0
    enlarged = upward(budget)
    if empirical == 0.0:
        return min(1.0, upward(-math.expm1(-enlarged)))
    return min(1.0, upward(_halving(lambda p: bernoulli_kl(empirical, p) <= enlarged, empirical, 1.0)[1]))


def kl_lower(empirical: float, budget: float) -> float:
    """min {p : kl(empirical ‖ p) ≤ budget}, rounded down.

    Examples
    --------
    >>> round(kl_lower(1.0, math.log(2.0)), 9)
    0.5

    References
    ----------
    [Langford05]_, section 3.1, place not checked.
    """
    _check(empirical, budget)
    if empirical == 0.0 or budget == math.inf:
        return 0.0
    enlarged = upward(budget)
    if empirical == 1.0:
        return max(0.0, downward(math.exp(-enlarged)))
    return max(0.0, downward(_halving(lambda p: bernoulli_kl(empirical, p) <= enlarged, empirical, 0.0)[1]))


def _halving(inside: Callable[[float], bool], inner: float, outer: float) -> tuple[float, float]:
    """Neighbors between which `inside` turns from true, at the first, to false, at the second."""
    for _ in range(STEPS):
        middle = 0.5 * (inner + outer)
        if middle in (inner, outer):
            break
        inner, outer = (middle, outer) if inside(middle) else (inner, middle)
    return inner, outer


def _above_tangent(q: float, p: float, difference: float) -> float:
    """q ln(q/p) + p − q ≥ 0, where difference = p − q, also where the two are nearly equal or q hardly above zero."""
    t = difference / q
    if abs(t) <= 0.01:
        return q * sum((-1.0) ** power * t**power / power for power in range(9, 1, -1))
    # Below 1e-308 the ratio is no number any more, and what is no number would pass for a small divergence.
    logarithm = math.log(p / q) if p / q < math.inf else math.log(p) - math.log(q)
    return difference - q * logarithm


def _check(empirical: float, budget: float) -> None:
    if not 0.0 <= empirical <= 1.0:
        raise InputError(f"an empirical rate lies between 0 and 1; got {empirical}.")
    if not budget >= 0.0:
        raise InputError(f"a divergence is not negative; got {budget}.")
