"""Priors over functions: their covariance is the kernel, from outputs and from weights."""

import numpy as np
import pytest

from drupe.foundation.errors import ParameterError
from drupe.inputs import Vectors
from drupe.kernels import Gaussian, Linear, Periodic
from drupe.textbook.spaces import GaussianPrior, Measure, MercerExpansion, MercerPrior

X = np.array([[0.0], [0.4], [1.5], [4.0]])


@pytest.mark.spec("C.B31")
def test_covariance_is_the_kernel() -> None:
    np.testing.assert_allclose(GaussianPrior(Gaussian(0.7)).covariance(X), np.exp(-((X - X.T) ** 2) / (2 * 0.49)))


@pytest.mark.spec("C.B31")
def test_samples_have_mean_zero_and_the_covariance() -> None:
    prior = GaussianPrior(Gaussian(0.7))
    sample = prior.sample(X, count=40_000, random_state=1)
    np.testing.assert_allclose(sample.mean(axis=0), 0.0, atol=0.03)
    np.testing.assert_allclose(np.cov(sample.T), prior.covariance(X), atol=0.04)


@pytest.mark.spec("C.B31")
def test_weights_have_the_eigenvalues_as_variances_and_give_the_same_prior() -> None:
    kernel = Periodic((1.0, 0.5, 0.25))
    prior = MercerPrior(MercerExpansion.of(kernel, Measure.circle(12)))
    variances = prior.weights(40_000, random_state=2).var(axis=0)
    np.testing.assert_allclose(variances, prior.expansion.eigenvalues, rtol=0.05)
    sample = prior.sample(X, count=40_000, random_state=3)
    np.testing.assert_allclose(np.cov(sample.T), kernel.matrix(Vectors.of(X), Vectors.of(X)), atol=0.06)


def test_same_seed_same_functions() -> None:
    prior = GaussianPrior(Gaussian())
    np.testing.assert_array_equal(prior.sample(X, 2, random_state=5), prior.sample(X, 2, random_state=5))
    assert not np.array_equal(prior.sample(X, 2, random_state=5), prior.sample(X, 2, random_state=6))


def test_repeated_examples_have_one_value() -> None:
    drawn = GaussianPrior(Gaussian()).sample([[1.0], [1.0], [2.0]], count=3, random_state=0)
    np.testing.assert_allclose(drawn[:, 0], drawn[:, 1], atol=1e-7)
    lines = GaussianPrior(Linear()).sample(X, count=3, random_state=0)
    np.testing.assert_allclose(lines / lines[:, -1:], np.tile(X[:, 0] / X[-1, 0], (3, 1)), atol=1e-10)


def test_bad_counts_are_refused() -> None:
    with pytest.raises(ParameterError, match="count"):
        GaussianPrior(Gaussian()).sample(X, count=-1)
