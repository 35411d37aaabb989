"""Problems that are hard on a solver: they end, right or with the gap that was reached."""

import warnings

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer
from sklearn.exceptions import ConvergenceWarning

from drupe import SVC, SVR, HardMarginSVC
from drupe.estimators.warnings import FitWarning
from drupe.solvers import box
from drupe.solvers.box import ending
from drupe.solvers.options import Options
from drupe.solvers.solution import Stop

RNG = np.random.default_rng(0)
X = RNG.normal(size=(300, 2))
OVERLAP = (X[:, 0] + 0.5 * RNG.normal(size=300) > 0).astype(int)
CANCER = load_breast_cancer()

ENDLESS = {
    "huge C": (SVC(C=1e9), X, OVERLAP),
    "huge C, degree one": (SVC(C=1e9, kernel="poly", degree=1, gamma=1.0), X, OVERLAP),
    "contradictory duplicates": (SVC(C=1e9), np.repeat(X[:30], 10, axis=0), RNG.integers(0, 2, 300)),
    "unscaled, degree one": (SVC(C=1e4, kernel="poly", degree=1, gamma=1.0), CANCER.data, CANCER.target),
    "unscaled, polynomial": (SVC(kernel="poly", gamma=1.0, coef0=1.0), CANCER.data, CANCER.target),
    "regression, huge C": (SVR(C=1e9, epsilon=0.0, gamma=10.0), X, RNG.normal(size=300)),
}


@pytest.mark.parametrize(("machine", "x", "y"), ENDLESS.values(), ids=ENDLESS)
def test_what_cannot_be_reached_is_told_with_the_gap(machine, x, y, monkeypatch):
    """Without any limit of the user's, here after fewer steps than usual."""
    monkeypatch.setattr(box, "STEPS_AT_MOST", 60_000)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FitWarning)
        with pytest.warns(ConvergenceWarning, match=r"the duality gap is \d"):
            machine.fit(x, y)
    assert machine.solver_info_.stop in (Stop.ITERATIONS, Stop.STALLED)
    assert machine.fit_status_ == 1
    assert 0.0 < machine.solver_info_.gap < np.inf
    assert np.isfinite(machine.dual_coef_).all()


def test_planes_are_found_where_steps_would_be_endless():
    """The optimality conditions of C = 10⁹, from the dot products themselves."""
    machine = SVC(C=1e9, kernel="linear").fit(X, OVERLAP)
    coefficients = np.zeros(len(X))
    coefficients[machine.support_] = machine.dual_coef_[0]
    signs = np.where(OVERLAP == 1, 1.0, -1.0)
    margins = signs * (X @ X.T @ coefficients + machine.intercept_[0])
    alpha = signs * coefficients
    assert machine.solver_info_.converged
    assert (alpha >= 0.0).all()
    assert (alpha <= 1e9).all()
    assert abs(coefficients.sum()) <= 1e-10 * alpha.sum()
    assert (margins[alpha < 1e9] >= 1.0 - 1e-3).all()
    assert (margins[alpha > 0.0] <= 1.0 + 1e-3).all()


def test_steps_have_a_limit_in_any_case():
    assert ending(Options(), 10).max_iterations == 10_000_000
    assert ending(Options(), 10**6).max_iterations == 10**8
    assert ending(Options(max_iterations=7), 10).max_iterations == 7


def test_a_c_so_large_that_the_margin_is_hard():
    separable = np.abs(X[:, 0]) > 0.1
    x, y = X[separable], (X[separable, 0] > 0).astype(int)
    soft, hard = SVC(C=1e9, kernel="linear", tol=1e-6).fit(x, y), HardMarginSVC(kernel="linear", tol=1e-6).fit(x, y)
    np.testing.assert_allclose(soft.coef_, hard.coef_, rtol=1e-4)
    np.testing.assert_allclose(SVC(C=np.inf, kernel="linear", tol=1e-6).fit(x, y).coef_, hard.coef_, rtol=1e-4)


def test_a_kernel_that_tells_nothing_apart():
    """Rank one: the dual can only pair examples of the two classes, until the smaller one is used up."""
    y = np.array([0] * 120 + [1] * 80)
    machine = SVC(kernel="precomputed", C=1e6).fit(np.ones((200, 200)), y)
    assert machine.solver_info_.converged
    assert machine.solver_info_.objective == pytest.approx(-2 * 80 * 1e6)
    assert (machine.predict(np.ones((5, 200))) == 0).all()


def test_one_class_of_one_example():
    y = np.zeros(300, dtype=int)
    y[7] = 1
    machine = SVC(C=1e9).fit(X, y)
    assert machine.solver_info_.converged
    assert machine.predict(X).tolist() == y.tolist()


def test_contradictory_twins_share_their_cost():
    """Each pair of twins pays at least twice 1 of slack: the objective is at least C times their number."""
    x = np.repeat(RNG.normal(size=(20, 2)), 2, axis=0)
    machine = SVC(C=10.0, gamma=50.0).fit(x, np.tile([0, 1], 20))
    assert machine.solver_info_.converged
    assert machine.solver_info_.objective == pytest.approx(-10.0 * 40)
