"""Regression with squared residuals outside the tube: worked numbers, ridge regression, peers, primal against dual."""

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.kernel_ridge import KernelRidge
from sklearn.svm import LinearSVR
from solvers.toys import LINE

from drupe.estimators.margin.squared_svr import SquaredSVR
from drupe.kernels import Gaussian

TARGETS = np.array([0.0, 1.0, 1.5, 3.0])


def wave(n, seed):
    rng = np.random.default_rng(seed)
    x = np.sort(rng.uniform(-3.0, 3.0, size=n))[:, None]
    return x, np.sin(x[:, 0]) + 0.1 * rng.normal(size=n)


@pytest.mark.spec("C.E08", "C.E14")
@pytest.mark.parametrize(
    ("C", "epsilon", "slope", "offset", "value"),
    [
        (1.0, 0.1, 0.7470588, 0.2882353, 0.3820588),
        (10.0, 0.1, 0.9509804, -0.1014706, 0.7762255),
        (10.0, 0.0, 0.9313725, -0.0220588, 1.3174020),
    ],
)
def test_line(C, epsilon, slope, offset, value):
    machine = SquaredSVR(C, epsilon, kernel="linear").fit(LINE, TARGETS)
    assert machine.coef_[0, 0] == pytest.approx(slope, abs=1e-6)
    assert machine.intercept_[0] == pytest.approx(offset, abs=1e-6)
    assert machine.objectives_.dual == pytest.approx(value, abs=1e-6)
    assert machine.objectives_.gap == pytest.approx(0.0, abs=1e-7)
    assert machine.solution_.gap == machine.objectives_.gap
    assert machine.solver_info_.gap == machine.objectives_.gap


@pytest.mark.spec("C.E08")
def test_without_tube_and_offset_it_is_ridge_regression():
    x, y = wave(40, 1)
    machine = SquaredSVR(5.0, 0.0, kernel=Gaussian(1.0), fit_intercept=False).fit(x, y)
    peer = KernelRidge(alpha=0.2, kernel="rbf", gamma=0.5).fit(x, y)
    np.testing.assert_allclose(machine.predict(x), peer.predict(x), atol=1e-7)


@pytest.mark.spec("C.E08")
def test_without_tube_it_is_a_linear_system():
    x, y = wave(30, 2)
    machine = SquaredSVR(5.0, 0.0, kernel=Gaussian(1.0)).fit(x, y)
    K = Gaussian(1.0)(x)
    ones = np.ones((30, 1))
    system = np.block([[K + 0.2 * np.eye(30), ones], [ones.T, np.zeros((1, 1))]])
    solved = np.linalg.solve(system, np.append(y, 0.0))
    assert machine.intercept_[0] == pytest.approx(solved[-1], abs=1e-7)
    np.testing.assert_allclose(machine.predict(x), K @ solved[:-1] + solved[-1], atol=1e-7)


@pytest.mark.spec("C.E08")
def test_conditions_of_the_tube():
    x, y = wave(60, 3)
    machine = SquaredSVR(5.0, 0.15, kernel=Gaussian(1.0)).fit(x, y)
    beta = np.zeros(60)
    beta[machine.support_] = machine.dual_coef_[0]
    residual = y - machine.predict(x)
    np.testing.assert_allclose(beta / 5.0, np.sign(residual) * np.maximum(np.abs(residual) - 0.15, 0.0), atol=1e-7)
    assert 0 < len(machine.support_) < 60
    assert beta.sum() == pytest.approx(0.0, abs=1e-9)


@pytest.mark.spec("C.E08")
def test_primal_cannot_be_improved():
    machine = SquaredSVR(2.0, 0.2, kernel="linear").fit(LINE, TARGETS)

    def primal(parameters):
        outside = np.maximum(np.abs(TARGETS - parameters[0] * LINE[:, 0] - parameters[1]) - 0.2, 0.0)
        return 0.5 * parameters[0] ** 2 + outside @ outside

    found = [machine.coef_[0, 0], machine.intercept_[0]]
    assert primal(found) == pytest.approx(machine.objectives_.primal)
    assert minimize(primal, [0.0, 0.0], method="Nelder-Mead", options={"fatol": 1e-12}).fun >= primal(found) - 1e-9


@pytest.mark.spec("C.E08")
def test_linear_kernel_against_a_peer():
    rng = np.random.default_rng(0)
    x = rng.normal(size=(60, 3))
    y = x @ [1.0, -2.0, 0.5] + 0.3 * rng.normal(size=60)
    ours = SquaredSVR(3.0, 0.1, kernel="linear", fit_intercept=False).fit(x, y)
    peer = LinearSVR(
        C=1.5, epsilon=0.1, loss="squared_epsilon_insensitive", fit_intercept=False, tol=1e-10, max_iter=100_000
    ).fit(x, y)
    np.testing.assert_allclose(ours.coef_[0], peer.coef_, rtol=1e-5)


@pytest.mark.spec("C.E08")
def test_wide_tube_is_a_constant_and_shifts_shift():
    x, y = wave(20, 4)
    flat = SquaredSVR(1.0, 10.0).fit(x, y)
    assert len(flat.support_) == 0
    assert np.ptp(flat.predict(x)) == 0.0
    one, other = SquaredSVR(1.0, 0.1).fit(x, y), SquaredSVR(1.0, 0.1).fit(x, y + 7.0)
    np.testing.assert_allclose(other.predict(x), one.predict(x) + 7.0, atol=1e-7)


def test_warm_start_and_weights():
    x, y = wave(40, 5)
    one = SquaredSVR(1.0, 0.1).fit(x, y)
    again = SquaredSVR(1.0, 0.1, start=one).fit(x, y)
    np.testing.assert_allclose(again.predict(x), one.predict(x), atol=1e-7)
    assert again.n_iter_ < one.n_iter_
    times = np.random.default_rng(1).integers(0, 4, size=40)
    weighted = SquaredSVR(1.0, 0.1).fit(x, y, sample_weight=times).predict(x)
    repeated = SquaredSVR(1.0, 0.1).fit(np.repeat(x, times, axis=0), np.repeat(y, times)).predict(x)
    np.testing.assert_allclose(weighted, repeated, atol=1e-6)
