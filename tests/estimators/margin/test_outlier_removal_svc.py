"""Outliers by their multipliers: what is left is a hard margin; planted outliers are found; certificates know of it."""

import numpy as np
import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

from drupe import HardMarginSVC, ManyLabels, OutlierRemovalSVC, certify
from drupe.foundation.errors import InputError, ParameterError
from drupe.witness.hyperplane import Hyperplane
from drupe.witness.kept import Kept
from drupe.witness.touching import Touching


def planted(n=120, wrong=6, seed=0):
    """Two clouds that a line parts, but for a few examples with the label of the other."""
    rng = np.random.default_rng(seed)
    y = np.repeat([0, 1], n // 2)
    X = rng.normal(size=(n, 2)) * 0.5 + np.where(y[:, None] == 1, 2.0, -2.0)
    flipped = rng.choice(n, wrong, replace=False)
    labels = y.copy()
    labels[flipped] = 1 - labels[flipped]
    return X, labels, np.sort(flipped)


@pytest.mark.spec("C.G05")
@pytest.mark.parametrize("seed", range(4))
def test_planted_outliers_are_removed_and_nothing_else(seed):
    X, y, flipped = planted(seed=seed)
    machine = OutlierRemovalSVC("linear", threshold=50.0, tol=1e-6).fit(X, y)
    assert machine.removed_.tolist() == flipped.tolist()
    left = np.setdiff1d(np.arange(len(y)), flipped)
    hard = HardMarginSVC("linear", tol=1e-6).fit(X[left], y[left])
    np.testing.assert_allclose(machine.coef_, hard.coef_, atol=1e-4)
    np.testing.assert_allclose(machine.intercept_, hard.intercept_, atol=1e-4)
    assert machine.margin_ == pytest.approx(hard.margin_, rel=1e-4)
    assert np.abs(machine.dual_coef_).max() < 50.0
    assert set(machine.support_) <= set(left)


@pytest.mark.spec("C.G05")
@pytest.mark.parametrize("fit_intercept", [False, True])
def test_what_is_left_is_a_hard_margin_whatever_was_removed(fit_intercept):
    rng = np.random.default_rng(5)
    X = rng.normal(size=(80, 3))
    y = np.where(X[:, 0] + 0.7 * rng.normal(size=80) > 0, "b", "a")
    machine = OutlierRemovalSVC("rbf", gamma=0.3, threshold=20.0, tol=1e-5, fit_intercept=fit_intercept).fit(X, y)
    assert 0 < len(machine.removed_) < 40
    left = np.setdiff1d(np.arange(80), machine.removed_)
    hard = HardMarginSVC("rbf", gamma=0.3, tol=1e-5, fit_intercept=fit_intercept).fit(X[left], y[left])
    np.testing.assert_allclose(machine.decision_function(X), hard.decision_function(X), atol=2e-3)
    assert (machine.predict(X[left]) == y[left]).all()


def test_separable_classes_lose_nothing():
    X, y, _ = planted(wrong=0)
    machine = OutlierRemovalSVC("linear", threshold=1e6, tol=1e-6).fit(X, y)
    hard = HardMarginSVC("linear", tol=1e-6).fit(X, y)
    assert machine.removed_.tolist() == []
    assert machine.n_rounds_ == 1
    np.testing.assert_allclose(machine.coef_, hard.coef_, atol=1e-5)


def test_positions_are_those_of_the_data_as_they_came():
    X, y, flipped = planted()
    weights = np.ones(len(y))
    weights[[0, 1, 2]] = 0.0
    machine = OutlierRemovalSVC("linear", threshold=50.0).fit(X, y, sample_weight=weights)
    assert machine.removed_.tolist() == [i for i in flipped if i > 2]


@pytest.mark.spec("C.G05")
def test_certificates_count_the_removed_examples():
    X, y, flipped = planted(400, 8)
    machine = OutlierRemovalSVC("linear", threshold=50.0).fit(X, y)
    evidence = machine._evidence(*[machine._new(X), y.astype(np.int64)])
    assert not evidence.has(Kept)
    assert not evidence.has(Touching)
    assert "chose by their labels" in evidence.why_not(Kept)
    plane = evidence.witnesses[Hyperplane]()
    assert (plane.margins < 0).sum() == len(flipped)
    table = certify(machine, X, y, delta=0.05)
    assert all(one.value >= len(flipped) / 400 for one in table.valid if one.subject.value == "the fitted rule itself")


def test_a_threshold_that_leaves_nothing_is_refused():
    X, y, _ = planted()
    with pytest.raises(InputError, match="all examples of a class are taken away"):
        OutlierRemovalSVC("linear", threshold=1e-4).fit(X, y)
    with pytest.raises(ParameterError, match="threshold"):
        OutlierRemovalSVC("linear", threshold=0.0).fit(X, y)


def test_inside_many_labels():
    X, y, flipped = planted()
    model = ManyLabels(OutlierRemovalSVC("linear", threshold=50.0)).fit(X, np.column_stack([y, 1 - y]))
    assert [one.removed_.tolist() for one in model.estimators_] == [flipped.tolist()] * 2


@parametrize_with_checks([OutlierRemovalSVC()])
def test_scikit_learn_is_content(estimator, check):
    check(estimator)
