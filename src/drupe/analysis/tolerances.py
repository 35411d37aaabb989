"""How wide an interval around the prediction must be to hold a given share of future values, with certainty."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from drupe.bounds.concentration.binomial_tail import binomial_upper
from drupe.foundation.arrays import Vector

SHARES = (0.5, 0.8, 0.9, 0.95)
"""Shares of future values that are asked for; fixed beforehand, each costs a part of δ."""


@dataclass(frozen=True)
class Tolerance:
    """With probability at least 1 − δ, this share of future values lies within f ± width.

    Parameters
    ----------
    share
        Of the values.
    width
        Half the length of the interval, in units of the target.
    beyond, n
        How many of the fresh examples lie outside, and how many there are.
    delta
        Probability of failure that was spent on this statement.
    """

    share: float
    width: float
    beyond: int
    n: int
    delta: float


def tolerances_of(off: Vector, delta: float) -> tuple[Tolerance, ...]:
    """One for each share for which there are enough fresh examples; all hold together with probability 1 − δ.

    The width is the k-th smallest of n errors. The share of values beyond it exceeds p with the probability of at most
    n − k successes among n of probability p, whatever the distribution. So k is the smallest rank at which the exact
    binomial limit for n − k is at most 1 − share: it depends on n alone and is fixed before the errors are looked at.

    Examples
    --------
    The largest of 90 errors holds 95 % with probability 1 − 0.95⁹⁰ = 0.990.

    >>> found = tolerances_of(np.arange(1.0, 91.0), delta=0.04)
    >>> found[-1].share, found[-1].width, found[0].beyond
    (0.95, 90.0, 33)

    References
    ----------
    [Wilks41]_, pages 91–96; [Clopper34]_, section 3.
    """
    errors, n = np.sort(off), len(off)
    # Shares for which n examples do not suffice cost nothing: n alone decides it, without a look at the errors.
    for asked in range(len(SHARES), 0, -1):
        each = delta / asked
        ranks = [rank_for(n, share, each) for share in SHARES[:asked]]
        if all(ranks):
            pairs = zip(SHARES, ranks, strict=False)
            return tuple(Tolerance(share, float(errors[rank - 1]), n - rank, n, each) for share, rank in pairs)
    return ()


@cache
def rank_for(n: int, share: float, delta: float) -> int:
    """The smallest rank whose error holds the share with probability 1 − δ; 0 if not even the largest does."""
    low, high = 0, n + 1
    while high - low > 1:
        middle = (low + high) // 2
        if binomial_upper(n - middle, n, delta) <= 1.0 - share:
            high = middle
        else:
            low = middle
    return high if high <= n else 0
