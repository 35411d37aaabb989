"""How many classifiers a vote needs, so that its share is near the probability that it estimates."""

import math
from fractions import Fraction

from drupe.foundation.parameters import Interval, check


def votes_needed(accuracy: float, failure: float, probability: float = 0.5, inefficiency: float = 1.0) -> int:
    """N = p (1 − p) / (ε² η): then P(|p̂ − p| > ε) ≤ η by Chebyshev's inequality.

    Parameters
    ----------
    accuracy
        ε, how far the share of votes may be off.
    failure
        η, how often it may be further.
    probability
        p, if something is known of it; one half is the worst case.
    inefficiency
        Draws of the sampler per independent one: N over its effective sample size.

    Examples
    --------
    >>> votes_needed(0.05, 0.01)
    10000

    References
    ----------
    [Graepel02]_, section 7.1.3.
    """
    inside = Interval(0.0, 1.0, closed_low=False)
    check("votes_needed", "accuracy", accuracy, inside)
    check("votes_needed", "failure", failure, inside)
    check("votes_needed", "probability", probability, Interval(0.0, 1.0, closed_high=True))
    check("votes_needed", "inefficiency", inefficiency, Interval(0.0, closed_low=False))
    # Decimal fractions as they are written: 0.25 / (0.05² · 0.01) is 10000, not a little more.
    p, epsilon, eta, factor = (Fraction(str(float(t))) for t in (probability, accuracy, failure, inefficiency))
    return max(1, math.ceil(factor * p * (1 - p) / (epsilon**2 * eta)))
