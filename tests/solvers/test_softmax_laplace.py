"""Laplace's approximation for several classes: one long Newton's method, two classes as one process, slopes."""

import numpy as np
import pytest
from scipy.special import softmax
from solvers import plain_posteriors
from solvers.plain_posteriors import bells

from drupe.solvers.laplace import Laplace
from drupe.solvers.softmax_laplace import SoftmaxLaplace
from drupe.solvers.solution import Stop


def sample(seed, n, classes, factor=1.0):
    K, _ = bells(seed, n, factor)
    return K, np.eye(classes)[np.random.default_rng(seed).integers(classes, size=n)]


@pytest.mark.parametrize(
    ("n", "classes", "factor"), [(1, 3, 1.0), (8, 3, 5.0), (15, 4, 0.1), (12, 2, 50.0), (10, 5, 200.0)]
)
def test_mode_and_evidence_are_those_of_one_long_vector(n, classes, factor):
    K, labels = sample(n, n, classes, factor)
    found = SoftmaxLaplace().solve(K, labels)
    mode, evidence, _ = plain_posteriors.softmax_laplace(K, labels)
    assert found.converged
    np.testing.assert_allclose(found.outputs, mode, atol=1e-7)
    assert found.log_evidence == pytest.approx(evidence, abs=1e-7)
    np.testing.assert_allclose(found.alpha, labels - softmax(found.outputs, axis=1), atol=1e-8)
    np.testing.assert_allclose(found.alpha.sum(axis=1), 0.0, atol=1e-8)


@pytest.mark.parametrize("factor", [0.3, 3.0, 100.0])
def test_two_classes_are_one_process_of_twice_the_variance(factor):
    """f₁ − f₀ ~ GP(0, 2k)."""
    K, signs = bells(2, 20, factor)
    labels = np.column_stack([signs < 0, signs > 0]).astype(float)
    two, one = SoftmaxLaplace().solve(K, labels), Laplace().solve(2.0 * K, signs)
    assert two.log_evidence == pytest.approx(one.log_evidence, abs=1e-7)
    np.testing.assert_allclose(two.outputs[:, 1] - two.outputs[:, 0], one.outputs, atol=1e-6)


def test_covariances_at_examples_are_those_of_the_dense_inverse():
    K, labels = sample(3, 9, 3, 4.0)
    found = SoftmaxLaplace().solve(K, labels)
    _, _, W = plain_posteriors.softmax_laplace(K, labels)
    dense = np.linalg.inv(np.kron(np.eye(3), np.linalg.inv(K)) + W)
    for i, covariance in enumerate(found.curvature.covariances()):
        at = i + 9 * np.arange(3)
        np.testing.assert_allclose(covariance, dense[np.ix_(at, at)], atol=1e-6)


@pytest.mark.parametrize("factor", [0.5, 20.0])
def test_weights_are_the_slopes_of_the_evidence_in_the_matrix(factor):
    K, labels = sample(4, 9, 3, factor)
    weights = SoftmaxLaplace().weights(K, SoftmaxLaplace().solve(K, labels))
    np.testing.assert_allclose(weights, weights.T, atol=1e-12)
    rng = np.random.default_rng(0)
    for _ in range(3):
        root = rng.normal(size=(9, 9))
        along = factor * root @ root.T / 9.0
        ends = [plain_posteriors.softmax_laplace(K + step * along, labels)[1] for step in (1e-4, -1e-4)]
        assert np.vdot(weights, along) == pytest.approx((ends[0] - ends[1]) / 2e-4, rel=1e-5, abs=1e-5)


def test_a_start_nearby_saves_steps():
    K, labels = sample(5, 30, 3, 10.0)
    near, cold = SoftmaxLaplace().solve(0.95 * K, labels), SoftmaxLaplace().solve(K, labels)
    warm = SoftmaxLaplace().solve(K, labels, near)
    assert warm.iterations < cold.iterations
    np.testing.assert_allclose(warm.outputs, cold.outputs, atol=1e-7)


def test_limits_and_roughness():
    K, labels = sample(6, 20, 3, 100.0)
    found = SoftmaxLaplace(max_iterations=1).solve(K, labels)
    assert (found.stop, found.converged, found.iterations) == (Stop.ITERATIONS, False, 1)
    rough = SoftmaxLaplace().for_search()
    assert rough.tolerance > SoftmaxLaplace().tolerance
    assert rough.solve(K, labels).log_evidence == pytest.approx(
        plain_posteriors.softmax_laplace(K, labels)[1], abs=1e-5
    )
