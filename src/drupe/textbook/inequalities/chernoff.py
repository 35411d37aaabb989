"""Chernoff's method: the best exponential moment limits the tail."""

import math
from collections.abc import Callable

from scipy.optimize import minimize_scalar

from drupe.bounds.concentration.kl_inversion import bernoulli_kl
from drupe.bounds.concentration.rounding import upward


def chernoff_tail(log_moment: Callable[[float], float], threshold: float, largest: float = 1e3) -> float:
    """P[X ≥ t] ≤ inf over s > 0 of exp(−s t) E exp(s X), where log_moment(s) is ln E exp(s X).

    Every s in (0, largest] gives a valid limit, so the search for the best one may stop anywhere.

    Examples
    --------
    >>> normal = chernoff_tail(lambda s: s**2 / 2.0, threshold=2.0)
    >>> round(normal / math.exp(-2.0), 6)
    1.0

    References
    ----------
    [Mukherjee04]_, section 7.2, where the infimum must run over s > 0; [Herbrich02]_, section A.5.2.
    """
    best = minimize_scalar(
        lambda logarithm: log_moment(math.exp(logarithm)) - math.exp(logarithm) * threshold,
        bounds=(-20.0, math.log(largest)),
        method="bounded",
        options={"xatol": 1e-10},
    )
    return min(1.0, upward(math.exp(best.fun)))


def chernoff_binomial_tail(rate: float, n: int, p: float) -> float:
    """P[Bin(n, p) ≤ rate n] ≤ exp(−n kl(rate ‖ p)), for rate ≤ p.

    Examples
    --------
    >>> round(chernoff_binomial_tail(0.0, 10, 0.5) * 2**10, 9)
    1.0

    References
    ----------
    [Langford05]_, section 3.1, place not checked.
    """
    return 1.0 if rate >= p else min(1.0, upward(math.exp(-n * bernoulli_kl(rate, p))))


def zero_tail(p: float, n: int) -> float:
    """(1 − p)ⁿ ≤ exp(−n p): the chance to see no error of rate p in n trials.

    Examples
    --------
    >>> zero_tail(0.5, 2) > 0.25
    True

    References
    ----------
    [Herbrich02]_, theorem A.116; [Graepel02]_, section B.3.
    """
    return min(1.0, upward(math.exp(-n * p)))
