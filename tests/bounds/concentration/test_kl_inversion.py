"""The relative entropy of coins in high precision, and its inverses never on the wrong side."""

import math

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe.bounds.concentration.kl_inversion import bernoulli_kl, kl_lower, kl_upper
from drupe.foundation.errors import InputError

rates = st.one_of(st.floats(1e-9, 1.0), st.just(0.0), st.just(1.0), st.floats(1 - 1e-9, 1.0))
budgets = st.floats(1e-14, 50.0)


def exact(q: float, p: float) -> mpmath.mpf:
    with mpmath.workdps(60):
        a, b = mpmath.mpf(q), mpmath.mpf(p)
        first = a * mpmath.log(a / b) if q else mpmath.mpf(0)
        return first + ((1 - a) * mpmath.log((1 - a) / (1 - b)) if q < 1.0 else 0)


@given(st.floats(1e-9, 1 - 1e-9), st.floats(1e-9, 1 - 1e-9))
def test_divergence_agrees_with_high_precision(q: float, p: float) -> None:
    assert bernoulli_kl(q, p) == pytest.approx(float(exact(q, p)), rel=1e-9, abs=1e-300)


@given(st.floats(1e-6, 1 - 1e-6), st.floats(1e-12, 1e-4))
def test_close_rates_do_not_cancel(q: float, step: float) -> None:
    p = q * (1.0 - step)
    assert bernoulli_kl(q, p) == pytest.approx(float(exact(q, p)), rel=1e-6, abs=1e-300)


@given(rates, budgets)
def test_inverses_err_on_the_safe_side(empirical: float, budget: float) -> None:
    upper, lower = kl_upper(empirical, budget), kl_lower(empirical, budget)
    assert lower <= empirical <= upper
    assert upper == 1.0 or exact(empirical, upper) >= budget
    assert lower == 0.0 or exact(empirical, lower) >= budget
    # Not safer than need be: a hundred-millionth less and the budget is kept.
    inner = empirical + (upper - empirical) * (1 - 1e-6)
    if inner < 1.0 - 1e-9 and inner > empirical > 1e-3:
        assert exact(empirical, inner) <= budget * (1 + 1e-5)


def test_closed_forms_and_limits() -> None:
    assert kl_upper(0.0, 1.0) == pytest.approx(-math.expm1(-1.0))
    assert kl_upper(0.3, math.inf) == kl_upper(1.0, 0.0) == 1.0
    assert kl_lower(0.3, math.inf) == kl_lower(0.0, 1.0) == 0.0
    assert kl_upper(0.3, 0.0) == pytest.approx(0.3)
    assert bernoulli_kl(0.5, 0.0) == bernoulli_kl(0.5, 1.0) == math.inf


def test_pinsker_is_weaker() -> None:
    for rate in (0.01, 0.2, 0.5):
        assert kl_upper(rate, 0.02) <= rate + math.sqrt(0.02 / 2.0)


def test_what_is_no_rate_or_budget_is_refused() -> None:
    with pytest.raises(InputError, match="rate lies between 0 and 1"):
        kl_upper(1.5, 0.1)
    with pytest.raises(InputError, match="not negative"):
        kl_upper(0.5, math.nan)
    with pytest.raises(InputError, match="rates lie between"):
        bernoulli_kl(-0.1, 0.5)


@pytest.mark.parametrize("rate", [1e-300, 1e-308, 1e-310, 5e-324])
@pytest.mark.parametrize("budget", [1e-9, 0.01, 3.0])
def test_rates_hardly_above_zero_count_as_zero_at_best(rate: float, budget: float) -> None:
    """Their ratio to any other rate is no number; that must not pass for a small divergence."""
    assert bernoulli_kl(rate, 0.5) == pytest.approx(math.log(2.0))
    assert kl_upper(rate, budget) == pytest.approx(-math.expm1(-budget), rel=1e-6)
    assert kl_upper(rate, budget) >= -math.expm1(-budget)
