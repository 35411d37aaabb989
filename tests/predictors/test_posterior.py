"""The posterior of a Gaussian process, by conditioning a joint Gaussian with nothing but linear algebra."""

import numpy as np
import pytest

import drupe.predictors.posterior as module
from drupe.inputs import Vectors
from drupe.kernels import Gaussian, Linear
from drupe.predictors.expansion import Expansion
from drupe.predictors.posterior import Posterior

RNG = np.random.default_rng(3)
X, NEW = RNG.normal(size=(12, 2)), RNG.normal(size=(7, 2))
Y = RNG.normal(size=(12, 2))
NOISE, SCALE, CENTER = 0.3, np.array([1.0, 5.0]), np.array([0.0, 2.0])


def posterior(kernel):
    inputs = Vectors.of(X)
    C = kernel(X) + NOISE * np.eye(12)
    mean = Expansion(kernel, inputs, np.linalg.solve(C, Y) * SCALE, CENTER)
    return Posterior(mean, np.linalg.cholesky(C), NOISE, SCALE)


def conditioned(kernel, noisy):
    """Mean and covariance of the new outputs given the targets, from the covariance of all of them together."""
    joint = kernel(np.vstack([NEW, X]))
    joint[7:, 7:] += NOISE * np.eye(12)
    if noisy:
        joint[:7, :7] += NOISE * np.eye(7)
    precision = np.linalg.inv(joint)
    covariance = np.linalg.inv(precision[:7, :7])
    return -covariance @ precision[:7, 7:] @ Y, covariance


@pytest.mark.spec("C.C29", "C.E11", "H.G06")
@pytest.mark.parametrize("noisy", [False, True])
@pytest.mark.parametrize("kernel", [Gaussian(1.0), 2.0 * Gaussian(0.5) + Linear()], ids=repr)
def test_conditioning_of_the_joint_gaussian(kernel, noisy):
    found, (mean, covariance) = posterior(kernel), conditioned(kernel, noisy)
    new = Vectors.of(NEW)
    np.testing.assert_allclose(found.decision(new), mean * SCALE + CENTER, rtol=1e-8, atol=1e-9)
    np.testing.assert_allclose(found.covariance(new, noisy), covariance, atol=1e-9)
    np.testing.assert_allclose(
        found.variances(new, noisy), covariance.diagonal()[:, None] * SCALE**2, atol=1e-8, rtol=1e-8
    )


def test_blocks_change_nothing(monkeypatch):
    whole = posterior(Gaussian(1.0)).variances(Vectors.of(NEW))
    monkeypatch.setattr(module, "BLOCK_BYTES", 200)
    np.testing.assert_allclose(posterior(Gaussian(1.0)).variances(Vectors.of(NEW)), whole, rtol=1e-12)


def test_draws_have_the_mean_and_the_covariance():
    found, new = posterior(Gaussian(1.0)), Vectors.of(NEW)
    drawn = found.draw(new, 20_000, np.random.default_rng(0))
    assert drawn.shape == (7, 2, 20_000)
    covariance = found.covariance(new)
    deviations = np.sqrt(found.variances(new))
    error = np.abs(drawn.mean(axis=2) - found.decision(new)) / deviations
    assert error.max() < 5.0 / np.sqrt(20_000)
    for output in range(2):
        seen = np.cov(drawn[:, output]) / SCALE[output] ** 2
        np.testing.assert_allclose(seen, covariance, atol=6.0 * covariance.max() / np.sqrt(20_000))
    across = np.corrcoef(drawn[0, 0], drawn[0, 1])[0, 1]
    assert abs(across) < 5.0 / np.sqrt(20_000)


def test_one_seed_one_draw():
    found, new = posterior(Gaussian(1.0)), Vectors.of(NEW)
    first, second = (found.draw(new, 2, np.random.default_rng(7)) for _ in range(2))
    np.testing.assert_array_equal(first, second)


def test_known_points_have_no_negative_variance():
    inputs = Vectors.of(X)
    C = Gaussian(3.0)(X) + 1e-9 * np.eye(12)
    mean = Expansion(Gaussian(3.0), inputs, np.linalg.solve(C, Y), np.zeros(2))
    variances = Posterior(mean, np.linalg.cholesky(C), 1e-9, np.ones(2)).variances(Vectors.of(X))
    assert (variances >= 0.0).all()
    assert variances.max() < 1e-8
