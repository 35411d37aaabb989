"""The binomial tail against sums in exact arithmetic, and its inverse never on the wrong side."""

from fractions import Fraction
from math import comb

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from drupe.bounds.concentration.binomial_tail import binomial_lower, binomial_tail, binomial_upper, upper_tail
from drupe.foundation.errors import InputError

counts = st.integers(1, 300).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))
deltas = st.floats(1e-12, 0.999)


def exact_tail(errors: int, n: int, p: Fraction) -> Fraction:
    return sum((comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(errors + 1)), Fraction(0))


@pytest.mark.parametrize(("errors", "n", "p"), [(0, 5, 0.25), (3, 10, 0.5), (7, 30, 0.125), (30, 30, 0.75)])
def test_tail_is_the_sum(errors: int, n: int, p: float) -> None:
    below = exact_tail(errors, n, Fraction(p))
    assert binomial_tail(errors, n, p) == pytest.approx(float(below), rel=1e-12)
    above = 1 - exact_tail(errors - 1, n, Fraction(p)) if errors else 1
    assert upper_tail(errors, n, p) == pytest.approx(float(above), rel=1e-12)


@given(counts, deltas)
def test_upper_limit_is_not_below_the_exact_one_and_close_to_it(count: tuple[int, int], delta: float) -> None:
    errors, n = count
    limit = binomial_upper(errors, n, delta)
    if errors == n:
        assert limit == 1.0
        return
    with mpmath.workdps(40):
        tail = mpmath.betainc(errors + 1, n - errors, mpmath.mpf(limit), 1, regularized=True)
        inside = mpmath.betainc(
            errors + 1, n - errors, mpmath.mpf(limit) * (1 - mpmath.mpf("1e-9")), 1, regularized=True
        )
    # δ itself is rounded down, which shows where it is next to one and the limit next to zero.
    assert limit == 1.0 or tail <= delta <= inside * (1 + mpmath.mpf("2e-11"))


@given(counts, deltas)
def test_lower_limit_is_not_above_the_exact_one_and_close_to_it(count: tuple[int, int], delta: float) -> None:
    errors, n = count
    limit = binomial_lower(errors, n, delta)
    if errors == 0:
        assert limit == 0.0
        return
    with mpmath.workdps(40):
        tail = mpmath.betainc(errors, n - errors + 1, 0, mpmath.mpf(limit), regularized=True)
        inside = mpmath.betainc(
            errors, n - errors + 1, 0, mpmath.mpf(limit) * (1 + mpmath.mpf("1e-9")), regularized=True
        )
    assert tail <= delta <= inside


def test_limits_cover_as_often_as_promised() -> None:
    for p in (0.03, 0.2, 0.5):
        chances = binom.pmf(range(51), 50, p)
        missed = sum(chances[errors] for errors in range(51) if binomial_upper(errors, 50, 0.1) < p)
        assert missed <= 0.1


@pytest.mark.parametrize(("errors", "n"), [(-1, 5), (6, 5), (0, 0)])
def test_impossible_counts_are_refused(errors: int, n: int) -> None:
    with pytest.raises(InputError, match="between 0 and the number of examples"):
        binomial_upper(errors, n, 0.05)
