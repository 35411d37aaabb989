"""A soft-max averaged over a normal vector: sums over a grid, two classes exactly, symmetry."""

import numpy as np
import pytest
from numpy.polynomial.hermite_e import hermegauss
from scipy.integrate import quad
from scipy.special import expit, softmax
from scipy.stats import norm

from drupe.predictors.averaged_softmax import averaged_softmax


def by_grid(mean, covariance, points=50):
    nodes, weights = hermegauss(points)
    z = np.stack(np.meshgrid(*[nodes] * len(mean), indexing="ij"), axis=-1).reshape(-1, len(mean))
    each = np.prod(np.stack(np.meshgrid(*[weights] * len(mean), indexing="ij"), axis=-1), axis=-1).ravel()
    return each / each.sum() @ softmax(mean + z @ np.linalg.cholesky(covariance).T, axis=1)


def covariance(seed, classes, scale):
    root = np.random.default_rng(seed).normal(size=(classes, classes + 2))
    return scale * root @ root.T / classes


@pytest.mark.parametrize("scale", [0.05, 1.0, 9.0])
@pytest.mark.parametrize("seed", range(4))
def test_three_classes_against_a_sum_over_a_grid(seed, scale):
    mean = 2.0 * np.random.default_rng(seed).normal(size=3)
    found = averaged_softmax(mean[None], covariance(seed, 3, scale)[None])[0]
    np.testing.assert_allclose(found, by_grid(mean, covariance(seed, 3, scale)), atol=2e-3)
    assert found.sum() == pytest.approx(1.0, abs=1e-12)


def test_many_classes_against_draws():
    mean, spread = np.random.default_rng(1).normal(size=6), covariance(1, 6, 2.0)
    draws = np.random.default_rng(2).multivariate_normal(mean, spread, size=400_000)
    np.testing.assert_allclose(
        averaged_softmax(mean[None], spread[None])[0], softmax(draws, axis=1).mean(axis=0), atol=4e-3
    )


@pytest.mark.parametrize("seed", range(3))
def test_two_classes_are_one_integral(seed):
    mean, spread = np.random.default_rng(seed).normal(size=2), covariance(seed, 2, 3.0)
    variance = spread[0, 0] + spread[1, 1] - 2.0 * spread[0, 1]
    middle = mean[1] - mean[0]
    truth, _ = quad(lambda z: norm.pdf(z) * expit(middle + np.sqrt(variance) * z), -12.0, 12.0, epsabs=1e-13)
    found = averaged_softmax(mean[None], spread[None])[0]
    np.testing.assert_allclose(found, [1.0 - truth, truth], atol=1e-11)


def test_certain_outputs_and_equal_classes():
    means = np.random.default_rng(3).normal(size=(100, 4))
    np.testing.assert_allclose(averaged_softmax(means, np.zeros((100, 4, 4))), softmax(means, axis=1), atol=1e-12)
    np.testing.assert_allclose(averaged_softmax(np.zeros((1, 3)), 5.0 * np.eye(3)[None]), 1.0 / 3.0, atol=1e-3)


def test_nothing_is_random():
    means, spreads = np.ones((3, 3)), np.stack([covariance(i, 3, 1.0) for i in range(3)])
    np.testing.assert_array_equal(averaged_softmax(means, spreads), averaged_softmax(means, spreads))
    np.testing.assert_array_equal(averaged_softmax(means, spreads)[1:2], averaged_softmax(means[1:2], spreads[1:2]))
