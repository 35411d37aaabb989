"""LogisticRegression against closed forms, scikit-learn at tight tolerance, and its own promise of a gap."""

import inspect
import warnings
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
from estimators.linear.objectives import one_against_rest, soft_max
from estimators.linear.test_linear_svc import sample
from sklearn.datasets import load_breast_cancer
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression as Peer

from drupe import LogisticRegression
from drupe.foundation.errors import ParameterError
from drupe.solvers.solution import Stop


def peer(**said: Any) -> Peer:
    return Peer(**({"tol": 1e-12, "max_iter": 100_000, "solver": "newton-cholesky"} | said))


@pytest.mark.parametrize("fit_intercept", [True, False])
@pytest.mark.parametrize("classes", [2, 3, 7])
@pytest.mark.parametrize("C", [1e-3, 1.0, 100.0])
def test_free_offsets_and_all_classes_at_once_as_the_peer(C, classes, fit_intercept) -> None:
    X, y = sample(n=200, classes=classes)
    ours = LogisticRegression(C=C, fit_intercept=fit_intercept).fit(X, y)
    theirs = peer(C=C, fit_intercept=fit_intercept).fit(X, y)
    assert ours.coef_ == pytest.approx(theirs.coef_, abs=1e-5)
    assert ours.intercept_ == pytest.approx(theirs.intercept_, abs=1e-5)
    assert ours.coef_.shape == theirs.coef_.shape
    assert ours.predict_proba(X) == pytest.approx(theirs.predict_proba(X), abs=1e-5)
    assert ours.predict_log_proba(X) == pytest.approx(theirs.predict_log_proba(X), abs=1e-4)
    assert np.array_equal(ours.predict(X), theirs.predict(X))
    assert ours.decision_function(X).shape == theirs.decision_function(X).shape
    costs = np.full(len(X), C)
    if classes > 2:
        reached, known = (soft_max(one, X, y, costs) for one in (ours, theirs))
    else:
        reached, known = (one_against_rest(one, X, y, costs, "log", "l2", None)[0] for one in (ours, theirs))
    assert reached <= known * (1.0 + 1e-10)
    assert reached == pytest.approx(ours.solution_[0].objective, rel=1e-11)


@pytest.mark.parametrize("C", [0.01, 1.0, 100.0])
def test_liblinear_penalizes_the_offset(C) -> None:
    X, y = sample()
    said = {"solver": "liblinear", "intercept_scaling": 3.0, "C": C}
    ours, theirs = LogisticRegression(**said).fit(X, y), peer(**said).fit(X, y)
    assert ours.coef_ == pytest.approx(theirs.coef_, abs=1e-4)
    assert ours.intercept_ == pytest.approx(theirs.intercept_, abs=1e-4)


def test_liblinear_learns_each_class_against_the_rest() -> None:
    X, y = sample(classes=3)
    machine = LogisticRegression(solver="liblinear").fit(X, y)
    for k, label in enumerate(machine.classes_):
        alone = peer(solver="liblinear").fit(X, y == label)
        assert machine.coef_[k] == pytest.approx(alone.coef_[0], abs=1e-4)
    assert machine.predict_proba(X).sum(axis=1) == pytest.approx(1.0)
    assert np.array_equal(machine.classes_[machine.predict_proba(X).argmax(axis=1)], machine.predict(X))


@pytest.mark.parametrize("solver", ["newton-cg", "newton-cholesky", "sag", "saga"])
def test_other_solvers_are_hints(solver) -> None:
    X, y = sample(classes=3)
    plain = LogisticRegression().fit(X, y)
    assert np.array_equal(LogisticRegression(solver=solver).fit(X, y).coef_, plain.coef_)


@pytest.mark.parametrize("classes", [2, 4])
@pytest.mark.parametrize("class_weight", [None, "balanced", {"class 00": 3.0}])
def test_weights_are_copies(class_weight, classes) -> None:
    X, y = sample(n=80, classes=classes)
    weights = np.random.default_rng(0).integers(0, 4, size=len(X))
    machine = LogisticRegression(class_weight=class_weight)
    weighted = machine.fit(X, y, weights)
    coef, intercept = weighted.coef_.copy(), weighted.intercept_.copy()
    copied = machine.fit(np.repeat(X, weights, axis=0), np.repeat(y, weights))
    assert coef == pytest.approx(copied.coef_, abs=1e-6)
    assert intercept == pytest.approx(copied.intercept_, abs=1e-6)
    theirs = peer(class_weight=class_weight).fit(X, y, weights)
    assert coef == pytest.approx(theirs.coef_, abs=1e-4)


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("said", [{"penalty": None}, {"C": np.inf}])
def test_no_penalty_finds_the_most_likely_weights(said, classes) -> None:
    X, y = sample(n=300, d=3, classes=classes)
    ours = LogisticRegression(**said).fit(X, y)
    theirs = peer(C=np.inf).fit(X, y)
    assert ours.predict_proba(X) == pytest.approx(theirs.predict_proba(X), abs=1e-5)


def test_shares_are_what_an_offset_alone_learns() -> None:
    y = np.repeat(["a", "b", "c"], [5, 3, 2])
    machine = LogisticRegression().fit(np.zeros((10, 1)), y)
    assert machine.predict_proba([[0.0]])[0] == pytest.approx([0.5, 0.3, 0.2], abs=1e-6)
    assert not machine.coef_.any()


@pytest.mark.parametrize("C", [1e-6, 1.0, 1e3, 1e9])
@pytest.mark.parametrize("solver", ["lbfgs", "liblinear"])
def test_raw_columns_in_unlike_units_converge(solver, C) -> None:
    X, y = load_breast_cancer(return_X_y=True)
    machine = LogisticRegression(C=C, solver=solver).fit(X, y)
    assert machine.gap_ <= 1e-4
    (found,) = one_against_rest(machine, X, y, np.full(len(X), C), "log", "l2", 1.0 if solver == "liblinear" else None)
    assert found == pytest.approx(machine.solution_[0].objective, rel=1e-9)


@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("container", [sp.csr_matrix, sp.csc_array, np.asfortranarray, np.float32])
def test_containers_make_no_difference(container, classes) -> None:
    X, y = sample(classes=classes)
    X = np.float32(np.where(np.abs(X) > 0.5, X, 0.0)).astype(np.float64)
    plain = LogisticRegression().fit(X, y)
    other = LogisticRegression().fit(container(X), y)
    assert other.coef_ == pytest.approx(plain.coef_, abs=1e-6)
    assert other.predict_proba(container(X)) == pytest.approx(plain.predict_proba(X), abs=1e-6)


@pytest.mark.parametrize("classes", [2, 3])
def test_a_warm_start_at_the_end_takes_no_step(classes) -> None:
    X, y = sample(n=100, classes=classes)
    machine = LogisticRegression(warm_start=True).fit(X, y)
    coef = machine.coef_.copy()
    again = machine.fit(X, y)
    assert again.solution_[0].steps == 0
    assert np.allclose(again.coef_, coef)
    other = machine.fit(*sample(n=100, d=3, classes=classes))  # another shape: from nothing
    assert other.gap_ <= 1e-4


@pytest.mark.parametrize("classes", [2, 3])
def test_the_gap_bounds_what_is_left(classes) -> None:
    X, y = sample(n=400, d=8, classes=classes)
    best = LogisticRegression(tol=0.0).fit(X, y).solution_[0].objective
    for steps in range(5):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            found = LogisticRegression(max_iter=steps).fit(X, y).solution_[0]
        assert found.objective - best <= found.gap * (1.0 + 1e-9) + 1e-11 * best


def test_steps_that_end_too_early_are_told() -> None:
    with pytest.warns(ConvergenceWarning, match="above its minimum"):
        machine = LogisticRegression(max_iter=1, C=100.0).fit(*sample(classes=3))
    assert machine.solution_[0].stop is Stop.ITERATIONS


def test_far_outputs_keep_their_logarithms() -> None:
    machine = LogisticRegression(C=1e6).fit([[-1.0], [1.0]], [0, 1])
    assert np.isfinite(machine.predict_log_proba([[1e6]])).all()
    assert machine.predict_proba([[1e6]]).tolist() == [[0.0, 1.0]]


def test_twenty_classes_of_one_row() -> None:
    machine = LogisticRegression(C=1e3).fit(np.eye(20), np.arange(20))
    assert machine.predict(np.eye(20)).tolist() == list(range(20))
    assert machine.predict_proba(np.eye(20)).sum(axis=1) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"l1_ratio": 0.5}, "saga"),
        ({"penalty": "elasticnet", "l1_ratio": 0.3}, "saga"),
        ({"l1_ratio": 1.0}, "liblinear"),
        ({"penalty": "l1", "C": np.inf}, "finite"),
        ({"C": -1.0}, "'C'"),
        ({"solver": "sgd"}, "'solver'"),
    ],
)
def test_what_is_not_solved_is_refused(said, words) -> None:
    with pytest.raises(ParameterError, match=words):
        LogisticRegression(**said).fit(*sample(classes=3))


def test_the_signature_is_the_peers() -> None:
    ours, theirs = (inspect.signature(kind).parameters for kind in (LogisticRegression, Peer))
    for name, there in theirs.items():
        assert ours[name].default == there.default, name
        assert ours[name].kind == there.kind, name
