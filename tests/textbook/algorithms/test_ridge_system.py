"""The linear systems of ridge regression: direct, by conjugate gradients, by Widrow and Hoff's rule."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from textbook_problems import gaussian, wave

from drupe.foundation.errors import InputError
from drupe.grams import DenseGram
from drupe.solvers.solution import Stop
from drupe.textbook.algorithms import ConjugateGradient, DualWidrowHoff, RidgeSystem

x, targets = wave()
SYSTEM = RidgeSystem(gaussian(x), targets, noise=0.1)
THREE = RidgeSystem(gaussian(np.array([[0.0], [1.0], [2.0]]), np.sqrt(0.5)), np.array([0.0, 1.0, 0.5]), noise=0.1)


@pytest.mark.spec("C.F21")
def test_direct_solution():
    np.testing.assert_allclose(THREE.by_cholesky(), [-0.32792322, 0.97383916, 0.13431884], atol=1e-8)
    np.testing.assert_allclose(SYSTEM.residual(SYSTEM.by_cholesky()), 0, atol=1e-10)
    with pytest.raises(InputError, match="raise the noise"):
        RidgeSystem(DenseGram(np.ones((2, 2))), np.ones(2), noise=0.0).by_cholesky()


@pytest.mark.spec("C.F23", "S.A03")
def test_conjugate_gradient_step_by_step():
    system = RidgeSystem(DenseGram([[1.0, 1.0], [1.0, 2.0]]), np.array([1.0, 2.0]), noise=1.0)
    first = ConjugateGradient(max_steps=1).solve(system)
    np.testing.assert_allclose(first.alpha, [0.2777778, 0.5555556], atol=1e-7)
    np.testing.assert_allclose(system.residual(first.alpha), [-0.1111111, 0.0555556], atol=1e-7)
    assert first.stop is Stop.ITERATIONS
    second = ConjugateGradient().solve(system)
    np.testing.assert_allclose(second.alpha, [0.2, 0.6], atol=1e-12)
    assert second.steps == 2


@pytest.mark.spec("C.F23", "S.A03")
@given(st.integers(2, 12), st.integers(0, 1000))
def test_as_many_steps_as_examples_are_exact(n, seed):
    random = np.random.default_rng(seed)
    factor = random.normal(size=(n, n))
    system = RidgeSystem(DenseGram(factor @ factor.T), random.normal(size=n), noise=1.0)
    found = ConjugateGradient(residual=1e-14).solve(system)
    assert found.steps <= n
    np.testing.assert_allclose(found.alpha, system.by_cholesky(), atol=1e-6)


@pytest.mark.spec("C.F24")
def test_bracket_closes_around_the_energy():
    found = ConjugateGradient().solve(THREE)
    lower, upper = ([getattr(bracket, end) for bracket in found.brackets[1:]] for end in ("lower", "upper"))
    np.testing.assert_allclose(lower, [0.4482525, 0.5170175, 0.5204993], atol=1e-7)
    np.testing.assert_allclose(upper, [0.9704988, 0.5511424, 0.5204993], atol=1e-7)


@pytest.mark.spec("C.F24")
def test_bracket_is_a_stopping_rule():
    exact = 0.5 * targets @ SYSTEM.by_cholesky()
    found = ConjugateGradient(tolerance=1e-3).solve(SYSTEM)
    assert found.stop is Stop.CONVERGED
    assert found.steps < len(targets) - 10
    assert all(bracket.lower <= exact + 1e-9 and bracket.upper >= exact - 1e-9 for bracket in found.brackets)
    last = found.brackets[-1]
    assert last.upper - last.lower <= 1e-3 * last.upper


@pytest.mark.spec("C.F22", "C.F21")
@pytest.mark.parametrize("rate", [0.5, 1.0, 1.5])
def test_widrow_and_hoff_end_at_the_direct_solution(rate):
    found = DualWidrowHoff(rate, tolerance=1e-7).solve(SYSTEM)
    assert found.stop is Stop.CONVERGED
    np.testing.assert_allclose(found.alpha, SYSTEM.by_cholesky(), atol=1e-5)


@pytest.mark.spec("C.F22")
def test_one_sweep_by_hand():
    system = RidgeSystem(DenseGram([[1.0, 1.0], [1.0, 2.0]]), np.array([1.0, 2.0]), noise=1.0)
    found = DualWidrowHoff(max_sweeps=1).solve(system)
    # α₁ = 1/2, then α₂ = (2 − 1/2)/3.
    np.testing.assert_allclose(found.alpha, [0.5, 0.5])
    assert found.stop is Stop.ITERATIONS


def test_targets_must_fit_the_gram():
    with pytest.raises(InputError, match="2 examples but there are 3 targets"):
        RidgeSystem(DenseGram(np.eye(2)), np.ones(3), noise=1.0)
