"""Tails and deviations in many digits, at points where no factor is one, and never rounded in their favor."""

import math
from collections.abc import Callable
from typing import Any

import mpmath as mp
import pytest
from bounds.theorems_in_digits import assert_rounded_up, kl

from drupe.bounds.concentration.elementary import euler_limit, log_binomial_limit
from drupe.bounds.concentration.hoeffding import (
    hoeffding_deviation,
    hoeffding_sum_tail,
    hoeffding_tail,
    rademacher_sum_tail,
)
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


def h(t: Any) -> Any:
    return (1 + t) * mp.log(1 + t) - t


# Sums of 40 terms below 1.5 with variance 0.25, which deviate by 6; δ = 0.05.
TAILS: list[tuple[float, Callable[[Any], Any]]] = [
    (bennett_tail(6.0, 40, 0.25, largest=1.5), lambda d: mp.exp(-mp.mpf(40) / 9 * h(mp.mpf(9) / 10))),
    (bernstein_tail(6.0, 40, 0.25, largest=1.5), lambda d: mp.exp(-mp.mpf(36) / (20 + 6))),
    (hoeffding_tail(0.25, 40, span=1.5), lambda d: mp.exp(-mp.mpf(80) / 36)),
    (hoeffding_sum_tail(3.0, [1.5, 2.0, 2.5]), lambda d: mp.exp(-18 / mp.mpf(12.5))),
    (rademacher_sum_tail(6.0, [1.5, 2.0, 2.5]), lambda d: 2 * mp.exp(-36 / mp.mpf(25))),
    (mcdiarmid_tail(3.0, [1.5, 2.0, 2.5]), lambda d: mp.exp(-18 / mp.mpf(12.5))),
    (chebyshev_tail(0.25, 0.5, n=7), lambda d: mp.mpf(1) / 7),
    (markov_tail(0.3, 0.75), lambda d: mp.mpf(0.3) * 4 / 3),
    (zero_tail(0.125, 20), lambda d: mp.exp(-mp.mpf(5) / 2)),
    (chernoff_binomial_tail(0.125, 40, 0.25), lambda d: mp.exp(-40 * kl(mp.mpf(1) / 8, mp.mpf(1) / 4))),
]
DEVIATIONS: list[tuple[float, Callable[[Any], Any]]] = [
    (bernstein_deviation(0.05, 40, 0.25, largest=1.5), lambda d: _bernstein(-mp.log(d), mp.mpf(3) / 2, 40)),
    (
        bernstein_mean_deviation(0.05, 40, 0.25, largest=1.5).value,
        lambda d: -mp.log(d) * 6 / 120 + mp.sqrt(-mp.log(d) / 2 / 40),
    ),
    (hoeffding_deviation(0.05, 40, span=1.5), lambda d: mp.mpf(3) / 2 * mp.sqrt(-mp.log(d) / 80)),
    (mcdiarmid_deviation(0.05, [1.5, 2.0, 2.5]), lambda d: mp.sqrt(mp.mpf(12.5) * -mp.log(d) / 2)),
    (minimum_deviation(0.05, 40, span=1.5), lambda d: mp.mpf(3) / 2 * mp.sqrt(-mp.log(d) / 80)),
    (chebyshev_deviation(0.25, 0.05, n=7), lambda d: mp.sqrt(mp.mpf(1) / 4 / (7 * d))),
    (markov_threshold(0.3, 0.05), lambda d: mp.mpf(0.3) / d),
]


def _bernstein(nats: Any, largest: Any, n: int) -> Any:
    linear = nats * largest / 3
    return linear + mp.sqrt(linear**2 + n * nats / 2)


@pytest.mark.parametrize(("value", "formula"), [*TAILS, *DEVIATIONS])
def test_inequality_says_what_its_theorem_says(value: float, formula: Callable[[Any], Any]) -> None:
    assert_rounded_up(value, 0.05, formula)


@pytest.mark.parametrize("t", [1e-12, 1e-6, 3e-4, 9.99e-4, 1.001e-3, 0.02, 1.0, 50.0])
def test_exponent_of_bennett_keeps_its_digits(t: float) -> None:
    with mp.workdps(50):
        assert bennett_exponent(t) == pytest.approx(float(h(mp.mpf(t))), rel=5e-13, abs=0.0)


def test_deviation_of_bennett_solves_its_equation() -> None:
    deviation = bennett_deviation(0.05, 40, 0.25, largest=1.5)
    with mp.workdps(30):
        tail = mp.exp(-mp.mpf(40) / 9 * h(mp.mpf(deviation) * mp.mpf(1.5) / 10))
        assert mp.mpf(0.05) * (1 - mp.mpf(1e-8)) <= tail <= mp.mpf(0.05)


def test_regime_changes_where_the_terms_are_equal() -> None:
    """√(2 variance u/n) = 4uM/(3n) at u = 9 n variance / (8M²)."""
    border = 9 * 400 * 0.25 / (8 * 1.5**2)
    assert bernstein_mean_deviation(math.exp(-0.97 * border), 400, 0.25, 1.5).regime is Regime.GAUSSIAN
    assert bernstein_mean_deviation(math.exp(-1.03 * border), 400, 0.25, 1.5).regime is Regime.POISSON


def test_others_at_a_point() -> None:
    assert chernoff_tail(lambda s: s**2 / 2.0 + 0.5 * s, threshold=2.0) == pytest.approx(
        float(mp.exp(-1.125)), rel=1e-9
    )
    assert chebyshev_voters(0.25, deviation=0.125, delta=0.1) == 120
    assert log_binomial_limit(12, 3) == pytest.approx(float(3 * (1 + mp.log(4))))
    assert euler_limit(1.5, 3.0) == pytest.approx(3.375)


def test_no_limit_of_a_probability_exceeds_one() -> None:
    """Rounding up stops there."""
    tiny = 1e-9
    assert bennett_tail(tiny, 40, 0.25) == bernstein_tail(tiny, 40, 0.25) == hoeffding_tail(tiny, 40) == 1.0
    assert rademacher_sum_tail(tiny, [1.0]) == mcdiarmid_tail(tiny, [1.0]) == chebyshev_tail(0.25, tiny) == 1.0
    assert zero_tail(1e-15, 1) == markov_tail(0.3, 0.3) == chernoff_binomial_tail(0.25, 1, 0.25 + tiny) == 1.0
