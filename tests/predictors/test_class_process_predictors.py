"""Processes behind classes at new examples: means, variances and covariances against dense inverses."""

import numpy as np
import pytest
from solvers import plain_posteriors

from drupe.inputs import Vectors
from drupe.kernels import Gaussian
from drupe.predictors.expansion import Expansion
from drupe.predictors.gaussian_expansion import GaussianExpansion
from drupe.predictors.latent_processes import LatentProcesses
from drupe.predictors.softmax_processes import SoftmaxProcesses
from drupe.solvers.laplace import Laplace
from drupe.solvers.softmax_laplace import SoftmaxLaplace

RNG = np.random.default_rng(0)
X, NEW = 2.0 * RNG.normal(size=(12, 2)), 2.0 * RNG.normal(size=(7, 2))
KERNEL = 5.0 * Gaussian(1.5)
SIGNS = np.where(RNG.random(12) < 0.5, 1.0, -1.0)


def process(signs):
    found = Laplace().solve(KERNEL(X), signs)
    mean = Expansion(KERNEL, Vectors.of(X), found.alpha[:, None], np.zeros(1))
    return GaussianExpansion(mean, KERNEL, (found.reduction(),))


@pytest.mark.spec("H.G10")
def test_mean_and_variance_are_those_of_the_gaussian_at_the_mode():
    """k(x)ᵀK⁻¹f and k(x, x) − k(x)ᵀ(K + S⁻¹)⁻¹k(x), with mode and S from a general minimizer."""
    K, across = KERNEL(X) + 1e-10 * np.eye(12), KERNEL(NEW, X)
    mode, _ = plain_posteriors.laplace(K, SIGNS)
    precisions = 0.25 / np.cosh(0.5 * mode) ** 2
    found = process(SIGNS)
    np.testing.assert_allclose(found.decision(Vectors.of(NEW))[:, 0], across @ np.linalg.solve(K, mode), atol=1e-5)
    known = across @ np.linalg.solve(K + np.diag(1.0 / precisions), across.T)
    np.testing.assert_allclose(found.variances(Vectors.of(NEW))[:, 0], 5.0 - known.diagonal(), atol=1e-6)


def test_processes_side_by_side_are_those_alone():
    first, second = process(SIGNS), process(-SIGNS)
    both = LatentProcesses((first, second))
    new = Vectors.of(NEW)
    assert both.outputs == 2
    np.testing.assert_array_equal(both.decision(new), np.hstack([first.decision(new), second.decision(new)]))
    np.testing.assert_array_equal(both.variances(new), np.hstack([first.variances(new), second.variances(new)]))
    assert both.space is first.space
    assert both.spaces == (first.space, second.space)


@pytest.mark.parametrize("classes", [2, 3, 4])
def test_competing_processes_have_the_covariances_of_one_long_vector(classes):
    labels = np.eye(classes)[np.arange(12) % classes]
    K, across, n = KERNEL(X) + 1e-10 * np.eye(12), KERNEL(NEW, X), len(X)
    found = SoftmaxLaplace().solve(KERNEL(X), labels)
    mean = Expansion(KERNEL, Vectors.of(X), found.alpha, np.zeros(classes))
    processes = SoftmaxProcesses(mean, *found.curvature.reductions())
    mode, _, W = plain_posteriors.softmax_laplace(K, labels)
    whole = np.kron(np.eye(classes), K)
    R = W - W @ np.linalg.solve(np.linalg.inv(whole) + W, W)
    np.testing.assert_allclose(processes.decision(Vectors.of(NEW)), across @ np.linalg.solve(K, mode), atol=1e-5)
    covariances = processes.covariances(Vectors.of(NEW))
    for i, row in enumerate(across):
        seen = np.kron(np.eye(classes), row[:, None])
        expected = 5.0 * np.eye(classes) - seen.T @ R @ seen
        np.testing.assert_allclose(covariances[i], expected, atol=1e-5)
    probabilities = processes.probabilities(Vectors.of(NEW))
    np.testing.assert_allclose(probabilities.sum(axis=1), 1.0, atol=1e-12)
    assert (processes.outputs, len(processes.space)) == (classes, n)
    assert processes.spaces == (processes.space,)


def test_far_away_there_is_the_prior():
    far = process(SIGNS)
    np.testing.assert_allclose(far.variances(Vectors.of([[1e3, 0.0]])), [[5.0]])
    np.testing.assert_allclose(far.decision(Vectors.of([[1e3, 0.0]])), [[0.0]], atol=1e-12)
