"""The running mean on a sphere: a point on the great circle from one to another that keeps its share of the chord."""

import math

from drupe.foundation.parameters import Interval, check


def spherical_weights(cosine: float, share: float) -> tuple[float, float]:
    """(ρ₁, ρ₂) with ‖ρ₁s + ρ₂t‖ = 1 and ‖t − ρ₁s − ρ₂t‖ = share · ‖t − s‖ for unit s, t with ⟨s, t⟩ = cosine.

    Share 1 stays at the old mean s, share 0 goes to the new point t. Of a sequence of points with weights, the mean of
    those so far is s and share is their part of the weight.

    Parameters
    ----------
    cosine
        ⟨s, t⟩; opposite points have no circle of their own.
    share
        Weight of s.

    Examples
    --------
    >>> [round(weight, 6) for weight in spherical_weights(0.2, 0.5)]
    [0.612372, 0.677526]

    References
    ----------
    [Herbrich02]_, appendix B.9, with the minus sign where the root's is left open.
    """
    check("spherical_weights", "cosine", cosine, Interval(-1.0, 1.0 + 1e-9, closed_low=False))
    check("spherical_weights", "share", share, Interval(0.0, 1.0, closed_high=True))
    apart = share**2 * (1.0 - min(cosine, 1.0))
    old = share * math.sqrt((2.0 - apart) / (1.0 + cosine))
    return old, 1.0 - apart - old * cosine
