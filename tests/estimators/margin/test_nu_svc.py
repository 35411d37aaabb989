"""NuSVC against scikit-learn's, against SVC, and what ν promises."""

import inspect

import numpy as np
import pytest
import sklearn.svm
from estimators.margin.peers import classes, fitted

from drupe import SVC, NuSVC
from drupe.foundation.errors import ConvergenceError, ParameterError

SETTINGS = [
    {"nu": 0.1234},
    {"nu": 0.3456, "gamma": 0.1},
    {"nu": 0.2345, "kernel": "linear"},
    {"nu": 0.3456, "kernel": "poly"},
]


@pytest.mark.spec("H.S05", "C.E04")
@pytest.mark.parametrize("settings", SETTINGS, ids=str)
@pytest.mark.parametrize("name", ["cancer", "iris", "wine"])
def test_decides_as_scikit_learn(name, settings):
    X, y = classes(name)
    ours, theirs = NuSVC(tol=1e-7, **settings).fit(X, y), fitted(sklearn.svm.NuSVC(**settings), X, y)
    expected = theirs.decision_function(X)
    np.testing.assert_allclose(ours.decision_function(X), expected, rtol=1e-4, atol=1e-4 * np.abs(expected).max())
    np.testing.assert_array_equal(ours.predict(X), theirs.predict(X))
    assert ours.dual_coef_.shape[0] == theirs.dual_coef_.shape[0]
    np.testing.assert_allclose(ours.intercept_, theirs.intercept_, rtol=1e-3, atol=1e-3)


def test_attributes_are_those_of_scikit_learn():
    X, y = classes("iris")
    ours, theirs = NuSVC(nu=0.2).fit(X, y), fitted(sklearn.svm.NuSVC(nu=0.2), X, y)
    np.testing.assert_array_equal(ours.support_, theirs.support_)
    np.testing.assert_array_equal(ours.n_support_, theirs.n_support_)
    np.testing.assert_allclose(ours.dual_coef_, theirs.dual_coef_, rtol=1e-4, atol=1e-4)


@pytest.mark.spec("H.S05")
def test_is_the_soft_margin_with_c_of_one_over_rho():
    X, y = classes("cancer")
    machine = NuSVC(nu=0.3).fit(X, y)
    C = np.abs(machine.dual_coef_).max()
    np.testing.assert_allclose(
        machine.decision_function(X), SVC(C=C).fit(X, y).decision_function(X), rtol=1e-5, atol=1e-6
    )


@pytest.mark.spec("H.S05", "C.E04")
@pytest.mark.parametrize("fit_intercept", [True, False])
@pytest.mark.parametrize("nu", [0.1, 0.4])
def test_share_of_margin_errors_and_of_support_vectors(nu, fit_intercept):
    X, y = classes("cancer")
    machine = NuSVC(nu=nu, fit_intercept=fit_intercept).fit(X, y)
    margins = np.where(y == 1, 1.0, -1.0) * machine.decision_function(X)
    assert np.mean(margins < 1.0 - 1e-6) <= nu <= len(machine.support_) / len(y)
    assert (machine.intercept_ == 0.0).all() != fit_intercept


def test_without_offset_is_the_soft_margin_without_offset():
    X, y = classes("cancer")
    machine = NuSVC(nu=0.3, fit_intercept=False).fit(X, y)
    C = np.abs(machine.dual_coef_).max()
    other = SVC(C=C, fit_intercept=False).fit(X, y)
    np.testing.assert_allclose(machine.decision_function(X), other.decision_function(X), rtol=1e-5, atol=1e-6)


def test_weights_are_repetitions():
    X, y = classes("wine")
    weights = np.random.default_rng(2).integers(0, 4, len(y))
    weighted = NuSVC(nu=0.2, probability=True).fit(X, y, sample_weight=weights)
    repeated = NuSVC(nu=0.2, probability=True).fit(np.repeat(X, weights, axis=0), np.repeat(y, weights))
    np.testing.assert_allclose(weighted.decision_function(X), repeated.decision_function(X), rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(weighted.predict_proba(X), repeated.predict_proba(X), rtol=1e-4, atol=1e-5)


def test_too_large_a_nu_is_refused():
    X, y = classes("cancer")
    with pytest.raises(ParameterError, match=r"specified nu is infeasible: nu = 0.9 lies above 0\.\d+"):
        NuSVC(nu=0.9).fit(X, y)
    with pytest.raises(ParameterError, match="The 'nu' parameter of NuSVC"):
        NuSVC(nu=1.5).fit(X, y)


def test_probabilities_at_the_largest_feasible_nu():
    X, y = classes("cancer")
    largest = 2 * np.bincount(y).min() / len(y)
    machine = NuSVC(nu=largest, probability=True).fit(X, y)
    np.testing.assert_array_equal(machine.predict_proba(X).argmax(axis=1), machine.predict(X))


def test_no_margin_is_said():
    with pytest.raises(ConvergenceError, match="no margin between the classes a and b"):
        NuSVC(nu=0.5).fit([[0.0], [0.0], [1.0], [1.0]], ["a", "b", "a", "b"])


def test_signature_begins_as_in_scikit_learn():
    theirs, ours = (inspect.signature(kind).parameters for kind in (sklearn.svm.NuSVC, NuSVC))
    assert list(ours)[: len(theirs)] == list(theirs)
    defaults = {name: parameter.default for name, parameter in theirs.items() if name != "probability"}
    assert defaults.items() <= {name: parameter.default for name, parameter in ours.items()}.items()


def test_warm_start():
    X, y = classes("wine")
    cold = NuSVC(nu=0.2).fit(X, y)
    warm = NuSVC(nu=0.2, start=cold).fit(X, y)
    np.testing.assert_allclose(warm.decision_function(X), cold.decision_function(X), rtol=1e-5, atol=1e-6)
