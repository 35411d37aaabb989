"""The binomial tail and its inverse: the exact limits of an error rate, given the errors in a sample."""

import math
from collections.abc import Callable

from scipy.special import betainc, betaincc, betainccinv, betaincinv

from drupe.bounds.concentration.rounding import downward, upward
from drupe.foundation.errors import InputError


def binomial_tail(errors: int, n: int, p: float) -> float:
    """P[Bin(n, p) ≤ errors].

    Examples
    --------
    >>> round(binomial_tail(1, 3, 0.5), 12)
    0.5

    References
    ----------
    [Langford05]_, definition 3.1, place not checked.
    """
    _check(errors, n)
    return 1.0 if errors == n else float(betaincc(errors + 1, n - errors, p))


def binomial_upper(errors: int, n: int, delta: float) -> float:
    """max {p : P[Bin(n, p) ≤ errors] ≥ δ}, the largest rate under which so few errors are no surprise.

    Known as the upper limit of Clopper and Pearson. It is rounded up: at the returned rate the tail is at most δ.

    Examples
    --------
    >>> round(binomial_upper(0, 10, 0.5) / (1.0 - 0.5**0.1), 9)
    1.0

    References
    ----------
    [Langford05]_, definition 3.2 and theorem 3.3, place not checked; [Clopper34]_, section 3.
    """
    _check(errors, n)
    if errors == n:
        return 1.0
    found = upward(float(betainccinv(errors + 1, n - errors, downward(delta))))
    return _certain(lambda p: binomial_tail(errors, n, p) <= downward(delta), found, likely=0.0, unlikely=1.0)


def randomized_upper(errors: int, n: int, draw: float, delta: float) -> float:
    """min {p : P[Bin(n, p) < errors] + draw · P[Bin(n, p) = errors] ≤ δ}, a limit that fails just as often as δ says.

    With `draw` uniform on [0, 1] and independent of the count, the left side at the true p is uniform too, so that p
    lies above the limit with probability δ, where Clopper and Pearson's, which is the case draw = 1, leaves some of δ
    unused: their count moves in whole errors.

    Examples
    --------
    No error: draw · (1 − p)ⁿ = δ, and nothing is left to fear where the draw itself is as rare as δ.

    >>> round(randomized_upper(0, 10, 0.5, 0.05) / (1.0 - 0.1**0.1), 9), randomized_upper(0, 10, 0.04, 0.05)
    (1.0, 0.0)

    References
    ----------
    [Stevens50]_, pages 117-129.
    """
    _check(errors, n)
    if not 0.0 <= draw <= 1.0:
        raise InputError(f"what was drawn lies between 0 and 1; got {draw}.")
    limit = downward(delta)

    def improbable(p: float) -> bool:
        fewer = binomial_tail(errors - 1, n, p) if errors else 0.0
        return (1.0 - draw) * fewer + draw * binomial_tail(errors, n, p) <= limit

    if improbable(0.0):
        return 0.0
    return _certain(improbable, math.inf, likely=0.0, unlikely=1.0)


def binomial_lower(errors: int, n: int, delta: float) -> float:
    """min {p : P[Bin(n, p) ≥ errors] ≥ δ}, the smallest rate under which so many errors are no surprise.

    Examples
    --------
    >>> round(binomial_lower(10, 10, 0.5) / 0.5**0.1, 9)
    1.0

    References
    ----------
    [Langford05]_, section 3, place not checked; [Clopper34]_, section 3.
    """
    _check(errors, n)
    if errors == 0:
        return 0.0
    found = downward(float(betaincinv(errors, n - errors + 1, downward(delta))))
    return _certain(lambda p: upper_tail(errors, n, p) <= downward(delta), found, likely=1.0, unlikely=0.0)


def upper_tail(errors: int, n: int, p: float) -> float:
    """P[Bin(n, p) ≥ errors].

    >>> round(upper_tail(1, 3, 0.5), 12)
    0.875
    """
    _check(errors, n)
    return 1.0 if errors == 0 else float(betainc(errors, n - errors + 1, p))


def _certain(improbable: Callable[[float], bool], found: float, *, likely: float, unlikely: float) -> float:
    """The rate that was found if the count is improbable under it, else the first such rate, by halving."""
    # The inverse of the tail loses its digits where δ is beyond all reason; the tail itself keeps them.
    if 0.0 <= found <= 1.0 and improbable(found):
        return found
    while (middle := 0.5 * (likely + unlikely)) not in (likely, unlikely):
        likely, unlikely = (likely, middle) if improbable(middle) else (middle, unlikely)
    return unlikely


def _check(errors: int, n: int) -> None:
    if n < 1 or not 0 <= errors <= n:
        raise InputError(f"errors lie between 0 and the number of examples, at least 1; got {errors} among {n}.")
