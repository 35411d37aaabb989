"""Least mean squares: primal and dual step by step as printed, and where they come to rest."""

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st
from solvers.perceptrons.perceptron_samples import linear

from drupe.grams import ShiftedGram
from drupe.solvers.options import OnInterrupt
from drupe.solvers.perceptrons import DualLMS, Limits, PrimalLMS
from drupe.solvers.solution import Stop


def as_printed(points, targets, rate, offset, passes):
    """Widrow and Hoff's loop, example after example."""
    w, b = np.zeros(points.shape[1]), 0.0
    for _ in range(passes):
        for x, y in zip(points, targets, strict=True):
            error = w @ x + b - y
            w, b = w - rate * error * x, b - rate * error * offset
    return w, b


@pytest.mark.spec("C.A14", "C.A15")
@given(seed=st.integers(0, 10**6), offset=st.sampled_from([0.0, 1.0]), passes=st.integers(1, 4))
def test_both_forms_take_the_printed_steps(seed, offset, passes):
    random = np.random.default_rng(seed)
    points, targets = random.normal(size=(20, 3)), random.normal(size=20)
    w, b = as_printed(points, targets, 0.05, offset, passes)
    limits = Limits(max_passes=passes)
    for features in (points, sp.csr_matrix(points)):
        primal = PrimalLMS(0.05, tolerance=0.0, limits=limits).solve(features, targets[:, None], offset)
        np.testing.assert_allclose(primal.coefficients[:, 0], w, atol=1e-10)
        assert primal.offset[0] == pytest.approx(b, abs=1e-10)
    dual = DualLMS(0.05, tolerance=0.0, limits=limits).solve(linear(points), targets[:, None], offset)
    np.testing.assert_allclose(points.T @ dual.coefficients[:, 0], w, atol=1e-10)
    assert dual.offset[0] == pytest.approx(b, abs=1e-10)
    assert dual.errors == pytest.approx(primal.errors)


@pytest.mark.spec("C.A14", "C.A15")
def test_stripes_are_seamless():
    random = np.random.default_rng(0)
    points, targets = random.normal(size=(600, 2)), random.normal(size=600)  # more than two stripes
    w, b = as_printed(points, targets, 0.05, 1.0, 1)
    once = Limits(max_passes=1)
    primal = PrimalLMS(0.05, limits=once).solve(points, targets[:, None])
    dual = DualLMS(0.05, limits=once).solve(linear(points), targets[:, None])
    np.testing.assert_allclose(primal.coefficients[:, 0], w, atol=1e-10)
    np.testing.assert_allclose(points.T @ dual.coefficients[:, 0], w, atol=1e-10)
    assert primal.offset[0] == pytest.approx(b)


@pytest.mark.spec("C.A14")
def test_decaying_rate_comes_to_rest_at_least_squares():
    random = np.random.default_rng(1)
    points = random.normal(size=(50, 2))
    targets = points @ [1.0, -2.0] + 0.5 + random.normal(size=50)
    solver = PrimalLMS(0.2, decay=1.0, tolerance=0.0, limits=Limits(max_passes=5000))
    found = solver.solve(points, targets[:, None])
    best = np.linalg.lstsq(np.column_stack([points, np.ones(50)]), targets, rcond=None)[0]
    np.testing.assert_allclose([*found.coefficients[:, 0], found.offset[0]], best, atol=1e-3)


@pytest.mark.spec("C.A15", "C.F22")
def test_on_a_ridge_it_comes_to_rest_at_ridge_regression():
    random = np.random.default_rng(2)
    points, targets = random.normal(size=(30, 4)), random.normal(size=(30, 2))
    gram = linear(points)
    noisy = ShiftedGram(gram, 0.5)
    rate = 1.0 / noisy.diagonal().max()
    found = DualLMS(rate, tolerance=1e-9, limits=Limits(max_passes=20000)).solve(noisy, targets, 0.0)
    expected = np.linalg.solve(gram.dense() + 0.5 * np.eye(30), targets)
    assert found.converged
    np.testing.assert_allclose(found.coefficients, expected, atol=1e-5)


def test_rate_that_is_too_large_runs_away_and_says_so():
    found = PrimalLMS(100.0, limits=Limits(max_passes=10**6)).solve(np.ones((3, 1)), np.array([[1.0], [2.0], [3.0]]))
    assert found.stop is Stop.UNBOUNDED


def test_interrupt_and_time():
    calls = []

    def stop(fraction):
        calls.append(fraction)
        if len(calls) == 3:
            raise KeyboardInterrupt

    points, targets = np.eye(3), np.ones((3, 1))
    limits = Limits(10, on_interrupt=OnInterrupt.KEEP, progress=stop)
    assert PrimalLMS(0.1, tolerance=0.0, limits=limits).solve(points, targets).stop is Stop.INTERRUPTED
    timed = Limits(10**9, max_seconds=0.02)
    overdetermined = np.random.default_rng(0).normal(size=(9, 2))
    run = PrimalLMS(0.01, decay=0.01, tolerance=0.0, limits=timed).solve(overdetermined, np.ones((9, 1)))
    assert run.stop in (Stop.TIME, Stop.CONVERGED)
