"""The constant of PAC-Bayes, against brute force and its known limits."""

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import binom

from drupe.bounds.concentration.kl_inversion import bernoulli_kl
from drupe.bounds.pac_bayes.kl_moment import kl_moment, pac_bayes_kl


@pytest.mark.parametrize("n", [1, 2, 5, 12])
def test_agrees_with_exact_fractions(n) -> None:
    exact = sum(Fraction(math.comb(n, k)) * Fraction(k, n) ** k * Fraction(n - k, n) ** (n - k) for k in range(n + 1))
    assert kl_moment(n) == pytest.approx(float(exact), rel=1e-8)
    assert kl_moment(n) >= exact


@pytest.mark.parametrize("n", [8, 100, 3000])
def test_lies_between_root_n_and_twice_that(n) -> None:
    assert math.sqrt(n) <= kl_moment(n) <= 2.0 * math.sqrt(n)


@pytest.mark.parametrize("p", [0.01, 0.2, 0.5])
def test_is_the_mean_of_the_exponential_for_every_risk(p) -> None:
    n = 40
    mean = sum(binom.pmf(k, n, p) * math.exp(n * bernoulli_kl(k / n, p)) for k in range(n + 1))
    assert mean == pytest.approx(kl_moment(n), rel=1e-7)


def test_more_divergence_costs_more() -> None:
    values = [pac_bayes_kl(0.1, divergence, 200, 0.05) for divergence in (0.0, 1.0, 10.0)]
    assert np.all(np.diff(values) > 0)


def test_a_mean_that_rounding_put_above_one_is_one() -> None:
    assert pac_bayes_kl(1.0 + 1e-12, 0.0, 200, 0.05) == 1.0
