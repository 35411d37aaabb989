"""The search over C finds what scikit-learn's grid search finds, and is an SVC in everything else."""

import numpy as np
import pytest
import scipy.sparse as sp
from selection.path_samples import several_classes, two_classes
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine
from sklearn.exceptions import ConvergenceWarning
from sklearn.model_selection import GridSearchCV, KFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC as Peer
from sklearn.utils.estimator_checks import parametrize_with_checks

from drupe import SVC, SVCPathCV
from drupe.foundation.errors import ParameterError
from drupe.inputs import Vectors
from drupe.kernels import Laplacian
from drupe.selection.prepared_fold import PreparedFold

CS = np.logspace(-2, 3, 8)
TOLERANCE = 1e-8

DATA = {"iris": load_iris, "wine": load_wine, "breast cancer": load_breast_cancer, "digits": load_digits}


def bundled(name: str) -> tuple[np.ndarray, np.ndarray]:
    x, y = DATA[name](return_X_y=True)
    if name == "digits":
        x, y = x[:600], y[:600]
    return StandardScaler().fit_transform(x), y


def grid_search(
    x: np.ndarray, y: np.ndarray, cv: object = 5, Cs: np.ndarray = CS, **parameters: object
) -> GridSearchCV:
    return GridSearchCV(Peer(tol=TOLERANCE, **parameters), {"C": Cs}, cv=cv).fit(x, y)


def agree(machine: SVCPathCV, search: GridSearchCV) -> None:
    columns = [f"split{i}_test_score" for i in range(search.n_splits_)]
    for column in columns:
        np.testing.assert_allclose(machine.cv_results_[column], search.cv_results_[column], atol=1e-12)
    np.testing.assert_allclose(machine.path_.mean, search.cv_results_["mean_test_score"])
    np.testing.assert_allclose(machine.path_.std, search.cv_results_["std_test_score"], atol=1e-12)
    assert machine.cv_results_["rank_test_score"].tolist() == search.cv_results_["rank_test_score"].tolist()
    assert search.best_params_["C"] == machine.C_
    assert machine.best_score_ == pytest.approx(search.best_score_)


@pytest.mark.parametrize("name", DATA)
@pytest.mark.spec("C.E18")
def test_scores_are_those_of_grid_search(name: str) -> None:
    x, y = bundled(name)
    gamma = 1.0 / x.shape[1]
    machine = SVCPathCV(Cs=CS, gamma=gamma, tol=TOLERANCE).fit(x, y)
    agree(machine, grid_search(x, y, gamma=gamma))
    assert (machine.n_candidates_, machine.n_splits_) == (len(CS), 5)


@pytest.mark.parametrize(
    "parameters",
    [
        {"kernel": "linear"},
        {"kernel": "poly", "gamma": 0.3, "coef0": 1.0},
        {"class_weight": "balanced", "gamma": 0.5},
        {"class_weight": {"a": 3.0, "b": 0.5}, "gamma": 0.5},
        {"break_ties": True, "gamma": 0.5},
    ],
    ids=lambda parameters: next(iter(parameters)),
)
def test_parameters_mean_what_they_mean_to_scikit_learn(parameters: dict) -> None:
    x, y = several_classes()
    # Where C is so small that every example stands at the end of its box, balanced classes leave the offset open.
    Cs = CS[2:]
    agree(SVCPathCV(Cs=Cs, tol=TOLERANCE, **parameters).fit(x, y), grid_search(x, y, Cs=Cs, **parameters))


@pytest.mark.parametrize("sample", [two_classes, several_classes])
def test_a_matrix_too_large_to_hold_changes_nothing(sample: object) -> None:
    x, y = sample()
    held = SVCPathCV(Cs=CS, gamma=0.5).fit(x, y)
    computed = SVCPathCV(Cs=CS, gamma=0.5, cache_size=0.05).fit(x, y)
    assert held.path_.folds.tolist() == computed.path_.folds.tolist()


@pytest.mark.parametrize("cv", [3, KFold(4, shuffle=True, random_state=1), [(np.arange(100), np.arange(100, 150))]])
def test_any_folds_will_do(cv: object) -> None:
    x, y = several_classes()
    agree(SVCPathCV(Cs=CS, cv=cv, gamma=0.5, tol=TOLERANCE).fit(x, y), grid_search(x, y, cv=cv, gamma=0.5))


def test_a_class_that_a_fold_does_not_see_gets_no_votes_there() -> None:
    x, y = several_classes(k=3)
    order = np.argsort(y, kind="stable")
    x, y = x[order], y[order]
    cv = [(np.flatnonzero(y != "c"), np.flatnonzero(y == "c")), (np.arange(0, 150, 2), np.arange(1, 150, 2))]
    machine = SVCPathCV(Cs=CS, cv=cv, gamma=0.5, tol=TOLERANCE).fit(x, y)
    assert machine.path_.folds[:, 0].tolist() == [0.0] * len(CS)
    agree(machine, grid_search(x, y, cv=cv, gamma=0.5))


@pytest.mark.parametrize("scoring", ["roc_auc", "f1", "balanced_accuracy"])
def test_scorers_of_scikit_learn(scoring: str) -> None:
    x, signs = two_classes()
    y = (signs > 0).astype(int)
    search = GridSearchCV(Peer(tol=TOLERANCE, gamma=0.5), {"C": CS}, scoring=scoring).fit(x, y)
    agree(SVCPathCV(Cs=CS, gamma=0.5, tol=TOLERANCE, scoring=scoring).fit(x, y), search)


@pytest.mark.spec("C.E18")
def test_the_machine_at_the_end_is_the_svc_with_that_c() -> None:
    x, y = several_classes()
    machine = SVCPathCV(Cs=CS, gamma=0.5).fit(x, y)
    alone = SVC(C=machine.C_, gamma=0.5).fit(x, y)
    np.testing.assert_array_equal(machine.decision_function(x), alone.decision_function(x))
    np.testing.assert_array_equal(machine.support_, alone.support_)
    assert machine.predict(x[:3]).tolist() == alone.predict(x[:3]).tolist()


def test_sparse_precomputed_and_own_kernels() -> None:
    x, y = several_classes()
    dense = SVCPathCV(Cs=CS, gamma=0.5).fit(x, y).path_.folds
    distances = ((x[:, None] - x[None]) ** 2).sum(axis=2)
    assert SVCPathCV(Cs=CS, gamma=0.5).fit(sp.csr_matrix(x), y).path_.folds.tolist() == dense.tolist()
    precomputed = SVCPathCV(Cs=CS, kernel="precomputed").fit(np.exp(-0.5 * distances), y)
    assert precomputed.path_.folds.tolist() == dense.tolist()
    by_name = SVCPathCV(Cs=CS, kernel=Laplacian(1.0)).fit(x, y)
    assert by_name.path_.folds.shape == (len(CS), 5)
    function = SVCPathCV(Cs=CS, kernel=lambda a, b: np.exp(-0.5 * ((a[:, None] - b[None]) ** 2).sum(axis=2))).fit(x, y)
    assert function.path_.folds.tolist() == dense.tolist()


def test_a_weight_of_two_is_two_examples() -> None:
    x, y = several_classes(90)
    weights = np.random.default_rng(0).integers(0, 3, len(y))
    held = np.arange(len(y)) % 3
    cv = [(np.flatnonzero(held != i), np.flatnonzero(held == i)) for i in range(3)]
    weighted = SVCPathCV(Cs=CS, cv=cv, gamma=0.5).fit(x, y, sample_weight=weights)
    repeated = np.repeat(held, weights)
    cv = [(np.flatnonzero(repeated != i), np.flatnonzero(repeated == i)) for i in range(3)]
    copies = SVCPathCV(Cs=CS, cv=cv, gamma=0.5).fit(np.repeat(x, weights, axis=0), np.repeat(y, weights))
    np.testing.assert_allclose(weighted.path_.folds, copies.path_.folds)


def test_number_of_threads_changes_nothing() -> None:
    x, y = several_classes(700)
    one, two = (SVCPathCV(Cs=CS, gamma=0.5, n_jobs=jobs).fit(x, y) for jobs in (1, 2))
    assert one.path_.folds.tolist() == two.path_.folds.tolist()


def test_a_search_that_stops_short_says_so() -> None:
    x, signs = two_classes(600)
    with pytest.warns(ConvergenceWarning) as told:
        SVCPathCV(Cs=[1000.0], gamma=20.0, max_iter=3).fit(x, signs)
    assert any("in some folds the solver stopped short" in str(one.message) for one in told)


@pytest.mark.parametrize("wrong", [0, [], [0.0], "many", [[1.0]]])
def test_candidates_that_cannot_be_are_refused_at_fit(wrong: object) -> None:
    x, y = several_classes()
    with pytest.raises(ParameterError, match="C"):
        SVCPathCV(Cs=wrong).fit(x, y)


@parametrize_with_checks([SVCPathCV(Cs=[0.1, 1.0, 10.0], cv=3)])
def test_scikit_learn_is_content_with_the_search(estimator, check) -> None:
    check(estimator)


def test_scores_are_those_of_the_fit_without_it():
    X, y = load_iris(return_X_y=True)
    heard = []
    machine = SVCPathCV(Cs=[0.1, 1.0], cv=4)
    found = machine.scores(X, y, progress=heard.append)
    assert np.array_equal(found.folds, SVCPathCV(Cs=[0.1, 1.0], cv=4).fit(X, y).path_.folds)
    assert not hasattr(machine, "classes_")
    assert heard == sorted(heard)
    assert heard[-1] == 1.0
    weights = np.r_[np.zeros(10), np.ones(140)]
    weighted = machine.scores(X, y, weights)
    assert np.array_equal(weighted.folds, machine.scores(X[10:], y[10:]).folds)


@pytest.mark.parametrize(
    "parameters", [{"gamma": "scale"}, {"class_weight": "balanced", "kernel": "linear"}, {"break_ties": True}]
)
@pytest.mark.parametrize("cache_size", [200, 0.5, 0.05])
def test_answers_are_those_of_pipelines_fitted_in_each_fold(parameters: dict, cache_size: float) -> None:
    x, y = several_classes()
    x = x * [1.0, 30.0]
    cuts, Cs, folds = list(KFold(4, shuffle=True, random_state=0).split(x)), CS[2:], []
    for seen, held in cuts:
        scaler = StandardScaler().fit(x[seen])
        given = Vectors.of(scaler.transform(x[seen])), y[seen], Vectors.of(scaler.transform(x[held]))
        folds.append(PreparedFold(*given))
    machine, heard = SVCPathCV(Cs=Cs, tol=TOLERANCE, cache_size=cache_size, **parameters), []
    found = machine.answers(folds, progress=heard.append)
    assert not hasattr(machine, "classes_")
    assert heard == sorted(heard)
    assert heard[-1] == 1.0
    for (seen, held), said in zip(cuts, found, strict=True):
        for row, C in enumerate(Cs):
            peer = make_pipeline(StandardScaler(), Peer(C=C, tol=TOLERANCE, **parameters)).fit(x[seen], y[seen])
            assert said[row].tolist() == peer.predict(x[held]).tolist()


def test_answers_know_the_classes_that_a_fold_sees() -> None:
    x, y = several_classes(k=3)
    fold = PreparedFold(Vectors.of(x[y != "c"]), y[y != "c"], Vectors.of(x[y == "c"]))
    (said,) = SVCPathCV(Cs=[1.0], gamma=0.5).answers([fold])
    assert said[0].tolist() == SVC(gamma=0.5).fit(x[y != "c"], y[y != "c"]).predict(x[y == "c"]).tolist()
