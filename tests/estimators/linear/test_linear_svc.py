"""LinearSVC against closed forms, scikit-learn at tight tolerance, and its own promise of a gap."""

import inspect
import itertools
import warnings
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
from estimators.linear.objectives import one_against_rest
from sklearn.datasets import load_breast_cancer
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import LinearSVC as Peer

from drupe import LinearSVC
from drupe.foundation.errors import InputTypeError, ParameterError
from drupe.solvers.solution import Stop

COMBINATIONS = [("l2", "squared_hinge"), ("l2", "hinge"), ("l1", "squared_hinge")]


def sample(n: int = 120, d: int = 5, classes: int = 2, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    X, codes = rng.normal(size=(n, d)), rng.integers(classes, size=n)
    codes[:classes] = np.arange(classes)
    X[np.arange(n), codes % d] += 1.0
    return X, np.array([f"class {c:02d}" for c in range(classes)])[codes]


def peer(penalty: str, loss: str, **others: Any) -> Peer:
    exact = {"tol": 1e-10, "max_iter": 200_000, "random_state": 0}
    return Peer(penalty=penalty, loss=loss, dual=loss == "hinge", **exact, **others)


def objectives(machine: Any, X: Any, y: Any, costs: Any, scaling: float | None) -> np.ndarray:
    return one_against_rest(machine, X, y, costs, machine.loss, machine.penalty, scaling)


@pytest.mark.parametrize("fit_intercept", [True, False])
@pytest.mark.parametrize("classes", [2, 3])
@pytest.mark.parametrize("C", [0.01, 1.0, 30.0])
@pytest.mark.parametrize(("penalty", "loss"), COMBINATIONS)
def test_no_objective_is_above_the_peers(penalty, loss, C, classes, fit_intercept) -> None:
    X, y = sample(classes=classes)
    ours = LinearSVC(penalty, loss, C=C, fit_intercept=fit_intercept, intercept_scaling=2.0).fit(X, y)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        theirs = peer(penalty, loss, C=C, fit_intercept=fit_intercept, intercept_scaling=2.0).fit(X, y)
    scaling = 2.0 if fit_intercept else None
    reached, known = (objectives(one, X, y, C, scaling) for one in (ours, theirs))
    assert (reached <= known * (1.0 + 1e-9)).all()
    assert reached == pytest.approx([one.objective for one in ours.solution_], rel=1e-10)
    if penalty == "l2":  # one minimum: the same weights, as far as the peer went
        assert ours.coef_ == pytest.approx(theirs.coef_, abs=2e-3 * np.abs(theirs.coef_).max())
    assert ours.coef_.shape == theirs.coef_.shape
    assert ours.intercept_.shape == (len(theirs.coef_),)
    assert list(ours.classes_) == list(theirs.classes_)
    agree = ours.predict(X) == theirs.predict(X)
    assert agree.mean() > 0.97


@pytest.mark.parametrize(("penalty", "loss"), COMBINATIONS)
def test_the_gap_bounds_what_is_left(penalty, loss) -> None:
    X, y = sample(n=400, d=8)
    best = LinearSVC(penalty, loss, tol=0.0, max_iter=10_000).fit(X, y).solution_[0]
    assert best.relative_gap <= 1e-9
    for steps in range(6):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            machine = LinearSVC(penalty, loss, max_iter=steps).fit(X, y)
        (found,) = objectives(machine, X, y, 1.0, 1.0)
        assert found - best.objective <= machine.solution_[0].gap * (1.0 + 1e-9) + 1e-11 * found
        assert machine.gap_ == machine.solution_[0].relative_gap


def test_steps_that_end_too_early_are_told() -> None:
    X, y = sample()
    with pytest.warns(ConvergenceWarning, match="above its minimum"):
        machine = LinearSVC(max_iter=1).fit(X, y)
    assert machine.solution_[0].stop is Stop.ITERATIONS
    assert machine.gap_ > 1e-4


@pytest.mark.parametrize(
    ("loss", "C"),
    [*itertools.product(["squared_hinge", "hinge"], [1e-6, 1.0, 1e3]), ("squared_hinge", 1e9)],
)
def test_raw_columns_in_unlike_units_converge(loss, C) -> None:
    X, y = load_breast_cancer(return_X_y=True)
    machine = LinearSVC(loss=loss, C=C).fit(X, y)
    assert machine.gap_ <= 1e-4
    (found,) = objectives(machine, X, y, C, 1.0)
    assert found == pytest.approx(machine.solution_[0].objective, rel=1e-9)


@pytest.mark.parametrize(("penalty", "loss"), COMBINATIONS)
def test_constant_duplicate_and_empty_columns(penalty, loss) -> None:
    X, y = sample()
    more = np.column_stack([X, np.ones(len(X)), X[:, 0], np.zeros(len(X))])
    machine = LinearSVC(penalty, loss).fit(more, y)
    assert machine.gap_ <= 1e-4
    assert machine.coef_[0, -1] == 0.0
    if penalty == "l2":
        assert machine.coef_[0, 0] == pytest.approx(machine.coef_[0, 6], abs=1e-6)


@pytest.mark.parametrize(("penalty", "loss"), COMBINATIONS)
@pytest.mark.parametrize("container", [sp.csr_matrix, sp.csc_matrix, sp.csr_array, np.asfortranarray, np.float32])
def test_containers_make_no_difference(container, penalty, loss) -> None:
    X, y = sample(classes=3)
    X = np.float32(np.where(np.abs(X) > 0.5, X, 0.0)).astype(np.float64)
    plain = LinearSVC(penalty, loss).fit(X, y)
    other = LinearSVC(penalty, loss).fit(container(X), y)
    assert other.coef_ == pytest.approx(plain.coef_, abs=1e-4)
    assert (other.predict(container(X)) == plain.predict(X)).mean() > 0.98


def test_explicit_zeros_and_unsorted_entries() -> None:
    X, y = sample()
    X[X < 0.0] = 0.0
    full = sp.csr_matrix((X.ravel(), np.tile(np.arange(5), len(X)), np.arange(0, X.size + 1, 5)), shape=X.shape)
    backwards = sp.csr_matrix(
        (X[:, ::-1].ravel(), np.tile(np.arange(5)[::-1], len(X)), np.arange(0, X.size + 1, 5)), shape=X.shape
    )
    plain = LinearSVC().fit(X, y).coef_
    for table in (full, backwards):
        assert LinearSVC().fit(table, y).coef_ == pytest.approx(plain, abs=1e-9)


@pytest.mark.parametrize(("penalty", "loss"), COMBINATIONS)
@pytest.mark.parametrize("class_weight", [None, "balanced"])
def test_a_weight_of_three_is_three_copies_and_of_zero_none(class_weight, penalty, loss) -> None:
    X, y = sample(n=60, classes=3)
    weights = np.random.default_rng(0).integers(0, 4, size=len(X))
    machine = LinearSVC(penalty, loss, class_weight=class_weight)
    weighted = machine.fit(X, y, sample_weight=weights).coef_.copy()
    copied = machine.fit(np.repeat(X, weights, axis=0), np.repeat(y, weights)).coef_
    assert weighted == pytest.approx(copied, abs=1e-5)


@pytest.mark.parametrize("classes", [2, 3])
def test_class_weights_are_the_peers(classes) -> None:
    X, y = sample(classes=classes)
    factors = {label: 1.0 + 2.0 * c for c, label in enumerate(np.unique(y))}
    for class_weight in (factors, "balanced"):
        ours = LinearSVC(class_weight=class_weight).fit(X, y)
        theirs = peer("l2", "squared_hinge", class_weight=class_weight).fit(X, y)
        assert ours.coef_ == pytest.approx(theirs.coef_, abs=1e-5)


def test_one_row_for_each_of_twenty_classes() -> None:
    X = np.eye(20)
    machine = LinearSVC(C=100.0).fit(X, np.arange(20))
    assert machine.predict(X).tolist() == list(range(20))
    assert machine.decision_function(X).shape == (20, 20)
    assert len(machine.solution_) == 20


def test_l1_leaves_weights_out_and_sparsifies() -> None:
    X, y = sample(n=200, d=30)
    machine = LinearSVC("l1", C=0.03).fit(X, y)
    assert 0 < np.count_nonzero(machine.coef_) < 15
    decided = machine.decision_function(X)
    assert sp.issparse(machine.sparsify().coef_)
    assert np.array_equal(machine.decision_function(X), decided)
    assert not sp.issparse(machine.densify().coef_)


@pytest.mark.parametrize("dual", ["auto", True, False])
def test_what_the_dual_is_called_makes_no_difference(dual) -> None:
    X, y = sample()
    assert np.array_equal(LinearSVC(dual=dual).fit(X, y).coef_, LinearSVC().fit(X, y).coef_)


def test_threads_change_no_bit() -> None:
    X, y = sample(n=3000, d=40, classes=4)
    found = [LinearSVC(n_jobs=jobs).fit(X, y).coef_ for jobs in (1, 2, 3)]
    assert all(np.array_equal(found[0], other) for other in found[1:])


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"multi_class": "crammer_singer"}, "LogisticRegression"),
        ({"penalty": "l1", "loss": "hinge"}, "squared_hinge"),
        ({"C": 0.0}, "'C'"),
        ({"C": np.inf}, "'C'"),
        ({"loss": "log"}, "'loss'"),
        ({"intercept_scaling": 0.0}, "'intercept_scaling'"),
    ],
)
def test_what_is_not_solved_is_refused(said, words) -> None:
    with pytest.raises(ParameterError, match=words):
        LinearSVC(**said).fit(*sample())


def test_strings_as_examples_are_refused() -> None:
    with pytest.raises(InputTypeError):
        LinearSVC().fit(["cat", "dog"], [0, 1])


def test_the_signature_is_the_peers() -> None:
    ours, theirs = (inspect.signature(kind).parameters for kind in (LinearSVC, Peer))
    for name, there in theirs.items():
        assert ours[name].default == there.default, name
        assert ours[name].kind == there.kind, name
    assert list(itertools.islice(ours, 2)) == ["penalty", "loss"]
