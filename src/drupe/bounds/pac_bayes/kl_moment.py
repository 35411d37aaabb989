"""The constant of PAC-Bayes in its relative-entropy form, exactly."""

import math
from functools import lru_cache

import numpy as np
from scipy.special import gammaln, logsumexp, xlogy

from drupe.bounds.concentration.kl_inversion import kl_upper
from drupe.bounds.concentration.rounding import upward

SUMMED = 10**5
"""Examples up to which the sum is taken; beyond, its limit 2√n costs half a nat among so many examples."""


@lru_cache(maxsize=1024)
def kl_moment(n: int) -> float:
    """ξ(n) = Σ_k C(n, k) (k/n)^k (1 − k/n)^{n−k}, the largest mean of exp(n kl(rate ‖ risk)) over all risks.

    It lies between √n and 2√n for n ≥ 8, near √(πn/2).

    Examples
    --------
    >>> round(kl_moment(1), 6), round(kl_moment(2), 6)
    (2.0, 2.5)

    References
    ----------
    [Maurer04]_, theorem 1 and lemma 4, place not checked.
    """
    if n > SUMMED:
        return upward(2.0 * math.sqrt(n))
    k = np.arange(n + 1)
    chosen = gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1)
    return upward(math.exp(float(logsumexp(chosen + xlogy(k, k / n) + xlogy(n - k, 1.0 - k / n)))) * (1.0 + 1e-9))


def pac_bayes_kl(rate: float, divergence: float, n: int, delta: float) -> float:
    """max {p : kl(rate ‖ p) ≤ (KL(Q ‖ P) + ln(ξ(n)/δ)) / n}, for all Q at once.

    Examples
    --------
    One rule, one example without error: kl(0 ‖ p) = ln(2/δ), p = 1 − δ/2.

    >>> round(pac_bayes_kl(0.0, 0.0, 1, 0.5), 6)
    0.75

    References
    ----------
    [Seeger02]_, theorem 1, place not checked; [Maurer04]_, theorem 5.
    """
    return kl_upper(min(1.0, rate), upward((divergence + math.log(kl_moment(n) / delta)) / n))
