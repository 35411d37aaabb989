"""The bet against a rate: its mean is one at every n, its digits are right, and its inverse is where it has won 1/δ."""

import math

import mpmath as mp
import numpy as np
import pytest
from scipy.stats import binom

from drupe.bounds.concentration.binomial_tail import binomial_upper
from drupe.bounds.concentration.mixture_martingale import log_wealth, mixture_upper
from drupe.foundation.errors import InputError


def by_integration(errors: int, n: int, p: float) -> float:
    """The mean over q as it is defined, in fifty digits; q = sin² t makes the density of Beta(½, ½) even."""
    with mp.workdps(50):
        end = mp.asin(mp.sqrt(mp.mpf(p)))
        middle = mp.asin(mp.sqrt(mp.mpf(errors) / n))
        places = sorted({mp.mpf(0), min(middle, end), end})

        def ratio(t: mp.mpf) -> mp.mpf:
            q = mp.sin(t) ** 2
            return (q / p) ** errors * ((1 - q) / (1 - mp.mpf(p))) ** (n - errors)

        return float(mp.log(mp.quad(ratio, places) / end))


@pytest.mark.parametrize(("errors", "n", "p"), [(0, 1, 0.5), (3, 20, 0.4), (20, 20, 0.9), (0, 9, 0.01), (55, 400, 0.2)])
def test_the_formula_is_the_mean_over_rates(errors: int, n: int, p: float) -> None:
    assert float(log_wealth(errors, n, p)) == pytest.approx(by_integration(errors, n, p), abs=1e-10)


@pytest.mark.parametrize("p", [0.01, 0.3, 0.5, 0.97])
@pytest.mark.parametrize("n", [1, 2, 9, 60])
def test_its_mean_is_one(n: int, p: float) -> None:
    counts = np.arange(n + 1)
    assert binom.pmf(counts, n, p) @ np.exp(log_wealth(counts, n, p)) == pytest.approx(1.0, rel=1e-10)


@pytest.mark.parametrize("p", [0.02, 0.5])
def test_it_is_fair_whatever_came_before(p: float) -> None:
    for n, errors in ((1, 0), (1, 1), (7, 2), (50, 9)):
        after = np.exp(log_wealth([errors, errors + 1], n + 1, p))
        assert (1.0 - p) * after[0] + p * after[1] == pytest.approx(math.exp(log_wealth(errors, n, p)), rel=1e-10)


@pytest.mark.parametrize("delta", [0.99, 0.5, 0.05, 1e-9])
@pytest.mark.parametrize(("errors", "n"), [(0, 1), (0, 9), (1, 2), (8, 9), (20, 1000), (500, 1000)])
def test_no_rate_above_the_limit_is_left_standing(errors: int, n: int, delta: float) -> None:
    """By trying rates on a fine grid; just below the limit a rate stands, unless no rate above (errors + ½)/n does."""
    limit = mixture_upper(errors, n, delta)
    grid = np.linspace(limit, 1.0, 2000)[:-1]
    wealth = np.array([float(log_wealth(errors, n, p)) for p in grid])
    assert (wealth >= math.log(1.0 / delta) - 1e-9).all()
    below = limit * (1.0 - 1e-6)
    assert below < (errors + 0.5) / n or float(log_wealth(errors, n, below)) < math.log(1.0 / delta)


def test_all_wrong_says_nothing_and_counts_are_checked() -> None:
    assert mixture_upper(5, 5, 0.5) == 1.0
    for errors, n in ((-1, 3), (4, 3), (0, 0)):
        with pytest.raises(InputError, match="errors lie between"):
            mixture_upper(errors, n, 0.05)


def two_sided(errors: int, n: int, p: mp.mpf) -> mp.mpf:
    """The same bet on all rates, in closed form."""
    mixed = mp.beta(errors + mp.mpf(0.5), n - errors + mp.mpf(0.5)) / mp.pi
    return mp.log(mixed) - errors * mp.log(p) - (n - errors) * mp.log1p(-p)


@pytest.mark.parametrize("n", [10**3, 10**6, 10**9])
def test_digits_hold_at_any_size(n: int) -> None:
    errors = n // 50
    limit = mixture_upper(errors, n, 0.05)
    with mp.workdps(50):
        p = mp.mpf(limit)
        # So far above the rate all but nothing of the mixture lies above p.
        exact = two_sided(errors, n, p) + mp.log(mp.pi / 2 / mp.asin(mp.sqrt(p)))
        assert 0.0 <= float(exact - mp.log(20)) < 1e-2
    assert binomial_upper(errors, n, 0.05) < limit


def test_it_is_sharper_than_the_bet_on_all_rates() -> None:
    for n in (10**4, 10**5, 10**6):
        limit = mixture_upper(n // 50, n, 0.05)
        assert two_sided(n // 50, n, mp.mpf(limit)) < mp.log(20)
