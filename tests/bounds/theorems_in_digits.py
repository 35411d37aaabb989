"""A bound against its theorem, written a second time with many digits: never below it, above it by rounding only."""

from collections.abc import Callable
from functools import cache
from typing import Any

import mpmath as mp

from drupe.bounds.base import Bound

DIGITS = 40
CLOSE = 1e-8
"""By how much more than the theorem a bound may say; a constant that is off by a percent is off by far more."""

Formula = Callable[[Any], Any]
"""The right side of a theorem, for δ as a number of many digits."""


def assert_says(bound: Bound[Any], witness: Any, delta: float, formula: Formula) -> None:
    """The value is that of the formula, rounded up, and says something."""
    value = bound.risk(witness, delta)
    assert not bound.vacuous(value, witness), "a vacuous value hides its formula."
    assert_rounded_up(value, delta, formula)


def assert_rounded_up(value: float, delta: float, formula: Formula, close: float = CLOSE) -> None:
    """The value is at least that of the formula, and hardly more."""
    with mp.workdps(DIGITS):
        exact = formula(mp.mpf(delta))
        assert exact <= mp.mpf(value) <= exact * (1 + mp.mpf(close)), f"{value!r} against {mp.nstr(exact, 15)}"


def log2(x: Any) -> Any:
    """Logarithm to base 2."""
    return mp.log(x) / mp.log(2)


def log_choose(n: int, d: int) -> Any:
    """ln C(n, d), by whole numbers."""
    return mp.log(mp.binomial(n, d))


def kl(q: Any, p: Any) -> Any:
    """Divergence of a coin of rate q from one of rate p."""
    first = q * mp.log(q / p) if q > 0 else mp.mpf(0)
    return first + ((1 - q) * mp.log((1 - q) / (1 - p)) if q < 1 else 0)


def kl_inverse(q: Any, budget: Any) -> Any:
    """max {p : kl(q ‖ p) ≤ budget}."""
    return largest(lambda p: kl(q, p) <= budget, q, mp.mpf(1))


def largest(holds: Callable[[Any], bool], low: Any, high: Any) -> Any:
    """Where something that holds at the low end ceases to hold, by halving."""
    for _ in range(140):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low


@cache
def moment(n: int) -> Any:
    """ξ(n) = Σ C(n, k) (k/n)ᵏ (1 − k/n)ⁿ⁻ᵏ."""
    inner = (mp.binomial(n, k) * (mp.mpf(k) / n) ** k * (1 - mp.mpf(k) / n) ** (n - k) for k in range(1, n))
    return 2 + mp.fsum(inner)


def normal(x: Any) -> Any:
    """Φ(x)."""
    return mp.ncdf(x)


def cap(margin: Any, dimension: int) -> Any:
    """Share of the sphere within the angle arcsin(margin) of a point: ∫ sinᵈ⁻², by the series of (1 − u)^(−½)."""
    if dimension == 1 or margin == 1:
        return mp.mpf(1) / 2
    half, square = mp.mpf(dimension - 1) / 2, mp.mpf(margin) ** 2
    total, factor, j = mp.mpf(0), mp.mpf(1), 0
    while factor > mp.eps:
        total += factor / (half + j)
        j += 1
        factor *= square * (2 * j - 1) / (2 * j)
    whole = mp.sqrt(mp.pi) * mp.gamma(half) / mp.gamma(half + mp.mpf(1) / 2)
    return square**half * total / 2 / whole
