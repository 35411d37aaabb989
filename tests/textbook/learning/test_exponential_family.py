"""Linear rules of generative models, against Bayes' theorem with the densities themselves."""

import numpy as np
import pytest
from scipy.stats import bernoulli, multivariate_normal, poisson

from drupe import FisherDiscriminant
from drupe.foundation.errors import InputError
from drupe.textbook.learning.exponential_family import BERNOULLI, POISSON, GenerativeRule, gaussian_family

RNG = np.random.default_rng(0)


@pytest.mark.spec("H.F01")
def test_truth_values_and_counts():
    high, low = np.array([0.9, 0.3, 0.6]), np.array([0.2, 0.5, 0.6])
    x = RNG.integers(0, 2, (20, 3))
    rule = GenerativeRule.of(BERNOULLI, np.log(high / (1.0 - high)), np.log(low / (1.0 - low)), p=0.3)
    direct = bernoulli(high).logpmf(x).sum(axis=1) - bernoulli(low).logpmf(x).sum(axis=1) + np.log(0.3 / 0.7)
    np.testing.assert_allclose(rule.log_odds(x), direct, atol=1e-12)
    x = RNG.poisson(2.0, (20, 3))
    rule = GenerativeRule.of(POISSON, np.log(10.0 * high), np.log(10.0 * low), p=0.5)
    direct = poisson(10.0 * high).logpmf(x).sum(axis=1) - poisson(10.0 * low).logpmf(x).sum(axis=1)
    np.testing.assert_allclose(rule.log_odds(x), direct, atol=1e-12)


@pytest.mark.spec("H.F01", "M.D05")
def test_gaussians_of_one_covariance_give_fishers_rule():
    covariance = np.array([[2.0, 0.5], [0.5, 1.0]])
    high, low = np.array([1.0, 0.0]), np.array([-1.0, 0.5])
    rule = GenerativeRule.of(
        gaussian_family(covariance), *np.linalg.solve(covariance, np.column_stack([high, low])).T, 0.4
    )
    x = RNG.normal(size=(20, 2))
    direct = multivariate_normal(high, covariance).logpdf(x) - multivariate_normal(low, covariance).logpdf(x)
    np.testing.assert_allclose(rule.log_odds(x), direct + np.log(0.4 / 0.6), atol=1e-12)
    np.testing.assert_allclose(rule.w, np.linalg.solve(covariance, high - low))


@pytest.mark.spec("H.F01", "H.F02")
def test_estimated_gaussians_are_the_discriminant():
    X, y = RNG.normal(size=(40, 2)), np.repeat([0, 1], [25, 15])
    machine = FisherDiscriminant().fit(X, y)
    low, high = np.linalg.solve(machine.covariance_, machine.means_.T).T
    rule = GenerativeRule.of(gaussian_family(machine.covariance_), high, low, p=15 / 40)
    np.testing.assert_allclose(rule.log_odds(X), machine.decision_function(X), atol=1e-10)


def test_a_class_must_be_possible():
    with pytest.raises(InputError, match="strictly between"):
        GenerativeRule.of(BERNOULLI, np.zeros(1), np.zeros(1), p=1.0)
