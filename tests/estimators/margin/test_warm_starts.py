"""Fits that start from another one: over several classes, over a path of C, and where there is nothing left to do."""

import numpy as np
import pytest
from sklearn.datasets import load_digits, load_iris, load_wine
from sklearn.preprocessing import StandardScaler

from drupe import SVC, SVR, NuSVC, OneClassSVM
from drupe.foundation.errors import InputError

PATH = (0.1, 0.3, 1.0, 3.0, 10.0, 100.0)


def data(load):
    bunch = load()
    return StandardScaler().fit_transform(bunch.data), bunch.target


@pytest.mark.parametrize("load", [load_iris, load_wine])
@pytest.mark.parametrize(
    "machine", [SVC(), SVC(fit_intercept=False), SVC(kernel="linear"), SVC(class_weight="balanced")]
)
def test_a_path_of_c_over_three_classes(machine, load):
    """Every step reaches what a cold fit reaches."""
    X, y = data(load)
    last = None
    for C in PATH:
        warm = machine.__class__(**machine.get_params()).set_params(C=C, start=last).fit(X, y)
        cold = machine.__class__(**machine.get_params()).set_params(C=C).fit(X, y)
        assert warm.solver_info_.converged
        assert warm.solver_info_.objective == pytest.approx(cold.solver_info_.objective, rel=1e-6)
        np.testing.assert_allclose(warm.decision_function(X), cold.decision_function(X), atol=1e-5)
        last = warm


def test_down_the_path_too():
    X, y = data(load_wine)
    last = None
    for C in reversed(PATH):
        last = SVC(C=C, start=last).fit(X, y)
        assert last.solver_info_.objective == pytest.approx(SVC(C=C).fit(X, y).solver_info_.objective, rel=1e-6)


@pytest.mark.parametrize(
    ("machine", "classes"),
    [(SVC(C=5.0), 10), (NuSVC(nu=0.1), 10), (SVC(C=5.0), 2)],
    ids=["SVC, 10 classes", "NuSVC, 10 classes", "SVC, 2 classes"],
)
def test_starting_at_the_solution_takes_next_to_no_steps(machine, classes):
    X, y = data(load_digits)
    X, y = X[y < classes], y[y < classes]
    cold = machine.fit(X, y)
    again = machine.__class__(**machine.get_params()).set_params(start=cold).fit(X, y)
    assert np.sum(again.n_iter_) <= 0.05 * np.sum(cold.n_iter_) + 3 * len(np.atleast_1d(again.n_iter_))
    np.testing.assert_array_equal(again.predict(X), cold.predict(X))


def test_starts_of_the_other_machines():
    X, _ = data(load_wine)
    y = X[:, 0] + 0.1 * X[:, 1] ** 2
    for machine in (SVR(C=3.0, epsilon=0.05), OneClassSVM(nu=0.3)):
        cold = machine.fit(X, y)
        warm = machine.__class__(**machine.get_params()).set_params(start=cold).fit(X, y)
        assert warm.solver_info_.objective == pytest.approx(cold.solver_info_.objective, rel=1e-6)
        assert np.sum(warm.n_iter_) <= 0.1 * np.sum(cold.n_iter_) + 3


def test_a_start_must_fit_the_classes():
    X, y = data(load_wine)
    two = SVC().fit(X, y > 0)
    with pytest.raises(InputError, match=r"shape \(178, 1\), where \(178, 2\) is needed"):
        SVC(start=two).fit(X, y)


def test_numbers_start_several_classes_too():
    X, y = data(load_iris)
    cold = SVC().fit(X, y)
    rows = np.zeros((len(y), 2))
    rows[cold.support_] = cold.dual_coef_.T
    warm = SVC(start=rows).fit(X, y)
    assert warm.n_iter_.sum() < 0.2 * cold.n_iter_.sum()
    wild = SVC(start=np.full((len(y), 2), 1e6)).fit(X, y)
    assert wild.solver_info_.objective == pytest.approx(cold.solver_info_.objective, rel=1e-6)
