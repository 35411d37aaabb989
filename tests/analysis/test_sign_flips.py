"""The test by turned signs against brute force, the sign test, and its own promise."""

from itertools import product

import numpy as np
import pytest
from scipy.stats import binomtest, permutation_test

from drupe.analysis.sign_flips import chance_of


def by_brute_force(differences):
    seen = abs(differences.sum())
    turned = [abs(np.dot(signs, differences)) for signs in product((-1, 1), repeat=len(differences))]
    return np.mean(np.array(turned) >= seen - 1e-9)


@pytest.mark.parametrize("seed", range(6))
def test_few_rows_are_counted(seed):
    rng = np.random.default_rng(seed)
    differences = rng.normal(0.4, 1.0, 10) if seed % 2 else rng.integers(-2, 4, 10).astype(float)
    assert chance_of(differences) == pytest.approx(by_brute_force(differences), abs=1e-12)


@pytest.mark.parametrize(("won", "lost"), [(3, 0), (10, 4), (700, 650), (5, 5)])
def test_equal_differences_give_the_sign_test(won, lost):
    differences = np.repeat([0.25, -0.25, 0.0], [won, lost, 50])
    assert chance_of(differences) == pytest.approx(binomtest(won, won + lost).pvalue, rel=1e-9)


@pytest.mark.parametrize("n", [60, 2100])
def test_many_rows_are_drawn_as_scipy_draws_them(n):
    differences = np.random.default_rng(2).exponential(size=n) - 0.98 + 2.0 / np.sqrt(n)
    peer = permutation_test(
        (differences,), np.mean, permutation_type="samples", n_resamples=1000, rng=np.random.default_rng(0)
    )
    assert chance_of(differences) == pytest.approx(peer.pvalue, abs=0.05)
    assert 0.001 < peer.pvalue < 0.9


def test_equally_good_machines_are_accused_as_rarely_as_promised():
    rng = np.random.default_rng(3)
    found = np.array([chance_of(rng.laplace(size=25)) for _ in range(300)])
    assert (found <= 0.05).mean() <= 0.095  # 15 of 300 are expected, 29 are seen once in 1000
    assert (found <= 0.5).mean() > 0.35
