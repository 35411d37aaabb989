"""Preferent compression: the defining equation in exact arithmetic, known special cases, and monotony."""

import math

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe.bounds.preferent_compression import PreferentCompression, change_probability
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


def test_one_example_none_kept_is_one_minus_delta() -> None:
    # δ (1 − ε)^{−1} = 1.
    assert math.isclose(change_probability(0, 1, 0.2), 0.8, rel_tol=1e-8)


def test_all_kept_says_nothing() -> None:
    bound = PreferentCompression()
    assert bound.vacuous(bound.risk(Touching(30, 30), 0.05))


@given(st.integers(2, 300), st.data())
def test_rises_with_what_is_kept_and_lies_above_its_share(n, data) -> None:
    kept = data.draw(st.integers(0, n - 1))
    value = change_probability(kept, n, 0.05)
    assert kept / n < value <= change_probability(kept + 1, n, 0.05)


def test_approaches_the_share_of_kept_examples() -> None:
    excess = [change_probability(n // 5, n, 0.05) - 0.2 for n in (100, 1000, 10_000)]
    assert excess[0] > excess[1] > excess[2] > 0.0
    # The excess falls like √(ln n / n).
    assert excess[2] < 0.2 * excess[0]


@pytest.mark.parametrize("kept", [5, 50])
def test_is_not_below_what_is_exact_for_a_fixed_number(kept) -> None:
    # For the k-th largest of n numbers the law is Beta(k, n − k + 1): no valid bound lies below its quantile.
    from scipy.stats import beta

    assert change_probability(kept, 200, 0.05) >= beta.ppf(0.95, kept, 200 - kept + 1)


def test_bad_witnesses_are_refused() -> None:
    with pytest.raises(ValueError, match="kept examples"):
        Touching(5, 4)
    assert np.isclose(Touching(5, 20).share, 0.25)
