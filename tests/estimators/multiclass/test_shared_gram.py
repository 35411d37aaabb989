"""One kernel computation for all two-class machines, within the bytes allowed, and with the same result."""

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.linear_model import RidgeClassifier
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC as PeerSVC
from sklearn.utils.estimator_checks import parametrize_with_checks
from two_class_spies import CountingGaussian

from drupe import SVC
from drupe.estimators.multiclass import DirectedAcyclicGraph, ErrorCorrectingCodes, OneVsOne, OneVsRest
from drupe.estimators.multiclass.shared_gram import SharedGram, Table, source_of
from drupe.foundation.errors import BudgetError, InputError, ParameterError
from drupe.inputs import Sequences
from drupe.kernels import Gaussian, Linear
from drupe.kernels.base import Kernel

X, Y = load_iris(return_X_y=True)
ENSEMBLES = [OneVsOne, OneVsRest, DirectedAcyclicGraph, ErrorCorrectingCodes]


@parametrize_with_checks(
    [
        *(ensemble(SVC(kernel=Gaussian(1.0))) for ensemble in ENSEMBLES),
        OneVsOne(RidgeClassifier()),
        OneVsRest(SVC(), normalized=False),
        ErrorCorrectingCodes(PeerSVC(kernel="precomputed")),
    ]
)
def test_scikit_learn_is_content(estimator, check):
    check(estimator)


@pytest.mark.spec("H.S06", "H.S07", "H.S08")
@pytest.mark.parametrize("ensemble", ENSEMBLES)
@pytest.mark.parametrize("machine", [SVC, PeerSVC])
def test_shared_kernel_values_give_what_separate_ones_give(ensemble, machine):
    shared = ensemble(machine(kernel=Gaussian(1.0), tol=1e-6)).fit(X, Y)
    separate = ensemble(machine(kernel="rbf", gamma=0.5, tol=1e-6)).fit(X, Y)
    assert isinstance(shared.source_, SharedGram)
    assert isinstance(separate.source_, Table)
    np.testing.assert_array_equal(shared.predict(X), separate.predict(X))
    if hasattr(shared, "decision_function"):
        np.testing.assert_allclose(shared.decision_function(X), separate.decision_function(X), atol=1e-4)


@pytest.mark.parametrize("ensemble", ENSEMBLES)
def test_every_kernel_value_is_computed_once(ensemble):
    machine = ensemble(PeerSVC(kernel=CountingGaussian()))
    before = CountingGaussian.values
    machine.fit(X, Y)
    assert CountingGaussian.values - before <= len(X) ** 2 + 1  # and one to learn its precision
    before = CountingGaussian.values
    machine.predict(X[:20])
    assert CountingGaussian.values - before == 20 * len(X)


@pytest.mark.parametrize("ensemble", ENSEMBLES)
def test_precomputed_values_are_cut_to_each_machine(ensemble):
    K = Gaussian(1.0)(X)
    machine = ensemble(PeerSVC(kernel="precomputed", tol=1e-6)).fit(K, Y)
    plain = ensemble(PeerSVC(gamma=0.5, tol=1e-6)).fit(X, Y)
    np.testing.assert_array_equal(machine.predict(K[::3]), plain.predict(X[::3]))
    with pytest.raises(InputError, match="square"):
        clone(machine).fit(K[:100], Y[:100])
    # Cross-validation cuts rows and columns.
    folds = cross_val_score(ensemble(PeerSVC(kernel="precomputed")), K, Y, cv=3)
    np.testing.assert_allclose(folds, cross_val_score(ensemble(PeerSVC(gamma=0.5)), X, Y, cv=3))


def test_new_examples_come_in_stripes_within_the_budget():
    machine = OneVsOne(PeerSVC(kernel=Gaussian(1.0)), budget=8 * 150 * 150).fit(X, Y)
    many = np.vstack([X, X, X])
    parts = [len(part) for part in machine.source_.new(machine, many)]
    assert parts == [150, 150, 150]
    np.testing.assert_array_equal(machine.predict(many), np.tile(machine.predict(X), 3))


def test_a_gram_beyond_the_budget_is_not_shared():
    machine = OneVsOne(SVC(kernel=Gaussian(1.0)), budget=1000).fit(X, Y)
    assert isinstance(machine.source_, Table)
    np.testing.assert_array_equal(machine.predict(X), OneVsOne(SVC(kernel=Gaussian(1.0))).fit(X, Y).predict(X))


class Lengths(Kernel[Sequences]):
    """exp(−|difference of lengths|)."""

    def matrix(self, left, right):
        return np.exp(-np.abs(np.subtract.outer([len(s) for s in left], [len(s) for s in right])))


WORDS = ["a", "b", "cc", "dd", "eee", "fff"] * 3
LENGTHS = [len(word) for word in WORDS]


@pytest.mark.parametrize("ensemble", ENSEMBLES)
def test_examples_need_not_be_vectors(ensemble):
    machine = ensemble(PeerSVC(kernel=Lengths())).fit(WORDS, LENGTHS)
    assert machine.predict(["z", "zzz", "zz"]).tolist() == [1, 3, 2]
    with pytest.raises(BudgetError, match="18 examples"):
        ensemble(PeerSVC(kernel=Lengths()), budget=100).fit(WORDS, LENGTHS)


@pytest.mark.parametrize("ensemble", ENSEMBLES)
def test_weights_count_examples(ensemble):
    random = np.random.default_rng(0)
    weights = random.integers(0, 3, size=len(X))
    weighted = ensemble(SVC(kernel=Gaussian(1.0), tol=1e-7)).fit(X, Y, sample_weight=weights)
    repeated = ensemble(SVC(kernel=Gaussian(1.0), tol=1e-7)).fit(np.repeat(X, weights, axis=0), np.repeat(Y, weights))
    np.testing.assert_array_equal(weighted.predict(X), repeated.predict(X))
    if hasattr(weighted, "decision_function"):
        np.testing.assert_allclose(weighted.decision_function(X), repeated.decision_function(X), atol=1e-4)
    # A class of weight zero is not there.
    assert weighted.fit(X, Y, sample_weight=(Y != 1).astype(float)).classes_.tolist() == [0, 2]


def test_weights_that_a_machine_cannot_use_are_refused():
    with pytest.raises(ParameterError, match="Pipeline cannot be fitted with sample_weight"):
        OneVsOne(make_pipeline(StandardScaler(), SVC())).fit(X, Y, sample_weight=np.ones(len(X)))


@pytest.mark.parametrize("ensemble", ENSEMBLES)
def test_a_class_missing_from_a_fold_is_never_predicted(ensemble):
    machine = ensemble(SVC()).fit(X[Y != 1], Y[Y != 1])
    assert set(machine.predict(X)) <= {0, 2}
    scores = cross_val_score(ensemble(SVC()), X, Y, cv=[(np.flatnonzero(Y != 2), np.flatnonzero(Y == 2))])
    assert scores.tolist() == [0.0]


@pytest.mark.parametrize("ensemble", ENSEMBLES)
def test_sparse_tables_and_grids(ensemble):
    dense, sparse = ensemble(SVC(C=2.0)).fit(X, Y), ensemble(SVC(C=2.0)).fit(sp.csr_array(X), Y)
    np.testing.assert_array_equal(dense.predict(X), sparse.predict(sp.csr_array(X)))
    search = GridSearchCV(ensemble(SVC(kernel=Linear())), {"estimator__C": [0.01, 1.0]}, cv=3).fit(X, Y)
    assert search.best_score_ > 0.9


def test_a_kernel_inside_a_pipeline_is_left_alone():
    pipeline = make_pipeline(StandardScaler(), SVC(kernel=Gaussian(1.0)))
    assert isinstance(source_of(pipeline, X, 10**9), Table)
    assert (OneVsOne(pipeline).fit(X, Y).predict(X) == Y).mean() > 0.95
