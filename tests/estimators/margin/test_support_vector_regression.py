"""SVR and NuSVR against scikit-learn's, and what the tube promises."""

import inspect
import pickle

import numpy as np
import pytest
import scipy.sparse as sp
import sklearn.svm
from estimators.margin.peers import fitted, numbers
from sklearn.exceptions import ConvergenceWarning
from sklearn.metrics.pairwise import rbf_kernel

from drupe import SVR, NuSVR
from drupe.foundation.errors import ParameterError
from drupe.kernels import Gaussian

MACHINES = [
    (SVR, sklearn.svm.SVR, {}),
    (SVR, sklearn.svm.SVR, {"C": 10.0, "epsilon": 0.5}),
    (SVR, sklearn.svm.SVR, {"kernel": "linear", "epsilon": 0.0}),
    (SVR, sklearn.svm.SVR, {"kernel": "poly", "degree": 2, "coef0": 1.0, "C": 0.1}),
    (NuSVR, sklearn.svm.NuSVR, {}),
    (NuSVR, sklearn.svm.NuSVR, {"nu": 0.2, "C": 3.0}),
    (NuSVR, sklearn.svm.NuSVR, {"nu": 0.8, "kernel": "linear"}),
]
NAMES = [f"{ours.__name__}-{settings}" for ours, _, settings in MACHINES]


@pytest.mark.spec("H.S09", "C.E09", "C.E21")
@pytest.mark.parametrize(("ours", "theirs", "settings"), MACHINES, ids=NAMES)
def test_predicts_as_scikit_learn(ours, theirs, settings):
    X, y = numbers()
    mine, other = ours(tol=1e-6, **settings).fit(X, y), fitted(theirs(**settings), X, y)
    np.testing.assert_allclose(mine.predict(X), other.predict(X), rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(mine.intercept_, other.intercept_, rtol=1e-4, atol=1e-4)
    np.testing.assert_array_equal(mine.support_, other.support_)
    np.testing.assert_allclose(mine.dual_coef_, other.dual_coef_, rtol=1e-3, atol=1e-3)
    np.testing.assert_array_equal(mine.n_support_, other.n_support_)
    assert mine.n_support_.dtype == other.n_support_.dtype
    assert isinstance(mine.n_iter_, int)
    assert mine.shape_fit_ == other.shape_fit_
    if settings.get("kernel") == "linear":
        np.testing.assert_allclose(mine.coef_, other.coef_, rtol=1e-4, atol=1e-4)


@pytest.mark.parametrize(("ours", "theirs"), [(SVR, sklearn.svm.SVR), (NuSVR, sklearn.svm.NuSVR)])
def test_sample_weights(ours, theirs):
    X, y = numbers()
    weights = np.random.default_rng(0).integers(0, 4, len(y))
    mine = ours(gamma=0.1).fit(X, y, sample_weight=weights)
    repeated = ours(gamma=0.1).fit(np.repeat(X, weights, axis=0), np.repeat(y, weights))
    other = fitted(theirs(gamma=0.1), X, y, sample_weight=weights)
    np.testing.assert_allclose(mine.predict(X), repeated.predict(X), rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(mine.predict(X), other.predict(X), rtol=1e-4, atol=1e-4)


@pytest.mark.spec("H.S09", "C.E09")
@pytest.mark.parametrize("fit_intercept", [True, False])
def test_examples_inside_the_tube_do_not_count(fit_intercept):
    X, y = numbers()
    machine = SVR(epsilon=0.5, fit_intercept=fit_intercept).fit(X, y)
    residuals = np.abs(y - machine.predict(X))
    inside = np.flatnonzero(residuals < 0.5 - 1e-6)
    outside = np.flatnonzero(residuals > 0.5 + 1e-6)
    assert not set(inside) & set(machine.support_)
    assert set(outside) <= set(machine.support_)
    at = np.isin(machine.support_, outside)
    np.testing.assert_allclose(np.abs(machine.dual_coef_[0, at]), 1.0)
    assert bool(machine.intercept_[0]) == fit_intercept


@pytest.mark.parametrize("fit_intercept", [True, False])
@pytest.mark.parametrize("nu", [0.2, 0.6])
def test_nu_is_the_share_outside_and_the_width_is_found(nu, fit_intercept):
    X, y = numbers()
    machine = NuSVR(nu=nu, fit_intercept=fit_intercept).fit(X, y)
    width = abs(machine.solution_.spread if fit_intercept else machine.solution_.offset)
    residuals = np.abs(y - machine.predict(X))
    assert np.mean(residuals > width + 1e-6) <= nu <= len(machine.support_) / len(y)
    same = SVR(epsilon=width, fit_intercept=fit_intercept).fit(X, y)
    np.testing.assert_allclose(machine.predict(X), same.predict(X), rtol=1e-4, atol=1e-4)


def test_no_support_vectors_at_all():
    X, y = numbers()
    machine = SVR(epsilon=100.0).fit(X, y)
    other = sklearn.svm.SVR(epsilon=100.0).fit(X, y)
    assert machine.support_vectors_.shape == other.support_vectors_.shape == (0, X.shape[1])
    assert machine.dual_coef_.shape == other.dual_coef_.shape == (1, 0)
    np.testing.assert_allclose(machine.predict(X), other.predict(X))


@pytest.mark.parametrize("kind", [SVR, NuSVR])
def test_other_ways_to_say_the_same(kind):
    X, y = numbers()
    expected = kind(gamma=0.1).fit(X, y).predict(X)
    K = rbf_kernel(X, gamma=0.1)
    np.testing.assert_allclose(kind(kernel="precomputed").fit(K, y).predict(K), expected, rtol=1e-6, atol=1e-7)
    np.testing.assert_allclose(
        kind(kernel=lambda x, z: rbf_kernel(x, z, gamma=0.1)).fit(X, y).predict(X), expected, rtol=1e-6, atol=1e-7
    )
    np.testing.assert_allclose(kind(kernel=Gaussian.from_gamma(0.1)).fit(X, y).predict(X), expected, rtol=1e-9)
    np.testing.assert_allclose(
        kind(gamma=0.1).fit(sp.csr_array(X), y).predict(sp.csr_array(X)), expected, rtol=1e-6, atol=1e-7
    )
    machine = kind(gamma=0.1).fit(X, y)
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(machine)).predict(X), machine.predict(X))
    order = np.random.default_rng(1).permutation(len(y))
    np.testing.assert_allclose(kind(gamma=0.1).fit(X[order], y[order]).predict(X), expected, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("kind", [SVR, NuSVR])
def test_warm_start_needs_fewer_steps(kind):
    X, y = numbers()
    cold = kind().fit(X, y)
    warm = kind(start=cold).fit(X, y)
    np.testing.assert_allclose(warm.predict(X), cold.predict(X), rtol=1e-5, atol=1e-6)
    assert warm.n_iter_ < cold.n_iter_


@pytest.mark.parametrize("kind", ["SVR", "NuSVR"])
def test_signature_begins_as_in_scikit_learn(kind):
    theirs = inspect.signature(getattr(sklearn.svm, kind)).parameters
    ours = inspect.signature({"SVR": SVR, "NuSVR": NuSVR}[kind]).parameters
    assert list(ours)[: len(theirs)] == list(theirs)
    defaults = {name: parameter.default for name, parameter in theirs.items()}
    assert defaults.items() <= {name: parameter.default for name, parameter in ours.items()}.items()


@pytest.mark.parametrize(
    ("machine", "name"),
    [(SVR(epsilon=-1.0), "epsilon"), (SVR(C=0.0), "C"), (NuSVR(nu=0.0), "nu"), (NuSVR(nu=1.5), "nu")],
    ids=str,
)
def test_parameters_out_of_range(machine, name):
    with pytest.raises(ParameterError, match=f"The '{name}' parameter"):
        machine.fit(*numbers())


def test_targets_must_be_numbers():
    with pytest.raises(ValueError, match="y must hold numbers"):
        SVR().fit([[1.0], [2.0]], ["a", "b"])
    with pytest.raises(ValueError, match="y must hold real numbers"):
        SVR().fit([[1.0], [2.0]], np.array([1.0, 1.0j]))
    with pytest.raises(ValueError, match="y contains NaN, at position 1"):
        SVR().fit([[1.0], [2.0]], [1.0, np.nan])


def test_stopping_short_is_said():
    X, y = numbers()
    with pytest.warns(ConvergenceWarning, match="SVR reached the time limit"):
        machine = SVR(max_time=1e-9, C=1e6, gamma=10.0).fit(X, y)
    assert machine.fit_status_ == 1
