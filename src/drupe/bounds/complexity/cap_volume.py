"""The volume of caps and belts of the sphere: what a margin is worth to a uniform prior."""

import math

from scipy.special import betainc, betaincc, gammaln

from drupe.bounds.concentration.rounding import upward


def cap_information(margin: float, dimension: int) -> float:
    """−ln P of the cap of angle arcsin(margin) on the sphere: P = ½ I(margin²; (n − 1)/2, ½), exactly.

    A hyperplane of this normalized margin on a sample is surrounded by a cap of consistent ones. It is rounded up.

    Examples
    --------
    >>> round(cap_information(0.5, 3), 5), round(cap_information(1.0, 7), 6)
    (2.70325, 0.693147)

    References
    ----------
    [Graepel02]_, theorem 54; [Herbrich02]_, section C.8.2.
    """
    if margin <= 0.0:
        return math.inf
    if dimension == 1:
        return upward(math.log(2.0))
    half = 0.5 * (dimension - 1)
    share = float(betainc(half, 0.5, margin**2))
    if share < 1e-280:
        return upward(math.log(2.0) - _log_incomplete_beta(half, margin**2))
    return upward(math.log(2.0) - math.log(share))


def cap_information_limit(margin: float, dimension: int) -> float:
    """n ln(1 / (1 − √(1 − margin²))) + ln 2 ≥ −ln P of the cap.

    The printed theorem has n − 2 for odd n; that fails for n = 2, while n holds throughout.

    Examples
    --------
    >>> round(cap_information_limit(1.0, 7), 6)
    0.693147

    References
    ----------
    [Graepel02]_, theorem 55; [Herbrich02]_, eq. C.15.
    """
    if margin <= 0.0:
        return math.inf
    return upward(dimension * -math.log(opening(margin)) + math.log(2.0))


def opening(margin: float) -> float:
    """1 − √(1 − margin²), without cancellation for small margins; at least margin² / 2.

    >>> opening(1.0)
    1.0
    """
    return margin**2 / (1.0 + math.sqrt(1.0 - margin**2))


def belt_volume(concentration: float, dimension: int) -> float:
    """1 − I(Ξ²; (n − 1)/2, ½): the share of hyperplanes that do not give all examples of a cone the same label.

    The cone has the opening angle arccos Ξ; at most 1 − (1 − √(1 − Ξ²))ⁿ.

    Examples
    --------
    >>> belt_volume(0.0, 5), belt_volume(1.0, 5)
    (1.0, 0.0)

    References
    ----------
    [Graepel02]_, lemma 9.
    """
    if dimension == 1:
        return 0.0 if concentration > 0.0 else 1.0
    return float(betaincc(0.5 * (dimension - 1), 0.5, concentration**2))


def belt_volume_limit(concentration: float, dimension: int) -> float:
    """1 − (1 − √(1 − Ξ²))ⁿ, at least the share of the belt.

    Examples
    --------
    >>> belt_volume_limit(0.6, 1)
    0.8

    References
    ----------
    [Graepel02]_, lemma 9.
    """
    return 1.0 - opening(concentration) ** dimension


def _log_incomplete_beta(half: float, t: float) -> float:
    """ln I(t; half, ½) from below, where I itself is no longer a number: its first term alone."""
    log_beta = float(gammaln(half) + gammaln(0.5) - gammaln(half + 0.5))
    return half * math.log(t) - math.log(half) - log_beta
