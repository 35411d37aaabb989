"""Preferent compression: the defining equation in exact arithmetic, known special cases, and monotony."""

import math

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog

from drupe.bounds.compression.foreseen import ForeseenCompression
from drupe.bounds.compression.preferent import PreferentCompression, change_probability
from drupe.bounds.concentration.binomial_tail import binomial_upper
from drupe.witness.touching import Touching


def equation(epsilon, kept, n, delta):
    """(δ/n) Σ C(m, k)/C(n, k) (1 − ε)^{−(n−m)}, to fifty digits."""
    with mpmath.workdps(50):
        total = sum(mpmath.binomial(m, kept) * (1 - mpmath.mpf(epsilon)) ** (m - n) for m in range(kept, n))
        return float(mpmath.mpf(delta) / n * total / mpmath.binomial(n, kept))


@pytest.mark.parametrize(("kept", "n", "delta"), [(0, 10, 0.05), (3, 40, 0.01), (60, 200, 0.05), (399, 400, 0.1)])
def test_solves_its_equation_from_above(kept, n, delta) -> None:
    epsilon = change_probability(kept, n, delta)
    assert equation(epsilon, kept, n, delta) >= 1.0
    assert equation(epsilon - 1e-8, kept, n, delta) < 1.0


@pytest.mark.parametrize(("kept", "n", "foreseen"), [(0, 10, 0.5), (10, 40, 0.25), (100, 200, 0.5), (9, 10, 0.9)])
def test_solves_its_equation_with_half_of_delta_on_one_size(kept, n, foreseen) -> None:
    epsilon, delta = change_probability(kept, n, 0.01, foreseen), 0.01
    m = n - min(n, max(1, round(math.sqrt(2 * n * math.log(20) * (1 - foreseen) / foreseen))))

    def total(at):
        with mpmath.workdps(50):
            one = mpmath.binomial(m, kept) / mpmath.binomial(n, kept) * (1 - mpmath.mpf(at)) ** (m - n)
            return equation(at, kept, n, delta / 2) + float(delta / 2 * one)

    assert total(epsilon) >= 1.0
    assert total(epsilon - 1e-8) < 1.0


def test_a_foreseen_share_lowers_the_limit_there_and_costs_little_elsewhere() -> None:
    for kept, gain in [(200, 0.98), (120, 0.99), (20, 1.05), (380, 1.01)]:
        assert change_probability(kept, 400, 0.05, foreseen=0.5) < gain * change_probability(kept, 400, 0.05)


def worst_level(limits, n, points=60):
    """The largest probability of v > limit over all laws that keep k of m examples in every size m ≤ n, by HiGHS.

    A law is a measure F_k of v for each k, with Σₖ C(m, k) ∫ (1 − v)^(m − k) dFₖ = 1 for each m.
    """
    v = np.concatenate([[0.0], np.sort(np.concatenate([np.linspace(0.01, 1.0, points), np.array(limits) + 1e-9]))])
    v = v[v <= 1.0]
    places = [(k, value) for k in range(n + 1) for value in v]
    rows = [[math.comb(m, k) * (1 - value) ** (m - k) if k <= m else 0.0 for k, value in places] for m in range(n + 1)]
    failing = [math.comb(n, k) * (1 - value) ** (n - k) * (value > limits[k]) for k, value in places]
    found = linprog(-np.array(failing), A_eq=np.array(rows), b_eq=np.ones(n + 1))
    assert found.success
    return -found.fun


@pytest.mark.parametrize("foreseen", [None, 0.5, 0.2])
@pytest.mark.parametrize("delta", [0.05, 0.5])
def test_no_learner_whatever_fails_more_often(foreseen, delta) -> None:
    n = 9
    limits = [change_probability(k, n, delta, foreseen) for k in range(n + 1)]
    assert worst_level(limits, n) <= delta * (1 + 1e-6)
    # The binomial limit would do for one number of kept examples, but not for all at once.
    naive = [binomial_upper(max(k - 1, 0), n, delta) for k in range(n)] + [1.0]
    assert worst_level(naive, n) > 1.2 * delta


def test_foreseen_must_be_a_share() -> None:
    for foreseen in (0.0, 1.0, None):
        with pytest.raises(ValueError, match="foreseen"):
            ForeseenCompression(foreseen)
    value = ForeseenCompression(0.2).risk(Touching(20, 200), 0.05)
    assert value == pytest.approx(change_probability(20, 200, 0.05, foreseen=0.2))


def test_one_example_none_kept_is_one_minus_delta() -> None:
    # δ (1 − ε)^{−1} = 1.
    assert math.isclose(change_probability(0, 1, 0.2), 0.8, rel_tol=1e-8)


def test_all_kept_says_nothing() -> None:
    bound = PreferentCompression()
    assert bound.vacuous(bound.risk(Touching(30, 30), 0.05))


@given(st.integers(2, 300), st.data())
def test_rises_with_what_is_kept_and_lies_above_its_share(n, data) -> None:
    kept, foreseen = data.draw(st.integers(0, n - 1)), data.draw(st.sampled_from([None, 0.1, 0.5, 0.9]))
    value = change_probability(kept, n, 0.05, foreseen)
    assert kept / n < value <= change_probability(kept + 1, n, 0.05, foreseen)
    assert change_probability(kept, n, 0.06, foreseen) <= value


def test_approaches_the_share_of_kept_examples() -> None:
    excess = [change_probability(n // 5, n, 0.05) - 0.2 for n in (100, 1000, 10_000)]
    assert excess[0] > excess[1] > excess[2] > 0.0
    # The excess falls like √(ln n / n).
    assert excess[2] < 0.2 * excess[0]


@pytest.mark.parametrize("kept", [5, 50])
def test_is_not_below_what_is_exact_for_a_fixed_number(kept) -> None:
    # For the k-th largest of n numbers the law is Beta(k, n − k + 1): no valid bound lies below its quantile.
    from scipy.stats import beta

    for foreseen in (None, kept / 200, 0.5):
        assert change_probability(kept, 200, 0.05, foreseen) >= beta.ppf(0.95, kept, 200 - kept + 1)


def test_bad_witnesses_are_refused() -> None:
    with pytest.raises(ValueError, match="kept examples"):
        Touching(5, 4)
    assert np.isclose(Touching(5, 20).share, 0.25)
