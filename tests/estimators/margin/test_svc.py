"""SVC against scikit-learn's, against closed forms, and against itself in other clothes."""

import inspect
import pickle
import warnings

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
import sklearn.svm
from estimators.margin.peers import classes, fitted
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning, NotFittedError
from sklearn.metrics.pairwise import rbf_kernel
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

from drupe import SVC
from drupe.estimators.warnings import FitWarning
from drupe.foundation.errors import InputError, ParameterError
from drupe.inputs import Sequences
from drupe.kernels import ARD, Gaussian, Kernel, Linear
from drupe.solvers.solution import Stop

SETTINGS = {
    "rbf": {},
    "linear": {"kernel": "linear", "C": 0.1},
    "poly": {"kernel": "poly", "coef0": 1.0, "degree": 2},
    "negative-poly": {"kernel": "poly", "coef0": 0.0, "degree": 3, "C": 5.0},
    "sigmoid": {"kernel": "sigmoid", "gamma": 0.01, "coef0": -0.5},
    "auto": {"gamma": "auto", "C": 10.0},
    "balanced": {"class_weight": "balanced"},
    "weights": {"class_weight": {0: 3.0, 1: 0.5}},
    "pairs": {"decision_function_shape": "ovo"},
}


class Spectrum(Kernel[Sequences]):
    """Counts common letters."""

    def matrix(self, left, right):
        return np.array([[sum(min(x.count(c), z.count(c)) for c in set(x)) for z in right] for x in left], dtype=float)


def both(name, **settings):
    X, y = classes(name)
    return X, SVC(tol=1e-6, **settings).fit(X, y), fitted(sklearn.svm.SVC(**settings), X, y)


@pytest.mark.spec("H.S02", "H.S07", "C.E03", "M.S03", "G.A-07", "G.A-10", "G.M-01", "S.A08")
@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("name", ["cancer", "iris", "wine"])
def test_decides_as_scikit_learn(name, setting):
    X, ours, theirs = both(name, **SETTINGS[setting])
    decision = theirs.decision_function(X)
    np.testing.assert_allclose(ours.decision_function(X), decision, rtol=1e-4, atol=1e-5)
    np.testing.assert_array_equal(ours.predict(X), theirs.predict(X))
    np.testing.assert_allclose(ours.intercept_, theirs.intercept_, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(ours.class_weight_, theirs.class_weight_)
    assert ours.score(X, classes(name)[1]) == theirs.score(X, classes(name)[1])


@pytest.mark.parametrize("name", ["cancer", "iris", "digits"])
def test_attributes_are_those_of_scikit_learn(name):
    _, ours, theirs = both(name, C=2.0)
    np.testing.assert_array_equal(ours.support_, theirs.support_)
    np.testing.assert_array_equal(ours.n_support_, theirs.n_support_)
    np.testing.assert_array_equal(ours.support_vectors_, theirs.support_vectors_)
    np.testing.assert_allclose(ours.dual_coef_, theirs.dual_coef_, rtol=1e-4, atol=1e-5)
    np.testing.assert_array_equal(ours.classes_, theirs.classes_)
    assert ours.shape_fit_ == theirs.shape_fit_
    assert ours.fit_status_ == theirs.fit_status_ == 0
    assert ours.n_iter_.shape == theirs.n_iter_.shape
    for attribute in ("support_", "n_support_", "n_iter_", "intercept_", "dual_coef_"):
        assert getattr(ours, attribute).dtype == getattr(theirs, attribute).dtype


@pytest.mark.parametrize("name", ["cancer", "iris"])
@pytest.mark.parametrize("as_input", [np.asarray, sp.csr_matrix], ids=["dense", "sparse"])
def test_linear_weights(name, as_input):
    X, y = classes(name)
    ours = SVC(kernel="linear", tol=1e-6).fit(as_input(X), y)
    theirs = fitted(sklearn.svm.SVC(kernel="linear"), as_input(X), y)
    assert type(ours.coef_) is type(theirs.coef_)
    assert type(ours.dual_coef_) is type(theirs.dual_coef_)
    assert type(ours.support_vectors_) is type(theirs.support_vectors_)
    mine, other = (c.toarray() if sp.issparse(c) else c for c in (ours.coef_, theirs.coef_))
    np.testing.assert_allclose(mine, other, rtol=1e-4, atol=1e-5)
    assert not (ours.coef_.data if sp.issparse(ours.coef_) else ours.coef_).flags.writeable


def test_weights_only_for_a_linear_kernel():
    X, y = classes("iris")
    assert not hasattr(SVC().fit(X, y), "coef_")
    assert not hasattr(SVC(kernel="linear"), "coef_")
    np.testing.assert_allclose(SVC(kernel=Linear()).fit(X, y).coef_, SVC(kernel="linear").fit(X, y).coef_, rtol=1e-9)


@pytest.mark.parametrize("name", ["cancer", "wine"])
def test_sample_weights_as_scikit_learn(name):
    X, y = classes(name)
    weights = np.random.default_rng(1).uniform(0.1, 3.0, len(y))
    ours = SVC(tol=1e-6, gamma=0.05).fit(X, y, sample_weight=weights)
    theirs = fitted(sklearn.svm.SVC(gamma=0.05), X, y, sample_weight=weights)
    np.testing.assert_allclose(ours.decision_function(X), theirs.decision_function(X), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("settings", [{}, {"class_weight": "balanced"}, {"probability": True}], ids=str)
def test_weights_are_repetitions(settings):
    X, y = classes("wine")
    weights = np.random.default_rng(2).integers(0, 4, len(y))
    weighted = SVC(**settings).fit(X, y, sample_weight=weights)
    repeated = SVC(**settings).fit(np.repeat(X, weights, axis=0), np.repeat(y, weights))
    np.testing.assert_allclose(weighted.decision_function(X), repeated.decision_function(X), rtol=1e-6, atol=1e-7)
    if "probability" in settings:
        np.testing.assert_allclose(weighted.predict_proba(X), repeated.predict_proba(X), rtol=1e-5, atol=1e-7)
    assert set(weighted.support_) <= set(np.flatnonzero(weights))


def test_order_of_rows_does_not_matter():
    X, y = classes("wine")
    order = np.random.default_rng(3).permutation(len(y))
    one = SVC(probability=True).fit(X, y)
    other = SVC(probability=True).fit(X[order], y[order])
    np.testing.assert_allclose(one.decision_function(X), other.decision_function(X), rtol=1e-6, atol=1e-7)
    np.testing.assert_allclose(one.predict_proba(X), other.predict_proba(X), rtol=1e-5, atol=1e-7)
    np.testing.assert_array_equal(np.sort(order[other.support_]), np.sort(one.support_))


@pytest.mark.parametrize("name", ["cancer", "iris"])
def test_precomputed_and_functions_and_values_agree(name):
    X, y = classes(name)
    expected = SVC(gamma=0.1).fit(X, y).decision_function(X)
    K = rbf_kernel(X, gamma=0.1)
    precomputed = SVC(kernel="precomputed").fit(K, y)
    np.testing.assert_allclose(precomputed.decision_function(K), expected, rtol=1e-6, atol=1e-8)
    assert precomputed.support_vectors_.shape == (0, 0)
    function = SVC(kernel=lambda x, z: rbf_kernel(x, z, gamma=0.1)).fit(X, y)
    np.testing.assert_allclose(function.decision_function(X), expected, rtol=1e-6, atol=1e-8)
    value = SVC(kernel=Gaussian.from_gamma(0.1)).fit(X, y)
    np.testing.assert_allclose(value.decision_function(X), expected, rtol=1e-9, atol=1e-9)


def test_precomputed_machine_does_not_carry_the_gram_matrix():
    X, y = classes("cancer")
    machine = SVC(kernel="precomputed").fit(X @ X.T, y)
    assert len(pickle.dumps(machine.predictor_)) < 8 * len(X) ** 2 / 4


def test_sparse_input_agrees_with_dense():
    X, y = classes("digits")
    X = np.where(X > 0.5, X, 0.0)
    dense, sparse = SVC().fit(X, y), SVC().fit(sp.csr_array(X), y)
    np.testing.assert_allclose(dense.decision_function(X), sparse.decision_function(sp.csr_array(X)), rtol=1e-6)
    np.testing.assert_allclose(dense.decision_function(X), sparse.decision_function(X), rtol=1e-6)


def test_strings():
    words = ["aab", "aba", "baa", "ccd", "cdc", "dcc"]
    machine = SVC(kernel=Spectrum(), C=10.0).fit(words, ["x", "x", "x", "y", "y", "y"])
    assert machine.predict(["aaab", "ddc"]).tolist() == ["x", "y"]
    assert list(machine.support_vectors_) == [words[i] for i in machine.support_]
    with pytest.raises(InputError, match="kernel='rbf' compares vectors"):
        SVC().fit(words, [0, 0, 0, 1, 1, 1])


@pytest.mark.spec("G.A-09", "S.A07")
def test_without_offset_two_orthogonal_examples():
    machine = SVC(kernel="linear", C=0.25, fit_intercept=False).fit(np.eye(2), [1, 0])
    assert machine.intercept_.tolist() == [0.0]
    np.testing.assert_allclose(machine.dual_coef_, [[-0.25, 0.25]])
    np.testing.assert_allclose(machine.coef_, [[0.25, -0.25]])


def test_ties_are_broken_as_in_scikit_learn():
    X, y = classes("digits")
    X = X[:, :3]
    theirs = fitted(sklearn.svm.SVC(break_ties=True), X, y)
    ours = SVC(break_ties=True, tol=1e-7).fit(X, y)
    clear = np.diff(np.sort(theirs.decision_function(X), axis=1)[:, -2:])[:, 0] > 1e-4
    np.testing.assert_array_equal(ours.predict(X)[clear], theirs.predict(X)[clear])
    assert (ours.predict(X) != SVC(tol=1e-7).fit(X, y).predict(X)).any()
    with pytest.raises(ValueError, match="break_ties must be False"):
        SVC(break_ties=True, decision_function_shape="ovo").fit(X, y).predict(X)


@pytest.mark.parametrize("name", ["cancer", "wine", "digits"])
def test_probabilities_agree_with_predictions_and_with_the_classes(name):
    X, y = classes(name)
    half = len(y) // 2
    machine = SVC(probability=True).fit(X[:half], y[:half])
    p = machine.predict_proba(X[half:])
    np.testing.assert_allclose(p.sum(axis=1), 1.0, atol=1e-12)
    assert p.min() >= 0
    np.testing.assert_array_equal(machine.classes_[p.argmax(axis=1)], machine.predict(X[half:]))
    np.testing.assert_allclose(machine.predict_log_proba(X[half:]), np.log(p))
    truth = p[np.arange(len(p)), np.searchsorted(machine.classes_, y[half:])]
    constant = np.bincount(y) / len(y)
    assert np.log(truth).mean() > np.log(constant[y[half:]]).mean() + 0.5
    assert machine.probA_.shape == machine.probB_.shape == machine.n_iter_.shape
    assert (machine.probA_ < 0).all()


def test_probabilities_keep_the_order_of_decisions():
    X, y = classes("cancer")
    machine = SVC(probability=True, class_weight={0: 20.0, 1: 1.0}).fit(X[:, :2], y)
    f, p = machine.decision_function(X[:, :2]), machine.predict_proba(X[:, :2])[:, 1]
    order = np.argsort(f)
    apart = np.diff(f[order]) > 1e-3
    assert (np.diff(p[order])[apart] > 0).all()


def test_probabilities_only_when_asked_for():
    X, y = classes("iris")
    assert not hasattr(SVC().fit(X, y), "predict_proba")
    assert not hasattr(SVC(probability="deprecated").fit(X, y), "predict_proba")
    with pytest.raises(NotFittedError):
        SVC(probability=True).predict_proba(X)


def test_signature_begins_as_in_scikit_learn():
    theirs = inspect.signature(sklearn.svm.SVC).parameters
    ours = inspect.signature(SVC).parameters
    assert list(ours)[: len(theirs)] == list(theirs)
    assert {n: p.default for n, p in theirs.items() if n != "probability"}.items() <= {
        n: p.default for n, p in ours.items()
    }.items()


def test_lives_in_scikit_learns_world():
    X, y = classes("wine")
    pipe = make_pipeline(StandardScaler(), SVC(kernel=Gaussian(3.0)))
    assert cross_val_score(pipe, X, y, cv=3).mean() > 0.9
    search = GridSearchCV(SVC(), {"C": [1e-3, 1.0], "kernel": ["rbf", Gaussian(3.0)]}, cv=3).fit(X, y)
    assert search.best_params_["C"] == 1.0
    assert clone(search.best_estimator_).get_params() == search.best_estimator_.get_params()
    again = pickle.loads(pickle.dumps(search.best_estimator_))
    np.testing.assert_array_equal(again.decision_function(X), search.best_estimator_.decision_function(X))


def test_precomputed_in_cross_validation():
    X, y = classes("wine")
    np.testing.assert_allclose(
        cross_val_score(SVC(kernel="precomputed"), X @ X.T, y, cv=3), cross_val_score(SVC(kernel="linear"), X, y, cv=3)
    )


def test_frames_and_names():
    X, y = classes("iris")
    frame = pd.DataFrame(X, columns=["a", "b", "c", "d"])
    machine = SVC().fit(frame, pd.Series(y).map({0: "x", 1: "y", 2: "z"}))
    assert machine.feature_names_in_.tolist() == ["a", "b", "c", "d"]
    assert set(machine.predict(frame)) <= {"x", "y", "z"}
    with pytest.raises(ValueError, match="feature names should match"):
        machine.predict(frame[["b", "a", "c", "d"]])
    assert not hasattr(machine.fit(X, y), "feature_names_in_")


@pytest.mark.parametrize(
    ("parameter", "value"),
    [
        ("C", 0.0), ("C", -1), ("C", "1"), ("kernel", "rfb"), ("degree", -1), ("degree", 1.5), ("gamma", -1.0),
        ("gamma", "scal"), ("coef0", np.inf), ("tol", 0.0), ("cache_size", 0), ("max_iter", -2), ("shrinking", 1),
        ("probability", 1), ("class_weight", "even"), ("decision_function_shape", "ova"), ("break_ties", "no"),
        ("fit_intercept", 0), ("n_jobs", 1.5), ("max_time", 0.0), ("on_interrupt", "stop"), ("precision", "half"),
    ],
)  # fmt: skip
def test_parameters_out_of_range(parameter, value):
    X, y = classes("iris")
    with pytest.raises(ParameterError, match=rf"The '{parameter}' parameter of SVC must be .*Got .* instead\."):
        SVC(**{parameter: value}).fit(X, y)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (([[1.0], [2.0]], [0, 0]), "greater than one; got 1 class"),
        (([[1.0], [2.0]], [0, 1, 1]), "X holds 2 examples but y holds 3"),
        (([[1.0], [2.0]], [0, 1], [1.0]), "one number for each of the 2 examples"),
        (([[1.0], [2.0]], [0, 1], [1.0, -1.0]), "got 1 class"),
        (([[1.0], [2.0]], [0, 1], [0.0, 0.0]), "zero for all samples"),
        (([[1.0], [2.0]], [0, 1], [0.0, 1.0]), "got 1 class"),
        (([[1.0], [2.0]], [0.5, 1.2]), "Unknown label type"),
        (([[np.nan], [2.0]], [0, 1]), "NaN"),
    ],
)  # fmt: skip
def test_bad_data(data, message):
    with pytest.raises(ValueError, match=message):
        SVC().fit(*data)


def test_class_weights_must_name_classes():
    X, y = classes("iris")
    with pytest.raises(ParameterError, match="no classes of y"):
        SVC(class_weight={0: 1.0, 7: 2.0}).fit(X, y)
    with pytest.raises(ParameterError, match="above zero"):
        SVC(class_weight={0: -1.0}).fit(X, y)


def test_stopping_short_is_said_with_the_gap():
    X, y = classes("cancer")
    with pytest.warns(ConvergenceWarning, match=r"SVC reached the iteration limit after \d+ steps; the duality gap is"):
        machine = SVC(max_iter=0).fit(X, y)
    assert machine.fit_status_ == 1
    assert machine.solver_info_.stop is Stop.ITERATIONS
    assert machine.solver_info_.gap > 0.1
    assert not machine.solver_info_.converged


def test_solver_info_tells_a_small_gap():
    X, y = classes("iris")
    machine = SVC().fit(X, y)
    info = machine.solver_info_
    assert info.problems == len(machine.solution_) == 3
    assert abs(info.gap) < 1e-6 * abs(info.objective)
    assert info.converged
    assert info.iterations >= info.problems
    assert info.violation <= 1e-3
    assert info.seconds > 0
    with pytest.raises(AttributeError):
        info.seconds = 0.0


def test_warm_start_needs_fewer_steps():
    X, y = classes("wine")
    cold = SVC(C=3.0, gamma=0.05).fit(X, y)
    warm = SVC(C=3.0, gamma=0.05, start=cold).fit(X, y)
    np.testing.assert_allclose(warm.decision_function(X), cold.decision_function(X), rtol=1e-6, atol=1e-7)
    assert warm.n_iter_.sum() < 0.5 * cold.n_iter_.sum()
    further = SVC(C=6.0, gamma=0.05, start=cold).fit(X, y)
    np.testing.assert_allclose(
        further.decision_function(X), SVC(C=6.0, gamma=0.05).fit(X, y).decision_function(X), rtol=1e-6, atol=1e-7
    )
    with pytest.raises(InputError, match=r"start holds coefficients of shape \(178, 2\)"):
        SVC(start=cold).fit(X[1:], y[1:])


def test_warm_start_from_numbers():
    X, y = classes("cancer")
    cold = SVC().fit(X, y)
    coefficients = np.zeros(len(y))
    coefficients[cold.support_] = cold.dual_coef_[0]
    warm = SVC(start=coefficients).fit(X, y)
    np.testing.assert_allclose(warm.decision_function(X), cold.decision_function(X), rtol=1e-6, atol=1e-7)
    assert warm.n_iter_.sum() < 0.5 * cold.n_iter_.sum()


def test_unlike_scales_are_warned_of_before_the_fit():
    X, y = classes("iris")
    with pytest.warns(FitWarning, match=r"column 2 of X spreads 1e\+06 times as far as column \d, .*StandardScaler"):
        SVC().fit(X * [1.0, 1.0, 1e6, 1.0], y)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        SVC(kernel=ARD((1.0, 1.0, 1e6, 1.0))).fit(X * [1.0, 1.0, 1e6, 1.0], y)


def test_examples_of_weight_zero_leave_no_trace():
    X, y = classes("iris")
    strange = np.vstack([X, [[1e6] * 4]])
    weights = np.append(np.ones(len(y)), 0.0)
    machine = SVC().fit(strange, np.append(y, 99), sample_weight=weights)
    np.testing.assert_array_equal(machine.classes_, [0, 1, 2])
    np.testing.assert_allclose(machine.decision_function(X), SVC().fit(X, y).decision_function(X), rtol=1e-9)
    assert machine.shape_fit_ == (len(y) + 1, 4)


def test_precomputed_predictions_of_many_new_examples():
    X, y = classes("cancer")
    machine = SVC(kernel="precomputed").fit(X[:100] @ X[:100].T, y[:100])
    expected = SVC(kernel="linear").fit(X[:100], y[:100]).predict(X[100:])
    assert machine.predict(X[100:] @ X[:100].T).tolist() == expected.tolist()


@pytest.mark.parametrize("kernel", ["linear", "rbf"])
def test_support_vectors_of_sparse_fits_cannot_be_changed(kernel):
    rng = np.random.default_rng(0)
    X, y = sp.csr_matrix(rng.normal(size=(30, 4)) * (rng.random((30, 4)) < 0.5)), np.arange(30) % 3
    machine = SVC(kernel=kernel).fit(X, y)
    before = machine.decision_function(X)
    for part in (machine.support_vectors_.data, machine.support_vectors_.indices, machine.support_vectors_.indptr):
        with pytest.raises(ValueError, match="read-only"):
            part[:] = 0
    assert np.array_equal(machine.decision_function(X), before)
    assert np.array_equal(machine.support_vectors_.toarray(), X[machine.support_].toarray())
    changed = machine.support_vectors_.copy()
    changed.data[:] = 0
    assert np.array_equal(machine.decision_function(X), before)
