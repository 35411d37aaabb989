"""Laplace's approximation: the mode, its evidence and slopes, by other means; large kernels and repeated examples."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import brentq
from scipy.special import expit
from solvers import plain_posteriors
from solvers.plain_posteriors import bells

from drupe.solvers import laplace
from drupe.solvers.laplace import Laplace
from drupe.solvers.solution import Stop


def mode_of_one(factor):
    """The output with f = factor · σ(−f), by bisection."""
    return brentq(lambda f: f - factor * expit(-f), 0.0, factor, xtol=1e-14, rtol=1e-14)


@pytest.mark.spec("H.G09")
def test_the_worked_number():
    found = Laplace().solve(np.ones((1, 1)), np.ones(1))
    assert found.alpha.item() == pytest.approx(0.4010581375, abs=1e-10)
    assert found.outputs.item() == pytest.approx(0.4010581375, abs=1e-10)


@pytest.mark.spec("H.G09")
@pytest.mark.parametrize("factor", [0.01, 1.0, 30.0, 1000.0])
@pytest.mark.parametrize("n", [1, 5, 40])
def test_mode_and_evidence_are_those_of_a_general_minimizer(n, factor):
    K, signs = bells(n, n, factor)
    found = Laplace().solve(K, signs)
    mode, evidence = plain_posteriors.laplace(K, signs)
    assert found.converged
    np.testing.assert_allclose(found.outputs, mode, atol=1e-7)
    assert found.log_evidence == pytest.approx(evidence, abs=1e-8)


@pytest.mark.spec("H.G09")
@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**6), n=st.integers(1, 25), power=st.floats(-3.0, 4.0))
def test_coefficients_are_what_labels_are_surprised_by(seed, n, power):
    """αᵢ = yᵢ σ(−yᵢfᵢ): the sign of the label, and below one."""
    K, signs = bells(seed, n, 10.0**power)
    found = Laplace().solve(K, signs)
    assert found.converged
    np.testing.assert_allclose(found.alpha, signs * expit(-signs * found.outputs), atol=1e-9)
    assert (found.alpha * signs > 0.0).all()
    assert (np.abs(found.alpha) < 1.0).all()
    np.testing.assert_allclose(K @ found.alpha, found.outputs, rtol=1e-9, atol=1e-9)
    mirrored = Laplace().solve(K, -signs)
    assert mirrored.log_evidence == pytest.approx(found.log_evidence, abs=1e-8)
    np.testing.assert_allclose(mirrored.outputs, -found.outputs, rtol=1e-6, atol=1e-6)


@pytest.mark.spec("H.G09")
@pytest.mark.parametrize("n", [1, 2, 3])
def test_evidence_is_near_the_integral_and_the_nearer_the_smaller_the_kernel(n):
    K, signs = bells(3, n, 1.0, width=3.0)
    errors = []
    for factor in (1.0, 0.1, 0.01):
        truth, _, _ = plain_posteriors.moments(factor * K, lambda f: expit(signs * f))
        errors.append(abs(Laplace().solve(factor * K, signs).log_evidence - truth))
    assert errors[0] < 0.02 * n
    assert errors[1] < 0.03 * errors[0]  # an error of second order in K
    assert errors[2] < 0.03 * errors[1]


@pytest.mark.parametrize("factor", [0.3, 5.0, 300.0])
def test_weights_are_the_slopes_of_the_evidence_in_the_matrix(factor):
    """In directions that keep K a covariance, against differences of the evidence that a general minimizer finds."""
    K, signs = bells(4, 12, factor)
    weights = Laplace().weights(K, Laplace().solve(K, signs))
    rough = Laplace(rough=True).weights(K, Laplace().solve(K, signs))
    np.testing.assert_allclose(weights, weights.T)
    rng = np.random.default_rng(1)
    for _ in range(4):
        root = rng.normal(size=(12, 12))
        along = factor * root @ root.T / 12.0
        step = 1e-4
        ends = [plain_posteriors.laplace(K + sign * step * along, signs)[1] for sign in (1.0, -1.0)]
        slope = (ends[0] - ends[1]) / (2.0 * step)
        assert np.vdot(weights, along) == pytest.approx(slope, rel=1e-5, abs=1e-5)
        assert np.vdot(rough, along) == pytest.approx(slope, rel=1e-3, abs=1e-4)


def test_a_start_nearby_takes_one_factorization_and_leads_to_the_same_mode(monkeypatch):
    K, signs = bells(5, 80, 10.0)
    near, cold = Laplace().solve(0.9 * K, signs), Laplace().solve(K, signs)
    count = []
    factored = laplace.factored
    monkeypatch.setattr(laplace, "factored", lambda *given: count.append(1) or factored(*given))
    warm = Laplace().solve(K, signs, near)
    assert len(count) == 1
    assert warm.iterations < cold.iterations
    np.testing.assert_allclose(warm.outputs, cold.outputs, atol=1e-8)
    assert warm.log_evidence == pytest.approx(cold.log_evidence, abs=1e-9)


def test_a_bad_start_does_no_harm():
    K, signs = bells(6, 30, 1e4)
    cold = Laplace().solve(K, signs)
    for near in (Laplace().solve(K, -signs), Laplace().solve(1e-4 * K, -signs)):
        found = Laplace().solve(K, signs, near)
        assert found.converged
        np.testing.assert_allclose(found.outputs, cold.outputs, rtol=1e-6, atol=1e-6)


def test_a_search_is_served_roughly_and_the_evidence_hardly_feels_it():
    K, signs = bells(7, 50, 20.0)
    rough = Laplace().for_search()
    assert (rough.tolerance, rough.rough) == (1e-7, True)
    assert rough.solve(K, signs).log_evidence == pytest.approx(plain_posteriors.laplace(K, signs)[1], abs=1e-7)
    assert Laplace(tolerance=1e-3).for_search().tolerance == 1e-3


def test_the_limit_of_steps_is_told():
    K, signs = bells(8, 30, 100.0)
    found = Laplace(max_iterations=1).solve(K, signs)
    assert found.stop is Stop.ITERATIONS
    assert not found.converged
    assert found.violation > 1e-10


@pytest.mark.parametrize("factor", [1e-6, 1.0, 1e4, 1e8, 1e10, 1e12])
def test_converged_is_at_the_mode_of_outputs_for_large_kernels(factor):
    signs = np.array([1.0, -1.0, 1.0])
    found = Laplace().solve(factor * np.eye(3), signs)
    mode = mode_of_one(factor)
    curvature = expit(mode) * expit(-mode)
    each = -np.log1p(np.exp(-mode)) - 0.5 * mode**2 / factor - 0.5 * np.log1p(factor * curvature)
    assert found.converged
    np.testing.assert_allclose(found.outputs, signs * mode, rtol=1e-7)
    assert found.log_evidence == pytest.approx(3 * each, rel=1e-7)


@pytest.mark.parametrize("factor", [1.0, 1e8, 1e-150])
def test_opposite_labels_of_equal_examples_undo_each_other(factor):
    K = factor * np.kron(np.eye(3), np.ones((2, 2)))
    signs = np.tile([1.0, -1.0], 3)
    near = Laplace().solve(0.1 * K, signs)
    found = Laplace().solve(K, signs, near)
    assert found.converged
    np.testing.assert_allclose(found.alpha, 0.5 * signs)
    np.testing.assert_allclose(found.outputs, 0.0, atol=1e-8)


def test_single_precision_that_runs_out_is_no_error():
    x = np.random.default_rng(0).normal(size=(20, 2))
    K = 1e10 * np.exp(-np.square(x[:, None] - x).sum(axis=2))
    for seed in range(20):
        signs = np.sign(np.random.default_rng(seed).normal(size=20))
        found = Laplace().solve(K, signs)
        assert not found.converged or np.abs(signs * expit(-signs * found.outputs) - found.alpha).max() <= 1e-6
