"""Sigmoids averaged over a normal output: many digits against mpmath, exact halves, the side of the mean."""

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.special import expit
from scipy.stats import norm

from drupe.predictors.averaged_sigmoid import averaged_logistic, averaged_probit

MEANS = [0.0, 1e-8, 0.3, -1.0, 4.0, -15.0, 60.0]
VARIANCES = [1e-12, 0.01, 0.9, 1.0, 1.0001, 3.0, 50.0, 1e4]


def one(function, mean, variance):
    return function(np.array([mean]), np.array([variance])).item()


def integral(mean, variance):
    """∫ σ(t) N(t; m, v) dt in thirty digits."""
    with mpmath.workdps(30):
        m, root = mpmath.mpf(mean), mpmath.sqrt(mpmath.mpf(variance))
        places = [-14, -8, -4, 0, 4, 8, 14]
        bend = -m / root  # where the sigmoid turns, in units of the deviation
        places += [bend + step / root for step in (-40, -10, -3, 0, 3, 10, 40)]
        places = sorted({place for place in places if abs(place) <= 14})
        return float(mpmath.quad(lambda z: mpmath.npdf(z) / (1 + mpmath.exp(-m - root * z)), places))


@pytest.mark.spec("H.G10")
@pytest.mark.parametrize("variance", VARIANCES)
@pytest.mark.parametrize("mean", MEANS)
def test_logistic_is_the_integral(mean, variance):
    assert one(averaged_logistic, mean, variance) == pytest.approx(integral(mean, variance), abs=1e-12)


@pytest.mark.spec("H.G10")
@settings(max_examples=60, deadline=None)
@given(mean=st.floats(-30.0, 30.0), power=st.floats(-6.0, 4.0))
def test_the_more_probable_side_is_that_of_the_mean(mean, power):
    found = one(averaged_logistic, mean, 10.0**power)
    assert 0.0 <= found <= 1.0
    assert np.sign(found - 0.5) in (0.0, np.sign(mean))
    assert found + one(averaged_logistic, -mean, 10.0**power) == pytest.approx(1.0, abs=1e-15)
    assert abs(found - 0.5) <= abs(expit(mean) - 0.5) + 1e-12  # doubt makes nobody surer


@pytest.mark.spec("H.G10")
def test_at_a_mean_of_zero_it_is_exactly_one_half():
    assert (averaged_logistic(np.zeros(50), np.logspace(-12, 8, 50)) == 0.5).all()


def test_without_variance_it_is_the_sigmoid():
    means = np.linspace(-20.0, 20.0, 41)
    np.testing.assert_allclose(averaged_logistic(means, np.zeros(41)), expit(means), atol=1e-15)


def test_many_outputs_are_the_same_as_one_by_one():
    rng = np.random.default_rng(0)
    means, variances = rng.normal(0.0, 5.0, 9000), rng.exponential(4.0, 9000)
    found = averaged_logistic(means, variances)
    some = rng.integers(9000, size=20)
    alone = [one(averaged_logistic, means[i], variances[i]) for i in some]
    np.testing.assert_allclose(found[some], alone, atol=1e-15, rtol=0.0)  # sums of products may round otherwise
    assert averaged_logistic(np.zeros(0), np.zeros(0)).shape == (0,)


@pytest.mark.parametrize("variance", [0.1, 1.0, 30.0])
@pytest.mark.parametrize("mean", [-2.0, 0.0, 0.7])
def test_probit_is_the_integral(mean, variance):
    truth, _ = quad(lambda z: norm.pdf(z) * norm.cdf(mean + np.sqrt(variance) * z), -12.0, 12.0, epsabs=1e-13)
    assert one(averaged_probit, mean, variance) == pytest.approx(truth, abs=1e-11)
