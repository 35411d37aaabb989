"""Markov's inequality: a non-negative quantity is rarely many times its mean."""

from drupe.bounds.concentration.rounding import upward


def markov_tail(mean: float, threshold: float) -> float:
    """P[X ≥ threshold] ≤ mean / threshold, for X ≥ 0.

    Examples
    --------
    >>> round(markov_tail(0.1, 0.5), 9)
    0.2

    References
    ----------
    [Herbrich02]_, theorem A.109; [Graepel02]_, section B.3; with X the error of the rule that was learned and its mean
    over samples it is section 1.2 there.
    """
    return min(1.0, upward(mean / threshold)) if threshold > 0.0 else 1.0


def markov_threshold(mean: float, delta: float) -> float:
    """mean / δ, what X ≥ 0 reaches with probability δ at most.

    Examples
    --------
    >>> round(markov_threshold(0.1, 0.2), 9)
    0.5

    References
    ----------
    [Herbrich02]_, theorem A.109.
    """
    return upward(mean / delta)
