"""Robust discriminants and regressions: worked numbers, equal machines, and what a wrong label does."""

import numpy as np
import pytest
from scipy.optimize import linprog
from sklearn.datasets import load_iris
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import SVR as ScikitSVR
from solvers.expansions.toy import KERNEL, POINTS, SIGNS

from drupe import SVR, KernelFisher, RegularizedRegressor, RobustKernelFisher, RobustKernelRegressor, certify
from drupe.foundation.errors import ParameterError
from drupe.kernels import Gaussian
from drupe.losses import Huber

RNG = np.random.default_rng(0)
X = RNG.normal(size=(60, 2))
Y = np.sin(X[:, 0]) + 0.1 * RNG.normal(size=60)
LABELS = np.where(X[:, 0] + 0.2 * RNG.normal(size=60) > 0, "yes", "no")
NEW = RNG.normal(size=(9, 2))


@pytest.mark.spec("M.Q04")
def test_robust_discriminant_on_six_points():
    machine = RobustKernelFisher(KERNEL, alpha=1.0).fit(POINTS, SIGNS)
    np.testing.assert_allclose(machine.dual_coef_, [SIGNS], atol=1e-9)
    assert machine.objective_ == pytest.approx(4.469955, abs=1e-6)
    np.testing.assert_allclose(machine.offset_, [0.5 * (-0.490074 + 0.146913)], atol=1e-6)


@pytest.mark.spec("M.Q05")
def test_huber_discriminant_on_six_points():
    machine = RobustKernelFisher(KERNEL, alpha=1.0, transition=0.5).fit(POINTS, SIGNS)
    np.testing.assert_allclose(machine.dual_coef_, [[1, -1, -0.974496, 1, 0.826793, -0.852298]], atol=1e-6)
    assert machine.objective_ == pytest.approx(2.999838, abs=1e-6)


@pytest.mark.spec("M.Q05")
def test_a_wide_transition_is_the_plain_discriminant():
    huber = RobustKernelFisher(Gaussian(1.0), alpha=0.1, transition=5.0, threshold="least squares").fit(X, LABELS)
    plain = KernelFisher(Gaussian(1.0), alpha=0.5, threshold="least squares").fit(X, LABELS)
    np.testing.assert_allclose(huber.decision_function(NEW), plain.decision_function(NEW), atol=1e-7)


@pytest.mark.spec("M.Q04", "M.Q10")
def test_robust_regression_is_support_vector_regression_without_a_tube():
    robust = RobustKernelRegressor(Gaussian(1.0), alpha=0.25).fit(X, Y)
    tube = SVR(kernel=Gaussian(1.0), C=4.0, epsilon=0.0, tol=1e-8).fit(X, Y)
    peer = ScikitSVR(kernel="rbf", gamma=0.5, C=4.0, epsilon=0.0, tol=1e-10).fit(X, Y)
    np.testing.assert_allclose(robust.predict(NEW), tube.predict(NEW), atol=1e-6)
    np.testing.assert_allclose(robust.predict(NEW), peer.predict(NEW), atol=1e-4)
    signs = np.where(LABELS == "yes", 1.0, -1.0)
    discriminant = RobustKernelFisher(Gaussian(1.0), alpha=0.25, threshold="least squares").fit(X, LABELS)
    of_labels = SVR(kernel=Gaussian(1.0), C=4.0, epsilon=0.0, tol=1e-8).fit(X, signs)
    np.testing.assert_allclose(discriminant.decision_function(NEW), of_labels.predict(NEW), atol=1e-6)


@pytest.mark.spec("M.Q05", "M.Q09")
def test_huber_regression_is_that_of_newtons_method():
    box = RobustKernelRegressor(Gaussian(1.0), alpha=0.3, transition=0.2).fit(X, Y)
    newton = RegularizedRegressor(Huber(0.2), C=2.0 * 60 / 0.3, kernel=Gaussian(1.0)).fit(X, Y)
    np.testing.assert_allclose(box.predict(NEW), newton.predict(NEW), atol=1e-6)
    # ‖f‖² + (C/n) Σ loss is 2/alpha times the program.
    assert newton.objective_ == pytest.approx(2.0 / 0.3 * box.objective_, rel=1e-7)


def test_wrong_labels_move_it_less():
    """Labels of a far corner are flipped: what the rest of the plane hears of it is bounded."""
    far = np.concatenate([X, [[3.0, 0.0]] * 3])
    wrong = np.concatenate([LABELS, ["no"] * 3])
    moved = {}
    for machine in (RobustKernelFisher("linear", alpha=0.1), KernelFisher("linear", alpha=0.1)):
        machine.set_params(threshold="least squares")
        before = machine.fit(X, LABELS).decision_function([[1.0, 0.0]]).copy()
        moved[type(machine)] = abs((machine.fit(far, wrong).decision_function([[1.0, 0.0]]) - before)[0])
    assert moved[RobustKernelFisher] < 0.75 * moved[KernelFisher]


def test_several_classes_and_weights():
    data, classes = load_iris(return_X_y=True)
    machine = RobustKernelFisher(Gaussian(1.0), alpha=0.1, transition=0.1).fit(data, classes)
    assert machine.score(data, classes) > 0.95
    weights = RNG.integers(0, 4, 60)
    often = np.repeat(np.arange(60), weights)
    one = RobustKernelRegressor(Gaussian(1.0), alpha=0.3, transition=0.2).fit(X, Y, weights)
    many = RobustKernelRegressor(Gaussian(1.0), alpha=0.3, transition=0.2).fit(X[often], Y[often])
    np.testing.assert_allclose(one.predict(NEW), many.predict(NEW), atol=1e-6)


def test_bad_parameters_limits_and_compression():
    with pytest.raises(ParameterError, match="transition"):
        RobustKernelFisher(transition=-1.0).fit(X, LABELS)
    with pytest.warns(ConvergenceWarning, match="RobustKernelRegressor reached the iteration limit"):
        RobustKernelRegressor(alpha=1e-6, max_iter=2).fit(X, Y)
    machine = RobustKernelFisher(Gaussian(1.0), alpha=0.5).fit(X, LABELS)
    assert "coefficients depend on all training examples" in str(certify(machine, X, LABELS))


def test_where_steps_over_pairs_do_not_end_newton_does() -> None:
    """A small alpha against a large K: least absolute deviations nearly without a penalty, a linear program."""
    rng = np.random.default_rng(22)
    X = rng.normal(size=(40, 2)) * 30.0
    y = X[:, 0] - X[:, 1] + rng.standard_cauchy(40)
    machine = RobustKernelRegressor("linear", alpha=1e-7).fit(X, y)
    assert machine.solution_.converged
    ones = np.ones((40, 1))
    table = np.hstack([X, -X, ones, -ones, np.eye(40), -np.eye(40)])
    free = linprog(np.r_[np.zeros(6), np.ones(80)], A_eq=table, b_eq=y)
    # Without its penalty the program costs less, and with it hardly more.
    assert free.fun <= machine.objective_ <= free.fun * (1.0 + 1e-5)
