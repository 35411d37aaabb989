"""Scheffé's theorem: every event of a finite set is tried; Gaussians in closed form."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.stats import norm

from drupe.foundation.errors import InputError
from drupe.models import Gamma, NormalMean, Poisson
from drupe.textbook.probability.variation import sampled_variation, telling_event, variation


@pytest.mark.spec("H.M12")
@given(st.integers(1, 8), st.integers(0, 10_000))
def test_half_the_distance_is_the_largest_difference_on_any_event(n, seed):
    p, q = np.random.default_rng(seed).dirichlet(np.full(n, 0.5), size=2)
    events = np.array(list(product([0.0, 1.0], repeat=n)))
    largest = np.abs(events @ (p - q)).max()
    assert variation(p, q) == pytest.approx(largest, abs=1e-12)
    assert (p - q)[telling_event(p, q)].sum() == pytest.approx(largest, abs=1e-12)


@pytest.mark.spec("H.M12")
def test_densities():
    """Of two Gaussians of variance 1 at distance t it is 2Φ(t/2) − 1: the event is a half line."""
    found = sampled_variation(
        NormalMean([0.0], [1.0]), NormalMean([1.0], [1.0]), 100_000, 1e-6, np.random.default_rng(0)
    )
    assert 2.0 * norm.cdf(0.5) - 1.0 in found
    one, other = Gamma([2.0], [1.0]), Gamma([3.0], [2.0])
    halves = [
        quad(lambda t: abs(np.exp(one.log_likelihood([[t]])) - np.exp(other.log_likelihood([[t]]))).item(), *ends)[0]
        for ends in ((1e-12, 4.0), (4.0, 60.0))
    ]
    assert sum(halves) / 2.0 in sampled_variation(one, other, 100_000, 1e-6, np.random.default_rng(1))
    counts = np.arange(80.0)[:, None]
    few, many = Poisson([2.0]), Poisson([3.0])
    exact = variation(np.exp(few.log_likelihood(counts)), np.exp(many.log_likelihood(counts)))
    assert exact in sampled_variation(few, many, 100_000, 1e-6, np.random.default_rng(2))
    assert 0.1 not in sampled_variation(few, many, 100_000, 1e-6, np.random.default_rng(2))


def test_laws_on_other_sets():
    with pytest.raises(InputError, match="the same set"):
        variation(np.ones(1), np.array([0.5, 0.5]))
