"""Laplace's approximation: at the mode where it says so, however large the kernel, and whatever examples repeat."""

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.special import expit

from drupe.solvers.laplace import Laplace


def mode_of_one(factor):
    """The output with f = factor · σ(−f), by bisection."""
    return brentq(lambda f: f - factor * expit(-f), 0.0, factor, xtol=1e-14, rtol=1e-14)


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
