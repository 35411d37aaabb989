"""OneClassSVM against scikit-learn's, and what ν promises."""

import inspect

import numpy as np
import pytest
import scipy.sparse as sp
import sklearn.svm
from estimators.margin.peers import classes, fitted
from sklearn.metrics.pairwise import rbf_kernel

from drupe import OneClassSVM
from drupe.foundation.errors import ParameterError

SETTINGS = [{}, {"nu": 0.1}, {"nu": 0.3, "gamma": 0.5}, {"kernel": "poly", "degree": 2, "coef0": 1.0, "nu": 0.7}]


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
@pytest.mark.parametrize("name", ["cancer", "wine"])
def test_decides_as_scikit_learn(name, settings):
    X, _ = classes(name)
    ours, theirs = OneClassSVM(**settings).fit(X), fitted(sklearn.svm.OneClassSVM(**settings), X)
    expected = theirs.decision_function(X)
    np.testing.assert_allclose(ours.decision_function(X), expected, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(ours.score_samples(X), theirs.score_samples(X), rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(ours.offset_, theirs.offset_, rtol=1e-4)
    np.testing.assert_allclose(ours.intercept_, theirs.intercept_, rtol=1e-4)
    clear = np.abs(expected) > 1e-4
    np.testing.assert_array_equal(ours.predict(X)[clear], theirs.predict(X)[clear])
    assert ours.predict(X).dtype == theirs.predict(X).dtype
    if "kernel" not in settings:
        np.testing.assert_array_equal(ours.support_, theirs.support_)
        np.testing.assert_allclose(ours.dual_coef_, theirs.dual_coef_, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize("nu", [0.05, 0.5])
def test_share_outside_and_of_support_vectors(nu):
    X, _ = classes("cancer")
    machine = OneClassSVM(nu=nu).fit(X)
    assert np.mean(machine.predict(X) == -1) <= nu <= len(machine.support_) / len(X)
    np.testing.assert_allclose(machine.dual_coef_.sum(), nu * len(X))


def test_everything_outside_is_a_density_estimate():
    X, _ = classes("wine")
    machine = OneClassSVM(nu=1.0, gamma=0.1).fit(X)
    np.testing.assert_allclose(machine.dual_coef_, 1.0)
    np.testing.assert_allclose(machine.score_samples(X), rbf_kernel(X, gamma=0.1).sum(axis=1), rtol=1e-9)


def test_boundary_counts_as_inside_whatever_rounding_says():
    X, _ = classes("wine")
    machine = OneClassSVM(nu=0.3).fit(X)
    free = machine.support_[(machine.dual_coef_[0] > 1e-6) & (machine.dual_coef_[0] < 1 - 1e-6)]
    assert len(free)
    assert (machine.decision_function(X)[free] == 0.0).all()
    assert (machine.predict(X)[free] == 1).all()


def test_weights_are_repetitions_and_as_in_scikit_learn():
    X, _ = classes("wine")
    weights = np.random.default_rng(0).integers(0, 4, len(X))
    ours = OneClassSVM(gamma=0.1, nu=0.3).fit(X, sample_weight=weights)
    repeated = OneClassSVM(gamma=0.1, nu=0.3).fit(np.repeat(X, weights, axis=0))
    theirs = fitted(sklearn.svm.OneClassSVM(gamma=0.1, nu=0.3), X, sample_weight=weights)
    np.testing.assert_allclose(ours.decision_function(X), repeated.decision_function(X), rtol=1e-6, atol=1e-7)
    np.testing.assert_allclose(ours.decision_function(X), theirs.decision_function(X), rtol=1e-4, atol=1e-5)


def test_other_ways_to_say_the_same():
    X, _ = classes("wine")
    expected = OneClassSVM(gamma=0.1).fit(X).decision_function(X)
    K = rbf_kernel(X, gamma=0.1)
    np.testing.assert_allclose(
        OneClassSVM(kernel="precomputed").fit(K).decision_function(K), expected, rtol=1e-6, atol=1e-7
    )
    np.testing.assert_allclose(
        OneClassSVM(gamma=0.1).fit(sp.csr_array(X)).decision_function(sp.csr_array(X)), expected, rtol=1e-6, atol=1e-7
    )
    order = np.random.default_rng(1).permutation(len(X))
    np.testing.assert_allclose(
        OneClassSVM(gamma=0.1).fit(X[order]).decision_function(X), expected, rtol=1e-6, atol=1e-7
    )
    start = OneClassSVM(gamma=0.1).fit(X)
    np.testing.assert_allclose(
        OneClassSVM(gamma=0.1, start=start).fit(X).decision_function(X), expected, rtol=1e-6, atol=1e-7
    )


def test_signature_begins_as_in_scikit_learn():
    theirs, ours = (inspect.signature(kind).parameters for kind in (sklearn.svm.OneClassSVM, OneClassSVM))
    assert list(ours)[: len(theirs)] == list(theirs)
    defaults = {name: parameter.default for name, parameter in theirs.items()}
    assert defaults.items() <= {name: parameter.default for name, parameter in ours.items()}.items()
    assert "fit_intercept" not in ours


def test_nu_out_of_range():
    with pytest.raises(ParameterError, match=r"The 'nu' parameter of OneClassSVM must be in \(0.0, 1.0\]"):
        OneClassSVM(nu=0.0).fit([[1.0], [2.0]])
