"""Tikhonov, Ivanov and Phillips on one path: worked numbers, a general solver, slack constraints."""

import math

import numpy as np
import pytest
from scipy.optimize import minimize

from drupe.foundation.errors import InputError
from drupe.kernels import Gaussian
from drupe.losses import Logistic, Squared
from drupe.textbook.algorithms.regularization_forms import RegularizationForms

K = Gaussian(1.0)(np.array([[-1.0], [0.0], [2.0]]))
Y = np.array([1.0, -1.0, 1.0])
SQUARED = RegularizationForms(K, Y, Squared())


@pytest.mark.spec("S.T05", "S.A01")
def test_worked_numbers():
    f = SQUARED.tikhonov(0.1)
    np.testing.assert_allclose(f.solution.alpha, [1.489037, -1.559617, 0.918869], atol=1e-6)
    np.testing.assert_allclose(f.solution.outputs, [0.553289, -0.532115, 0.724339], atol=1e-6)
    assert f.squared_norm == pytest.approx(2.3193359, abs=1e-6)
    assert f.risk == pytest.approx(0.1648186, abs=1e-6)
    # The value at the optimum is λ yᵀα.
    assert f.risk + 0.1 * f.squared_norm == pytest.approx(0.1 * Y @ f.solution.alpha, abs=1e-8)


@pytest.mark.spec("S.T02", "S.T03", "S.T05")
@pytest.mark.parametrize("forms", [SQUARED, RegularizationForms(K, Y, Logistic())], ids=["squared", "logistic"])
@pytest.mark.parametrize("strength", [0.01, 0.1, 1.0])
def test_each_form_finds_the_function_of_the_others(forms, strength):
    f = forms.tikhonov(strength)
    for other in (forms.ivanov(f.squared_norm), forms.phillips(f.risk)):
        assert other.strength == pytest.approx(strength, rel=1e-5)
        np.testing.assert_allclose(other.solution.alpha, f.solution.alpha, rtol=1e-5)


@pytest.mark.spec("S.T02")
def test_ivanov_against_a_general_solver():
    budget = 1.5
    peer = minimize(
        lambda alpha: np.mean((K @ alpha - Y) ** 2),
        np.zeros(3),
        constraints={"type": "ineq", "fun": lambda alpha: budget - alpha @ K @ alpha},
        method="SLSQP",
        options={"ftol": 1e-12},
    )
    f = SQUARED.ivanov(budget)
    assert f.squared_norm == pytest.approx(budget, rel=1e-8)
    assert f.risk == pytest.approx(peer.fun, abs=1e-6)


@pytest.mark.spec("S.T03")
def test_phillips_against_a_general_solver():
    budget = 0.3
    peer = minimize(
        lambda alpha: alpha @ K @ alpha,
        np.linalg.solve(K, Y),
        constraints={"type": "ineq", "fun": lambda alpha: budget - np.mean((K @ alpha - Y) ** 2)},
        method="SLSQP",
        options={"ftol": 1e-12},
    )
    f = SQUARED.phillips(budget)
    assert f.risk == pytest.approx(budget, rel=1e-8)
    assert f.squared_norm == pytest.approx(peer.fun, abs=1e-6)


@pytest.mark.spec("S.T05")
def test_constraints_that_do_not_bind_have_no_multiplier():
    interpolating = Y @ np.linalg.solve(K, Y)
    assert SQUARED.ivanov(interpolating + 1.0).strength == 0.0
    nothing = SQUARED.phillips(1.5)
    assert nothing.strength == math.inf
    np.testing.assert_allclose(nothing.solution.outputs, 0.0, atol=1e-6)


@pytest.mark.spec("S.T05")
def test_norm_falls_and_risk_rises_with_the_strength():
    path = [SQUARED.tikhonov(strength) for strength in np.logspace(-4, 3, 15)]
    assert np.all(np.diff([f.squared_norm for f in path]) < 0)
    assert np.all(np.diff([f.risk for f in path]) > 0)


def test_risk_that_nothing_reaches_is_refused():
    same = RegularizationForms(np.ones((2, 2)), np.array([1.0, -1.0]), Squared())
    with pytest.raises(InputError, match="too small"):
        same.phillips(0.5)
