"""The two minimizers on problems whose minimum is known."""

import numpy as np
import pytest

from drupe.solvers.passes.conjugate_gradient import ConjugateGradient
from drupe.solvers.passes.quasi_newton import MEMORY, QuasiNewton
from drupe.solvers.solution import Stop


def quadratic(size=8, columns=2, condition=6.0, seed=0):
    random = np.random.default_rng(seed)
    basis = np.linalg.qr(random.normal(size=(size, size)))[0]
    H = basis * np.linspace(1.0, condition, size) @ basis.T
    best = random.normal(size=(size, columns))

    def at(z):
        return 0.5 * float(((z - best) * (H @ (z - best))).sum()) + 1.0, H @ (z - best)

    return at, best


def descended(one, at, tolerance, passes):
    seen = []
    while one.stop is None and len(seen) < passes:
        value, gradient = at(one.trial)
        one = one.after(value, gradient, tolerance)
        seen.append(one.value)
    return one, seen


def test_conjugate_gradients_need_no_more_steps_than_there_are_dimensions():
    at, best = quadratic()
    one, seen = descended(ConjugateGradient.beginning(np.zeros_like(best)), at, 1e-10, 50)
    assert one.stop is Stop.CONVERGED
    assert len(seen) <= 1 + 8 + 1
    np.testing.assert_allclose(one.point, best, atol=1e-8)
    assert one.value == pytest.approx(1.0, abs=1e-12)
    assert (np.diff(seen) <= 1e-14).all()


def test_each_column_has_steps_of_its_own():
    at, best = quadratic(columns=3)
    together, _ = descended(ConjugateGradient.beginning(np.zeros_like(best)), at, 1e-14, 5)
    for column in range(3):

        def alone_at(z, column=column):
            padded = best.copy()
            padded[:, [column]] = z
            value, gradient = at(padded)
            return value, gradient[:, [column]]

        alone, _ = descended(ConjugateGradient.beginning(np.zeros((8, 1))), alone_at, 1e-14, 5)
        np.testing.assert_allclose(alone.point[:, 0], together.point[:, column], rtol=1e-9)


def test_gradients_that_are_noise_lead_back_to_the_best_point_seen():
    at, best = quadratic()
    one, _ = descended(ConjugateGradient.beginning(np.zeros_like(best)), at, 1e-12, 4)
    value, gradient = at(one.trial)
    astray = one.after(value + 5.0, gradient, 1e-12)
    assert astray.stop is Stop.STALLED
    assert astray.value == pytest.approx(at(astray.point)[0], rel=1e-12)
    np.testing.assert_allclose(astray.gradient, at(astray.point)[1], atol=1e-12)


def rosenbrock_like(z):
    """Smooth and convex, far from a parabola: Σ ln cosh(3(z − c)) + ½‖z‖²."""
    c = np.linspace(-2.0, 2.0, len(z))[:, None]
    return float(np.logaddexp(3 * (z - c), -3 * (z - c)).sum() + 0.5 * (z**2).sum()), 3 * np.tanh(3 * (z - c)) + z


def test_quasi_newton_comes_down_whatever_the_first_step():
    for scale in (1.0, 1e-3, 1e3):

        def at(z, scale=scale):
            value, gradient = rosenbrock_like(z * scale)
            return value, gradient * scale

        one, seen = descended(QuasiNewton.beginning(np.zeros((9, 1))), at, 1e-9, 400)
        assert one.stop is Stop.CONVERGED
        assert (np.diff(seen) <= 1e-7 * np.abs(seen[1:])).all()
        assert len(one.steps) <= MEMORY
        np.testing.assert_allclose(rosenbrock_like(one.point * scale)[1], 0.0, atol=1e-6)


def test_a_step_that_leads_up_is_cut_and_one_that_cannot_be_cut_ends():
    one = QuasiNewton.beginning(np.zeros((1, 1))).after(1.0, np.array([[1.0]]), 1e-9)
    shorter = one.after(5.0, np.array([[9.0]]), 1e-9)
    assert shorter.stop is None
    assert 0.1 <= shorter.reach <= 0.6
    assert shorter.point == one.point
    for _ in range(20):
        shorter = shorter.after(5.0, np.array([[9.0]]), 1e-9)
    assert shorter.stop is Stop.STALLED
    assert shorter.value == 1.0
