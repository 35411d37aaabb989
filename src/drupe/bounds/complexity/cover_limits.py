"""Limits of covering numbers: balls, kernel spaces of finite dimension, classes of finite fat or subgraph dimension."""

import math


def log_ball_packing(dimension: int, radius: float, separation: float) -> float:
    """d ln((2R + r) / r) ≥ ln P(r) for a ball of radius R in d dimensions; at most d ln(3R / r) where r ≤ R.

    Examples
    --------
    >>> round(math.exp(log_ball_packing(1, radius=1.0, separation=1.0)), 9)
    3.0

    References
    ----------
    [Mukherjee04]_, section 8.4.
    """
    return dimension * math.log((2.0 * radius + separation) / separation)


def log_kernel_ball_cover(dimension: int, norm: float, largest: float, radius: float) -> float:
    """m ln((2κR + r) / r) ≥ ln N(r) in the largest distance, for ‖f‖ ≤ R in a kernel's space of dimension m.

    κ = `largest` is sup √k(x, x): a cover of radius r/κ in norm is one of radius r in the largest distance.

    Examples
    --------
    >>> round(math.exp(log_kernel_ball_cover(1, norm=1.0, largest=1.0, radius=1.0)), 9)
    3.0

    References
    ----------
    [Mukherjee04]_, section 8.4, which prints 3M / (κr) for 3κR / r.
    """
    return log_ball_packing(dimension, norm * largest, radius)


def fat_cover_bits(dimension: float, n: int, radius: float, span: float) -> float:
    """1 + d log₂(2en·span / (d r)) log₂(4n·span² / r²) ≥ log₂ N(r) on n examples, for d = fat(r/4) ≤ n.

    Parameters
    ----------
    dimension
        fat(r/4), or a limit of it.
    n
        Number of examples.
    radius
        r.
    span
        Length b − a of the interval that holds all values.

    Examples
    --------
    >>> round(fat_cover_bits(1, n=4, radius=1.0, span=1.0), 6)
    18.77078

    References
    ----------
    [Herbrich02]_, lemma 4.29; [Cristianini00]_, lemma 4.13; [Graepel02]_, lemma 2.
    """
    if radius > span:
        return 0.0
    if dimension > n:
        return math.inf
    if dimension == 0.0:
        return 1.0
    inner = math.log2(2.0 * math.e * n * span / (dimension * radius))
    return 1.0 + dimension * inner * math.log2(4.0 * n * span**2 / radius**2)


def truncated_cover_bits(dimension: float, n: int, radius: float, limit: float) -> float:
    """The same for functions cut off at ±limit: 1 + d log₂(4en·limit / (d r)) log₂(16n·limit² / r²).

    Examples
    --------
    >>> truncated_cover_bits(2, 10, 1.0, limit=0.5) == fat_cover_bits(2, 10, 1.0, span=1.0)
    True

    References
    ----------
    [Herbrich02]_, section 4.4.1.
    """
    return fat_cover_bits(dimension, n, radius, 2.0 * limit)


def log_subgraph_packing(dimension: int, separation: float) -> float:
    """d ln((8e / r) ln(7 / r)) ≥ ln P(r) in the mean distance, where |f| ≤ 1 and the subgraphs have dimension d.

    Examples
    --------
    >>> log_subgraph_packing(1, 0.1) > log_subgraph_packing(1, 0.2)
    True

    References
    ----------
    [Mukherjee04]_, section 8.7.
    """
    # No two functions with |f| ≤ 1 lie farther apart than 2.
    return dimension * math.log(8.0 * math.e / separation * math.log(7.0 / separation)) if separation < 2.0 else 0.0
