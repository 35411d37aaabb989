"""Fits of support vector machines against float64: optimality, duality gap and boxes from what they publish."""

from itertools import combinations

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.svm import SVC as TheirSVC

from drupe import SVC, SVR, OneClassSVM

pytestmark = pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning", "ignore::UserWarning")

ROUNDING = 1e-14
"""Part of all that is added up that float64 may lose."""


def row_counts(rng, n, d):
    """Rows with none, one, all or about 255 ones."""
    ones = np.minimum(rng.choice([0, 1, 2, 255, 256, 257, d], size=n), d)
    return np.stack([rng.permutation(np.arange(d) < count) for count in ones]).astype(float)


def one_cell(X, value):
    """A table whose last row breaks the rule that all others keep."""
    X[-1, 0] = value
    return X


TABLES = {
    "normal": lambda rng, n, d: rng.normal(size=(n, d)),
    "zero or one": lambda rng, n, d: (rng.random((n, d)) < rng.choice([0.02, 0.3, 0.9])).astype(float),
    "zero or one but one cell": lambda rng, n, d: one_cell((rng.random((n, d)) < 0.3).astype(float), 1.0 + 1e-7),
    "zero or a third": lambda rng, n, d: (rng.random((n, d)) < 0.3) / 3.0,
    "counts of ones": row_counts,
    "0 to 15": lambda rng, n, d: rng.integers(0, 16, (n, d)).astype(float),
    "0 to 255": lambda rng, n, d: rng.integers(0, 256, (n, d)) * (rng.random((n, d)) < 0.4).astype(float),
    "-128 to 127": lambda rng, n, d: rng.integers(-128, 128, (n, d)).astype(float),
    "-1000 to 1000": lambda rng, n, d: rng.integers(-1000, 1001, (n, d)).astype(float),
    "0 to 40000": lambda rng, n, d: rng.integers(0, 40001, (n, d)).astype(float),
    "huge": lambda rng, n, d: rng.integers(-(10**9), 10**9, (n, d)).astype(float),
    "whole but one cell": lambda rng, n, d: one_cell(rng.integers(0, 256, (n, d)).astype(float), 7.5),
    "tenths": lambda rng, n, d: rng.integers(0, 100, (n, d)) / 10,
    "pixels": lambda rng, n, d: rng.integers(0, 256, (n, d)) / 255,
    "constant columns": lambda rng, n, d: rng.normal(size=(n, d)) * (np.arange(d) % 2) + 7.25,
    "equal columns": lambda rng, n, d: np.repeat(rng.normal(size=(n, 1)), d, axis=1),
    "far away": lambda rng, n, d: rng.normal(size=(n, d)) + 1e6,
    "equal rows": lambda rng, n, d: rng.normal(size=(n, d))[rng.integers(0, n // 3, n)],
}

STORED = {
    "C": np.ascontiguousarray,
    "F": np.asfortranarray,
    "strided": lambda X: np.repeat(X, 2, axis=1)[:, ::2],
    "CSR": sp.csr_matrix,
    "CSC": sp.csc_matrix,
}


def problem(seed):
    """Examples as stored, their numbers in float64, outputs on which classes depend, a kernel's parameters and C."""
    rng = np.random.default_rng(seed)
    n, d = int(rng.choice([5, 31, 120, 260, 500, 501])), int(rng.choice([1, 2, 12, 13, 64, 128, 129, 300]))
    X = TABLES[list(TABLES)[seed % len(TABLES)]](rng, n, d)
    X = X.astype(np.float32) if rng.random() < 0.3 else X
    stored, X = STORED[str(rng.choice(list(STORED)))](X), X.astype(float)
    spread = float(X.std()) or 1.0
    target = (X - X.mean(axis=0)) @ rng.normal(size=d) / (spread * np.sqrt(d)) + 0.2 * rng.normal(size=n)
    gamma = float(rng.choice([1e-6, 0.01, 1.0, 1.0, 10.0, 1e6])) / (d * spread**2)
    kernel = {"kernel": str(rng.choice(["rbf", "rbf", "rbf", "poly"])), "gamma": gamma, "degree": 2}
    kernel["gamma"] = min(gamma, 1.0 / (d * float(np.square(X).mean() or 1.0))) if kernel["kernel"] == "poly" else gamma
    return rng, stored, X, target, kernel, float(rng.choice([1e-6, 0.01, 1.0, 100.0, 1e5, 1e9]))


def compare(X, kernel):
    """The kernel matrix, from differences or products in float64."""
    if kernel["kernel"] == "poly":
        return (kernel["gamma"] * (X @ X.T)) ** kernel["degree"]
    return np.stack([np.exp(-kernel["gamma"] * np.square(X - x).sum(axis=1)) for x in X])


def classes_of(rng, target):
    """Two to twelve classes, none of them empty, and often one of a single example."""
    k = int(min(len(target), rng.choice([2, 2, 3, 7, 12])))
    y = np.argsort(np.argsort(target)) * k // len(target)
    y[(y == k - 1) & (np.arange(len(y)) != np.argmax(target))] -= int(k > 2 and rng.random() < 0.3)
    return y


def dense(a):
    return np.asarray(a.toarray() if sp.issparse(a) else a, dtype=np.float64)


def violation(slopes, up, down):
    """How much could be gained by a step up of one coefficient and down of another, per length of the step."""
    return slopes[up].max() - slopes[down].min() if up.any() and down.any() else 0.0


def pairs_of(machine, y):
    """For each pair of classes: its examples, their signs, coefficients and offset."""
    dual, ends = dense(machine.dual_coef_), np.concatenate([[0], np.cumsum(machine.n_support_)])
    for p, (i, j) in enumerate(combinations(range(len(machine.classes_)), 2)):
        coefficients = np.zeros(len(y))
        for own, row in ((slice(ends[i], ends[i + 1]), j - 1), (slice(ends[j], ends[j + 1]), i)):
            coefficients[machine.support_[own]] = dual[row, own]
        rows = np.flatnonzero((y == i) | (y == j))
        first = 1.0 if len(machine.classes_) > 2 else -1.0
        yield rows, np.where(y[rows] == i, first, -first), coefficients[rows], machine.intercept_[p]


@pytest.mark.parametrize("seed", range(180))
def test_classifiers_are_optimal(seed):
    rng, stored, X, target, kernel, C = problem(seed)
    y, tol = classes_of(rng, target), float(rng.choice([1e-1, 1e-3, 1e-5]))
    weights = np.where(rng.random(len(y)) < 0.2, 0.0, 1.5) if rng.random() < 0.3 else np.ones(len(y))
    weights[np.unique(y, return_index=True)[1]] = 1.0
    machine = SVC(C=C, tol=tol, max_iter=100_000, **kernel).fit(stored, y, sample_weight=weights)
    np.testing.assert_array_equal(dense(machine.support_vectors_), X[machine.support_])
    K = compare(X, kernel)
    for rows, signs, coefficients, offset in pairs_of(machine, y):
        outputs, boxes, alpha = K[np.ix_(rows, rows)] @ coefficients, C * weights[rows], coefficients * signs
        lost = ROUNDING * np.abs(coefficients).sum() * np.abs(K).max()
        assert (alpha >= 0.0).all()
        assert (alpha <= boxes * (1.0 + ROUNDING)).all()
        assert abs(coefficients.sum()) <= 1e-9 * np.abs(coefficients).sum()
        up, down = coefficients < np.where(signs > 0, boxes, 0), coefficients > np.where(signs > 0, 0, -boxes)
        if machine.solver_info_.converged:
            assert violation(signs - outputs, up, down) <= 2.0 * tol + lost
        losses = boxes @ np.maximum(0.0, 1.0 - signs * (outputs + offset))
        gap = coefficients @ outputs + losses - alpha.sum()
        assert gap >= -(lost + 1e-12) * (1.0 + alpha.sum()), "no rule does better than the dual allows"
        if machine.solver_info_.converged:
            assert gap <= (4.0 * tol + lost) * (boxes.sum() + alpha.sum()), "what slack may cost at this tolerance"


@pytest.mark.parametrize("seed", range(500, 590))
def test_regressions_are_optimal(seed):
    rng, stored, X, y, kernel, C = problem(seed)
    tol, epsilon = float(rng.choice([1e-1, 1e-3, 1e-5])), float(rng.choice([0.0, 0.1]))
    machine = SVR(C=C, epsilon=epsilon, tol=tol, max_iter=100_000, **kernel).fit(stored, y)
    K, coefficients = compare(X, kernel), np.zeros(len(y))
    coefficients[machine.support_] = dense(machine.dual_coef_)[0]
    outputs, lost = K @ coefficients, ROUNDING * np.abs(coefficients).sum() * np.abs(K).max()
    assert (np.abs(coefficients) <= C * (1.0 + ROUNDING)).all()
    assert abs(coefficients.sum()) <= 1e-9 * np.abs(coefficients).sum()
    np.testing.assert_allclose(machine.predict(stored), outputs + machine.intercept_, rtol=1e-7, atol=1e-9 + lost)
    if machine.solver_info_.converged:
        rising = np.where(coefficients >= 0.0, y - outputs - epsilon, y - outputs + epsilon)
        falling = np.where(coefficients > 0.0, y - outputs - epsilon, y - outputs + epsilon)
        up, down = coefficients < C, coefficients > -C
        assert rising[up].max() - falling[down].min() <= 2.0 * tol + lost


@pytest.mark.parametrize("seed", range(1000, 1060))
def test_one_class_machines_are_optimal(seed):
    rng, stored, X, _, kernel, _ = problem(seed)
    tol, nu = float(rng.choice([1e-1, 1e-3, 1e-5])), float(rng.choice([0.01, 0.1, 0.5, 1.0]))
    machine = OneClassSVM(nu=nu, tol=tol, max_iter=100_000, **kernel).fit(stored)
    K, alpha = compare(X, kernel), np.zeros(len(X))
    alpha[machine.support_] = dense(machine.dual_coef_)[0]
    assert (alpha >= 0.0).all()
    assert (alpha <= 1.0 + 1e-12).all()
    np.testing.assert_allclose(alpha.sum(), nu * len(X), rtol=1e-9)
    if machine.solver_info_.converged:
        lost = ROUNDING * alpha.sum() * np.abs(K).max()
        assert violation(-(K @ alpha), alpha < 1.0 - 1e-12, alpha > 0.0) <= 2.0 * tol + lost


@pytest.mark.parametrize("table", TABLES)
def test_objectives_are_those_of_a_peer(table):
    """Solved on both sides far beyond the usual tolerance."""
    rng = np.random.default_rng(7)
    X = TABLES[table](rng, 150, 13)
    X = (X - X.mean()) if table in ("far away", "pixels", "tenths") else X
    y = (X @ rng.normal(size=13) + X.std() * rng.normal(size=150) > np.median(X @ np.ones(13))).astype(int)
    y[:2] = 0, 1
    gamma = 1.0 / (13 * float(np.square(X - X.mean(axis=0)).mean() or 1.0))
    K, values = compare(X, {"kernel": "rbf", "gamma": gamma}), []
    for machine in (SVC(C=10.0, gamma=gamma, tol=1e-8), TheirSVC(C=10.0, gamma=gamma, tol=1e-8)):
        machine.fit(X, y)
        dual = machine.dual_coef_[0]
        values.append(np.abs(dual).sum() - 0.5 * dual @ K[np.ix_(machine.support_, machine.support_)] @ dual)
    np.testing.assert_allclose(values[0], values[1], rtol=1e-9)
