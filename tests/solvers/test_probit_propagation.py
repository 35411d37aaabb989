"""Expectation propagation for the probit likelihood: orthants, sums over grids, slopes, outputs without variance."""

import numpy as np
import pytest
from scipy.special import ndtr
from solvers.plain_posteriors import bells, moments, propagated

from drupe.solvers.probit_propagation import ProbitPropagation
from drupe.solvers.solution import Stop


def orthant(K, signs):
    """∫ Π Φ(yᵢfᵢ) N(f; 0, K) df = P(N(0, I + YKY) > 0), in closed form for two or three examples."""
    C = np.eye(len(K)) + signs[:, None] * K * signs
    angles = np.arcsin((C / np.sqrt(np.outer(C.diagonal(), C.diagonal())))[np.triu_indices(len(K), 1)])
    return {1: 0.5, 2: 0.25 + angles.sum() / (2.0 * np.pi), 3: 0.125 + angles.sum() / (4.0 * np.pi)}[len(K)]


def pair(correlation, factor):
    return factor * np.array([[1.0, correlation], [correlation, 1.0]])


@pytest.mark.parametrize("factor", [1e-3, 1.0, 1e3])
def test_examples_that_tell_nothing_of_each_other_are_exact(factor):
    """Of one example: Z = ½, E f = y √(2/π) k / √(1 + k), and the variance below it."""
    signs = np.array([1.0, -1.0, -1.0])
    found = ProbitPropagation().solve(factor * np.eye(3), signs)
    assert found.log_evidence == pytest.approx(3.0 * np.log(0.5), abs=1e-9)
    np.testing.assert_allclose(found.outputs, signs * np.sqrt(2.0 / np.pi) * factor / np.sqrt(1.0 + factor), rtol=1e-6)
    variance = factor - 2.0 / np.pi * factor**2 / (1.0 + factor)
    np.testing.assert_allclose(factor / (1.0 + factor * found.roots**2), variance, rtol=1e-6)


@pytest.mark.parametrize("correlation", [-0.9, 0.0, 0.5, 0.99])
@pytest.mark.parametrize("factor", [0.1, 1.0, 10.0])
def test_evidence_of_two_and_three_examples_is_nearly_the_orthant(correlation, factor):
    signs = np.array([1.0, 1.0, -1.0])
    for K in (pair(correlation, factor), bells(3, 3, factor, width=3.0)[0]):
        some = signs[: len(K)]
        found = ProbitPropagation().solve(K, some)
        assert found.converged
        assert found.log_evidence == pytest.approx(
            np.log(orthant(K, some)), abs=0.005 * factor if factor < 10 else 0.05
        )
        assert orthant(K, some) == pytest.approx(np.exp(moments(K, lambda f, some=some: ndtr(some * f))[0]), rel=0.02)


@pytest.mark.parametrize("factor", [0.3, 3.0, 30.0])
@pytest.mark.parametrize("n", [2, 9])
def test_the_end_is_that_of_sites_that_move_one_by_one(n, factor):
    K, signs = bells(n, n, factor)
    found = ProbitPropagation(tolerance=1e-11).solve(K, signs)
    evidence, means = propagated(K, signs)
    assert found.log_evidence == pytest.approx(evidence, abs=1e-7)
    np.testing.assert_allclose(found.outputs, means, atol=1e-6)


@pytest.mark.parametrize("factor", [0.3, 2.0])
def test_means_and_variances_are_nearly_those_of_the_posterior(factor):
    for K, signs in ((pair(0.7, factor), np.array([1.0, -1.0])), bells(5, 3, factor, width=4.0)):
        found = ProbitPropagation().solve(K, signs)
        _, means, variances = moments(K, lambda f, signs=signs: ndtr(signs * f))
        np.testing.assert_allclose(found.outputs, means, atol=0.01 * np.sqrt(factor))
        posterior = np.linalg.inv(np.linalg.inv(K) + np.diag(found.roots**2)).diagonal()
        np.testing.assert_allclose(posterior, variances, atol=0.01 * factor)
        np.testing.assert_allclose(K @ found.alpha, found.outputs, atol=1e-9)


@pytest.mark.parametrize("rough", [False, True])
def test_weights_are_the_slopes_of_the_evidence_in_the_matrix(rough):
    K, signs = bells(6, 10, 3.0)
    exact = ProbitPropagation(tolerance=1e-11)
    weights = ProbitPropagation(rough=rough).weights(K, exact.solve(K, signs))
    rng = np.random.default_rng(0)
    for _ in range(3):
        root = rng.normal(size=(10, 10))
        along = root @ root.T / 10.0
        ends = [exact.solve(K + step * along, signs).log_evidence for step in (1e-4, -1e-4)]
        assert np.vdot(weights, along) == pytest.approx((ends[0] - ends[1]) / 2e-4, rel=1e-3 if rough else 1e-5)


def test_outputs_without_variance_are_tosses_of_a_coin():
    K, signs = bells(7, 6, 2.0)
    wider = np.zeros((8, 8))
    at = np.array([0, 1, 3, 4, 5, 7])
    wider[np.ix_(at, at)] = K
    labels = np.ones(8)
    labels[at] = signs
    found, alone = ProbitPropagation().solve(wider, labels), ProbitPropagation().solve(K, signs)
    assert found.log_evidence == pytest.approx(alone.log_evidence + 2.0 * np.log(0.5))
    np.testing.assert_allclose(found.alpha[at], alone.alpha)
    assert found.outputs[[2, 6]].tolist() == found.alpha[[2, 6]].tolist() == [0.0, 0.0]
    np.testing.assert_allclose(found.reduction()[np.ix_(at, at)], alone.reduction())
    nothing = ProbitPropagation().solve(np.zeros((3, 3)), labels[:3])
    assert nothing.log_evidence == pytest.approx(3.0 * np.log(0.5))
    assert nothing.converged
    assert (ProbitPropagation().weights(np.zeros((3, 3)), nothing) == 0.0).all()


def test_a_start_nearby_saves_rounds_and_a_limit_is_told():
    K, signs = bells(8, 30, 5.0)
    cold = ProbitPropagation().solve(K, signs)
    warm = ProbitPropagation().solve(K, signs, ProbitPropagation().solve(0.98 * K, signs))
    assert warm.iterations < cold.iterations
    np.testing.assert_allclose(warm.outputs, cold.outputs, atol=1e-6)
    assert ProbitPropagation(max_iterations=1).solve(K, signs).stop is Stop.ITERATIONS
    rough = ProbitPropagation().for_search()
    assert (rough.tolerance, rough.rough) == (1e-6, True)
    assert rough.solve(K, signs).log_evidence == pytest.approx(cold.log_evidence, abs=1e-8)
