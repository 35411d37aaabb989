"""Linear rules of generative models, against Bayes' theorem with the densities themselves."""

import numpy as np
import pytest
from scipy.stats import bernoulli, gamma, multivariate_normal, norm, poisson

from drupe import FisherDiscriminant
from drupe.foundation.errors import InputError
from drupe.models import Bernoulli, Gamma, MultivariateNormal, NormalMean, Poisson
from drupe.textbook.learning.generative_rule import GenerativeRule

RNG = np.random.default_rng(0)


@pytest.mark.spec("H.F01")
def test_truth_values_and_counts():
    high, low = np.array([0.9, 0.3, 0.6]), np.array([0.2, 0.5, 0.6])
    x = RNG.integers(0, 2, (20, 3))
    rule = GenerativeRule(Bernoulli(high), Bernoulli(low), p=0.3)
    direct = bernoulli(high).logpmf(x).sum(axis=1) - bernoulli(low).logpmf(x).sum(axis=1) + np.log(0.3 / 0.7)
    np.testing.assert_allclose(rule.log_odds(x), direct, atol=1e-12)
    x = RNG.poisson(2.0, (20, 3))
    rule = GenerativeRule(Poisson(10.0 * high), Poisson(10.0 * low), p=0.5)
    direct = poisson(10.0 * high).logpmf(x).sum(axis=1) - poisson(10.0 * low).logpmf(x).sum(axis=1)
    np.testing.assert_allclose(rule.log_odds(x), direct, atol=1e-12)


@pytest.mark.spec("H.F01", "M.D05")
def test_gaussians_of_one_covariance_give_fishers_rule():
    covariance = np.array([[2.0, 0.5], [0.5, 1.0]])
    high, low = np.array([1.0, 0.0]), np.array([-1.0, 0.5])
    rule = GenerativeRule(MultivariateNormal(high, covariance), MultivariateNormal(low, covariance), 0.4)
    x = RNG.normal(size=(20, 2))
    direct = multivariate_normal(high, covariance).logpdf(x) - multivariate_normal(low, covariance).logpdf(x)
    np.testing.assert_allclose(rule.log_odds(x), direct + np.log(0.4 / 0.6), atol=1e-12)
    # Linear in x: squares and products have no weight.
    np.testing.assert_allclose(rule.w, [*np.linalg.solve(covariance, high - low), 0.0, 0.0, 0.0], atol=1e-14)


@pytest.mark.spec("H.F01", "H.F02")
def test_estimated_gaussians_are_the_discriminant():
    X, y = RNG.normal(size=(40, 2)), np.repeat([0, 1], [25, 15])
    machine = FisherDiscriminant().fit(X, y)
    low, high = (MultivariateNormal(mean, machine.covariance_) for mean in machine.means_)
    rule = GenerativeRule(high, low, p=15 / 40)
    np.testing.assert_allclose(rule.log_odds(X), machine.decision_function(X), atol=1e-10)


@pytest.mark.spec("H.F01", "H.M01")
def test_other_families_and_unequal_bases():
    x = RNG.gamma(2.0, size=(20, 2))
    rule = GenerativeRule(Gamma([1.0, 3.0], [2.0, 0.5]), Gamma([2.0, 1.0], [1.0, 1.0]), p=0.2)
    direct = gamma([1.0, 3.0], scale=[0.5, 2.0]).logpdf(x) - gamma([2.0, 1.0], scale=1.0).logpdf(x)
    np.testing.assert_allclose(rule.log_odds(x), direct.sum(axis=1) + np.log(0.2 / 0.8), atol=1e-12)
    # Where the variances, which are no parameters, differ, the rule is quadratic and right all the same.
    rule = GenerativeRule(NormalMean([0.0], [1.0]), NormalMean([0.0], [4.0]))
    np.testing.assert_allclose(rule.log_odds(x[:, :1]), (norm(0, 1).logpdf(x) - norm(0, 2).logpdf(x))[:, 0], atol=1e-12)


def test_what_makes_no_rule_is_said():
    with pytest.raises(InputError, match="strictly between"):
        GenerativeRule(Bernoulli([0.5]), Bernoulli([0.5]), p=1.0)
    with pytest.raises(InputError, match="one family, got Bernoulli and Poisson"):
        GenerativeRule(Bernoulli([0.5]), Poisson([0.5]))
