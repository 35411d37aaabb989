"""Where a share, or a mean of several shares, may lie after so many trials: limits at 95 %."""

import numpy as np
import numpy.typing as npt

from drupe.bounds.concentration.binomial_tail import binomial_lower, binomial_upper

UNSURE = 0.05
"""Share of intervals that may miss."""

Interval = tuple[float, float]


def share_limits(hits: int, n: int) -> Interval:
    """Exact limits of a share, Clopper and Pearson's, after `hits` in n independent trials.

    >>> low, high = share_limits(0, 10)
    >>> low, round(high, 3)
    (0.0, 0.308)

    References
    ----------
    [Clopper34]_, section 3.
    """
    return binomial_lower(hits, n, UNSURE / 2), binomial_upper(hits, n, UNSURE / 2)


def mean_share_limits(hits: npt.NDArray[np.int64], counts: npt.NDArray[np.int64]) -> Interval:
    """Limits of the mean of several shares, such as the recalls of classes, from the exact limits of each.

    With shares pᶜ and their limits lᶜ, uᶜ the mean p lies between p − √Σ(pᶜ − lᶜ)² / k and p + √Σ(uᶜ − pᶜ)² / k.
    One share has its exact limits; of several the limits are approximate, and hold where a normal interval fails: a
    class with two rows, both answered rightly, has a wide limit, not a variance of zero.

    >>> low, high = mean_share_limits(np.array([2, 90]), np.array([2, 100]))
    >>> round(low, 2), round(high, 2)
    (0.53, 0.98)

    References
    ----------
    [Zou08]_, section 2, place not checked.
    """
    shares, k = hits / counts, len(counts)
    limits = np.array([share_limits(int(hit), int(n)) for hit, n in zip(hits, counts, strict=True)])
    below = float(np.sqrt(((shares - limits[:, 0]) ** 2).sum())) / k
    above = float(np.sqrt(((limits[:, 1] - shares) ** 2).sum())) / k
    return max(0.0, float(shares.mean()) - below), min(1.0, float(shares.mean()) + above)
