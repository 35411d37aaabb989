"""A Gaussian in place of a posterior: its variances, inverse and slopes, against dense matrices."""

import numpy as np
import pytest
from solvers.plain_posteriors import bells

from drupe.solvers.cholesky import factored
from drupe.solvers.latent_gaussian import SOUND, LatentGaussian, inner_matrix
from drupe.solvers.solution import Stop


def gaussian(K, precisions, alpha):
    roots = np.sqrt(precisions)
    factor = factored(inner_matrix(K, roots), 1.0)
    return LatentGaussian(alpha, K @ alpha, roots, factor, 0.0, 0.0, 1, Stop.CONVERGED)


RNG = np.random.default_rng(0)
K, SIGNS = bells(1, 14, 5.0)
PRECISIONS, ALPHA = RNG.uniform(0.0, 0.25, 14), RNG.normal(size=14)
B = np.eye(14) + np.sqrt(PRECISIONS)[:, None] * K * np.sqrt(PRECISIONS)


def test_reduction_gives_the_variances_of_the_posterior():
    dense = np.linalg.inv(np.linalg.inv(K) + np.diag(PRECISIONS))
    known = gaussian(K, PRECISIONS, ALPHA).reduction() @ K
    np.testing.assert_allclose(K.diagonal() - np.square(known).sum(axis=0), dense.diagonal(), atol=1e-6)
    np.testing.assert_allclose(K - known.T @ known, dense, atol=1e-6)


@pytest.mark.parametrize("rough", [False, True])
def test_inverse_is_that_of_the_inner_matrix_and_leaves_the_factor(rough):
    found = gaussian(K, PRECISIONS, ALPHA)
    before = found.factor.array.copy()
    inverse = found.inverse(rough)
    assert inverse.dtype == (np.float32 if rough else np.float64)
    np.testing.assert_allclose(inverse, np.tril(np.linalg.inv(B)), atol=1e-6 if rough else 1e-12)
    np.testing.assert_array_equal(found.factor.array, before)


def test_where_single_precision_is_not_sound_it_is_not_used():
    wild = gaussian(np.diag([1e12, 1.0]), np.ones(2), np.ones(2))
    assert wild.factor.reciprocal_condition < SOUND
    assert wild.inverse(rough=True).dtype == np.float64


@pytest.mark.parametrize("rough", [False, True])
def test_weights_are_the_formula(rough):
    found, follows = gaussian(K, PRECISIONS, ALPHA), RNG.normal(size=14)
    R = np.sqrt(PRECISIONS)[:, None] * np.linalg.inv(B) * np.sqrt(PRECISIONS)
    expected = 0.5 * (np.outer(ALPHA, ALPHA) + np.outer(follows, ALPHA) + np.outer(ALPHA, follows) - R)
    W = found.weights(follows, found.inverse(rough))
    assert W.dtype == np.float64
    np.testing.assert_allclose(W, expected, atol=1e-6 if rough else 1e-12)
