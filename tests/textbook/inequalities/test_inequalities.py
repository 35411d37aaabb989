"""The classical inequalities: worked numbers, exact tails that they must dominate, inverses, and their order."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, norm

from drupe.bounds.concentration.binomial_tail import binomial_tail
from drupe.bounds.concentration.elementary import (
    euler_limit,
    log_binomial,
    log_binomial_limit,
    log_factorial,
)
from drupe.bounds.concentration.hoeffding import (
    hoeffding_deviation,
    hoeffding_sum_tail,
    hoeffding_tail,
    rademacher_sum_tail,
)
from drupe.bounds.concentration.union import evenly, split
from drupe.foundation.errors import ParameterError
from drupe.textbook.inequalities.bennett import bennett_deviation, bennett_exponent, bennett_tail
from drupe.textbook.inequalities.bernstein import (
    Regime,
    bernstein_deviation,
    bernstein_mean_deviation,
    bernstein_tail,
)
from drupe.textbook.inequalities.chebyshev import chebyshev_deviation, chebyshev_tail, chebyshev_voters
from drupe.textbook.inequalities.chernoff import chernoff_binomial_tail, chernoff_tail, zero_tail
from drupe.textbook.inequalities.markov import markov_tail, markov_threshold
from drupe.textbook.inequalities.mcdiarmid import mcdiarmid_deviation, mcdiarmid_tail, minimum_deviation

SIZES = [(20, 0.1), (50, 0.3), (200, 0.5)]


def upper_deviation_tail(n: int, p: float, deviation: float) -> float:
    """P[Bin(n, p)/n − p ≥ deviation], exactly."""
    return float(binom.sf(math.ceil(n * (p + deviation) - 1e-9) - 1, n, p))


@pytest.mark.spec("H.M10", "G.B-01", "G.B-48", "S.I04")
def test_markov_dominates_an_exact_tail_and_inverts() -> None:
    for threshold in (0.5, 1.0, 3.0):
        assert math.exp(-threshold) <= markov_tail(1.0, threshold)
    assert markov_tail(1.0, markov_threshold(1.0, 0.05)) == pytest.approx(0.05)
    # Two points, 0 and the threshold itself, attain it.
    assert markov_tail(0.2, 1.0) == pytest.approx(0.2)


@pytest.mark.spec("H.M10", "G.B-47", "G.B-48", "S.I03")
@pytest.mark.parametrize(("n", "p"), SIZES)
def test_chebyshev_dominates_an_exact_tail(n: int, p: float) -> None:
    for deviation in (0.05, 0.1, 0.2):
        below = float(binom.cdf(math.floor(n * (p - deviation) + 1e-9), n, p))
        exact = upper_deviation_tail(n, p, deviation) + below
        assert exact <= chebyshev_tail(p * (1.0 - p), deviation, n)
    assert chebyshev_tail(0.25, chebyshev_deviation(0.25, 0.05, n), n) == pytest.approx(0.05)
    voters = chebyshev_voters(p, 0.1, 0.05)
    assert chebyshev_tail(p * (1.0 - p), 0.1, voters) <= 0.05 * (1 + 1e-9)
    assert chebyshev_tail(p * (1.0 - p), 0.1, voters - 1) > 0.05


@pytest.mark.spec("H.M10", "S.I04")
def test_chernoff_finds_the_best_exponent() -> None:
    assert chernoff_tail(lambda s: s**2 / 2.0, 3.0) == pytest.approx(math.exp(-4.5), rel=1e-6)
    assert norm.sf(3.0) <= chernoff_tail(lambda s: s**2 / 2.0, 3.0)
    moment = lambda s: 20 * math.log(0.7 + 0.3 * math.exp(s))  # noqa: E731
    by_search = chernoff_tail(moment, 12.0)
    assert by_search == pytest.approx(chernoff_binomial_tail(0.4, 20, 0.7), rel=1e-6)
    assert float(binom.sf(11, 20, 0.3)) <= by_search


@pytest.mark.spec("H.M10", "G.B-48")
@pytest.mark.parametrize(("n", "p"), SIZES)
def test_binomial_tails_lie_below_their_limits(n: int, p: float) -> None:
    for errors in range(int(n * p)):
        assert binomial_tail(errors, n, p) <= chernoff_binomial_tail(errors / n, n, p) * (1 + 1e-9)
    assert (1.0 - p) ** n <= zero_tail(p, n)


@pytest.mark.spec("H.M10", "G.B-48", "S.I08")
@pytest.mark.parametrize(("n", "p"), SIZES)
def test_hoeffding_dominates_an_exact_tail_and_inverts(n: int, p: float) -> None:
    for deviation in (0.02, 0.1, 0.2):
        assert upper_deviation_tail(n, p, deviation) <= hoeffding_tail(deviation, n)
    assert hoeffding_tail(hoeffding_deviation(0.05, n, 3.0), n, 3.0) == pytest.approx(0.05)
    assert hoeffding_sum_tail(n * 0.1, [1.0] * n) == pytest.approx(hoeffding_tail(0.1, n))


@pytest.mark.spec("H.M10")
def test_worked_numbers_of_the_book() -> None:
    assert hoeffding_tail(0.1, 100) == pytest.approx(0.13534, abs=1e-5)
    # The book's Bernstein has the denominator 2σ² + cε: exp(−1/(0.1 + 0.1)·…) = 0.006738 at n = 100, ε = 0.1.
    assert math.exp(-100 * 0.01 / (2 * 0.05 + 0.1)) == pytest.approx(0.006738, abs=1e-6)
    assert bernstein_tail(10.0, 100, 0.05) < 0.006738
    assert bennett_tail(10.0, 100, 0.05) == pytest.approx(0.001535, abs=1e-6)
    assert mcdiarmid_tail(0.1, [0.01] * 100) == pytest.approx(0.13534, abs=1e-5)


@pytest.mark.spec("S.I05", "S.I06", "S.I08")
def test_worked_numbers_of_the_notes() -> None:
    assert 2.0 * bennett_tail(10.0, 100, 0.05) == pytest.approx(0.0030701, abs=1e-7)
    assert 2.0 * bernstein_tail(10.0, 100, 0.05) == pytest.approx(0.0049575, abs=1e-7)
    assert 2.0 * hoeffding_sum_tail(10.0, [2.0] * 100) == pytest.approx(1.213, abs=1e-3)
    assert bernstein_deviation(math.exp(-3.0), 100, 0.05) == pytest.approx(6.567764, abs=1e-6)
    relaxed = 2.0 / 3.0 * 3.0 + math.sqrt(2.0 * 100 * 0.05 * 3.0)
    assert bernstein_deviation(math.exp(-3.0), 100, 0.05) <= relaxed == pytest.approx(7.477226, abs=1e-6)


@pytest.mark.spec("S.I05", "S.I06")
@given(st.floats(0.01, 50.0), st.integers(1, 500), st.floats(1e-4, 1.0))
def test_bennett_is_never_above_bernstein(deviation: float, n: int, variance: float) -> None:
    assert bennett_tail(deviation, n, variance) <= bernstein_tail(deviation, n, variance) * (1 + 1e-9)
    t = deviation / (n * variance)
    assert bennett_exponent(t) >= t**2 / (2.0 + 2.0 * t / 3.0) * (1 - 1e-9)


@pytest.mark.spec("S.I05", "S.I06", "S.I07", "H.M10")
@pytest.mark.parametrize(("n", "p"), [(50, 0.02), (200, 0.05), (100, 0.3)])
def test_variance_inequalities_dominate_an_exact_tail_and_invert(n: int, p: float) -> None:
    variance, largest = p * (1.0 - p), 1.0 - p
    for deviation in (0.02, 0.05, 0.1):
        exact = upper_deviation_tail(n, p, deviation)
        assert exact <= bennett_tail(n * deviation, n, variance, largest) * (1 + 1e-9)
    assert bennett_tail(bennett_deviation(0.05, n, variance, largest), n, variance, largest) == pytest.approx(0.05)
    assert bernstein_tail(bernstein_deviation(0.05, n, variance), n, variance) == pytest.approx(0.05)
    assert bennett_deviation(0.05, n, variance) <= bernstein_deviation(0.05, n, variance)
    mean = bernstein_mean_deviation(0.05, n, variance)
    assert upper_deviation_tail(n, p, mean.value) <= 0.05


@pytest.mark.spec("S.I07")
def test_the_regime_changes_where_the_variance_is_small() -> None:
    edge = 8.0 / 9.0 * math.log(20.0)
    assert bernstein_mean_deviation(0.05, 1000, 1.01 * edge / 1000).regime is Regime.GAUSSIAN
    assert bernstein_mean_deviation(0.05, 1000, 0.99 * edge / 1000).regime is Regime.POISSON
    # Constant n σ²: the deviation falls like 1/n.
    assert bernstein_mean_deviation(0.05, 10_000, 1e-4).value == pytest.approx(
        bernstein_mean_deviation(0.05, 1000, 1e-3).value / 10.0
    )
    assert bernstein_deviation(0.05, 100, 1e-4) < 100 * hoeffding_deviation(0.05, 100)


@pytest.mark.spec("S.I09")
@pytest.mark.parametrize(("n", "threshold"), [(1, 0.9), (4, 1.8), (25, 4.5)])
def test_random_signs_need_the_right_constant(n: int, threshold: float) -> None:
    sums = 2.0 * np.arange(n + 1) - n
    exact = float(binom.pmf(np.flatnonzero(np.abs(sums) > threshold), n, 0.5).sum())
    assert exact <= rademacher_sum_tail(threshold, [1.0] * n)
    assert exact > 2.0 * math.exp(-2.0 * threshold**2 / n), "the printed constant would have done."


@pytest.mark.spec("M.B01", "S.I10", "S.I11", "H.M10")
def test_mcdiarmid_dominates_the_tail_of_a_minimum_and_inverts() -> None:
    rng = np.random.default_rng(0)
    minima = rng.binomial(50, 0.4, size=(20_000, 5)).min(axis=1) / 50
    mean = minima.mean()
    for deviation in (0.05, 0.1):
        assert (minima - mean >= deviation).mean() <= mcdiarmid_tail(deviation, [1.0 / 50] * 50)
        assert (mean - minima >= deviation).mean() <= mcdiarmid_tail(deviation, [1.0 / 50] * 50)
    assert (np.abs(minima - mean) > minimum_deviation(0.05, 50)).mean() <= 0.1
    differences = [0.1, 0.2, 0.3]
    assert mcdiarmid_tail(mcdiarmid_deviation(0.05, differences), differences) == pytest.approx(0.05)
    assert mcdiarmid_tail(0.5, [0.0]) == 0.0
    assert mcdiarmid_tail(0.0, [0.0]) == 1.0


@pytest.mark.spec("H.T11", "G.B-10", "H.M10", "G.B-48")
def test_shares_of_delta_add_up() -> None:
    shares = split(0.05, [0.5, 0.3, 0.2])
    assert sum(shares) <= 0.05
    assert shares == pytest.approx((0.025, 0.015, 0.01))
    assert sum(evenly(7)) == pytest.approx(1.0)
    rng = np.random.default_rng(0)
    events = rng.random((50_000, 3)) < np.array(shares)
    assert events.any(axis=1).mean() <= 0.05 + 0.004
    for weights in ([], [0.7, 0.7], [-0.1, 0.5]):
        with pytest.raises(ParameterError, match="shares of delta"):
            split(0.05, weights)


@pytest.mark.spec("G.B-48", "H.M10")
@given(st.integers(1, 200).flatmap(lambda n: st.tuples(st.just(n), st.integers(1, n))))
def test_binomial_coefficients_and_factorials_have_their_limits(pair: tuple[int, int]) -> None:
    n, d = pair
    assert math.exp(log_binomial(n, d) - math.log(math.comb(n, d))) == pytest.approx(1.0)
    assert math.log(sum(math.comb(n, i) for i in range(1, d + 1))) <= log_binomial_limit(n, d)
    assert d * (math.log(d) - 1.0) < log_factorial(d)
    assert d < 2 or log_factorial(d) < d * math.log(d)


@pytest.mark.spec("G.B-48", "H.M10")
@given(st.floats(-5.0, 5.0).filter(lambda a: abs(a) > 1e-3), st.floats(5.1, 100.0))
def test_euler(a: float, x: float) -> None:
    assert euler_limit(a, x) < math.exp(a)
    assert log_binomial(3, 5) == -math.inf


def test_vacuous_corners() -> None:
    assert hoeffding_tail(-1.0, 10) == 1.0
    assert bennett_tail(0.0, 10, 0.1) == bernstein_tail(0.0, 10, 0.1) == 1.0
    assert bennett_tail(1.0, 10, 0.0) == 0.0
    assert bennett_deviation(0.05, 10, 0.0) == 0.0
    assert chernoff_binomial_tail(0.5, 10, 0.5) == 1.0


def test_nothing_is_surprising_on_the_wrong_side_of_the_mean() -> None:
    for at in (0.0, -0.5, -10.0):
        assert markov_tail(0.1, at) == 1.0
        assert chebyshev_tail(0.25, at, n=10) == 1.0
        assert rademacher_sum_tail(at, [1.0, 2.0]) == 1.0
        assert hoeffding_tail(at, 10) == hoeffding_sum_tail(at, [1.0]) == hoeffding_sum_tail(at, [0.0]) == 1.0
        assert bennett_tail(at, 10, 0.1) == bernstein_tail(at, 10, 0.1) == mcdiarmid_tail(at, [0.1]) == 1.0
    # What cannot vary does not deviate.
    assert rademacher_sum_tail(0.1, [0.0]) == hoeffding_sum_tail(0.1, [0.0, 0.0]) == 0.0
