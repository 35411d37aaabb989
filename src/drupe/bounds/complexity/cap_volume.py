"""The volume of caps and belts of the sphere: what a margin is worth to a uniform prior."""

import math

from scipy.special import betainc, betaincc, gammaln

from drupe.bounds.concentration.rounding import upward
from drupe.foundation.errors import InputError

TINY = 1e-280
"""Shares below which only their logarithms are numbers with all digits."""


def log_sphere_surface(dimension: int) -> float:
    """ln(2 π^(n/2) / Γ(n/2)), of the unit sphere in n dimensions.

    Examples
    --------
    >>> round(math.exp(log_sphere_surface(2)) / math.pi, 12), round(math.exp(log_sphere_surface(3)) / math.pi, 12)
    (2.0, 4.0)

    References
    ----------
    [Graepel02]_, section A.7.2.
    """
    return math.log(2.0) + 0.5 * dimension * math.log(math.pi) - math.lgamma(0.5 * dimension)


def log_cap_share(angle: float, dimension: int) -> float:
    """ln ∫₀^angle sinⁿ⁻² / ∫₀^π sinⁿ⁻² = ln ½ I(sin²; (n − 1)/2, ½) up to π/2: a cap's part of the sphere.

    Examples
    --------
    On the circle it is the angle over π; in three dimensions (1 − cos)/2.

    >>> round(math.exp(log_cap_share(1.0, 2)) * math.pi, 12), round(math.exp(log_cap_share(math.pi / 3, 3)), 12)
    (1.0, 0.25)

    References
    ----------
    [Graepel02]_, theorem 54.
    """
    if not 0.0 <= angle <= math.pi or dimension < 1:
        raise InputError(f"a cap has an angle in [0, π] and a dimension from 1 on, got {angle!r} and {dimension!r}.")
    if angle > 0.5 * math.pi:
        return math.log1p(-math.exp(log_cap_share(math.pi - angle, dimension)))
    return _log_share(math.sin(angle), math.cos(angle), dimension)


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
    return upward(-_log_share(margin, math.sqrt((1.0 - margin) * (1.0 + margin)), dimension))


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


def polar_volume(concentration: float, dimension: int) -> float:
    """½ I(Ξ²; (n − 1)/2, ½): the share of hyperplanes that give all examples of a cone the label −1, its polar.

    The cone has the opening angle arccos Ξ, and its polar is the cap of angle arcsin Ξ on the other side.

    Examples
    --------
    >>> polar_volume(0.0, 5), round(polar_volume(1.0, 5), 12)
    (0.0, 0.5)

    References
    ----------
    [Graepel02]_, definition 89 and lemma 8.
    """
    return math.exp(_log_share(concentration, math.sqrt((1.0 - concentration) * (1.0 + concentration)), dimension))


def belt_volume(concentration: float, dimension: int) -> float:
    """1 − I(Ξ²; (n − 1)/2, ½): the share of hyperplanes that do not give all examples of a cone the same label.

    The cummerbund of the cone, all but its polar and the opposite of that. The cone has the opening angle arccos Ξ; at
    most 1 − (1 − √(1 − Ξ²))ⁿ.

    Examples
    --------
    >>> belt_volume(0.0, 5), belt_volume(1.0, 5)
    (1.0, 0.0)

    References
    ----------
    [Graepel02]_, definition 56, lemmas 8 and 9.
    """
    if dimension == 1:
        return 0.0 if concentration > 0.0 else 1.0
    half, squared = 0.5 * (dimension - 1), concentration**2
    if squared < 0.5:
        return float(betaincc(half, 0.5, squared))
    return float(betainc(0.5, half, (1.0 - concentration) * (1.0 + concentration)))


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


def _log_share(sine: float, cosine: float, dimension: int) -> float:
    """ln ½ I(sine²; (n − 1)/2, ½), from whichever of sine and cosine has the digits."""
    if sine <= 0.0:
        return -math.inf
    if dimension == 1:
        return -math.log(2.0)
    half = 0.5 * (dimension - 1)
    steep = sine < cosine
    share = float(betainc(half, 0.5, sine**2) if steep else betaincc(0.5, half, cosine**2))
    if share > 0.5:
        return math.log1p(-float(betaincc(half, 0.5, sine**2) if steep else betainc(0.5, half, cosine**2))) - math.log(
            2.0
        )
    return (math.log(share) if share > TINY else _log_incomplete_beta(half, sine, cosine)) - math.log(2.0)


def _log_incomplete_beta(half: float, sine: float, cosine: float) -> float:
    """ln I(sine²; half, ½) where I itself is no longer a number.

    I = sine²ʰ / (cosine h B(h, ½)) Σ (½)ₖ/(h + 1)ₖ (−tan²)ᵏ. Where I is so small, h ln(1/sine²) is beyond 640 and
    tan² below h/640: the terms alternate and fall at least a hundredfold until they no longer count.
    """
    slope = (sine / cosine) ** 2
    term, total, step = 1.0, 1.0, 0
    while abs(term) > 1e-18 * total:
        term *= -slope * (0.5 + step) / (half + 1.0 + step)
        total += term
        step += 1
    beta = 0.5 * math.log(math.pi) - _log_half_step(half)
    return 2.0 * half * math.log(sine) - math.log(cosine) - math.log(half) - beta + math.log(total)


def _log_half_step(t: float) -> float:
    """ln Γ(t + ½) − ln Γ(t), whose difference loses digits for large t; there by its series."""
    if t < 20.0:
        return float(gammaln(t + 0.5) - gammaln(t))
    u = 1.0 / t**2
    series = -1.0 / 8.0 + u * (1.0 / 192.0 + u * (-1.0 / 640.0 + u * (17.0 / 14336.0 - u * 31.0 / 18432.0)))
    return 0.5 * math.log(t) + series / t
