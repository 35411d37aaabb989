"""Linear machines over wide ranges of costs and shapes: objectives written down anew, bounds of them found apart."""

from itertools import product
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
from estimators.linear.objectives import loss_of, outputs, penalty_of
from scipy.special import xlogy

from drupe import LinearSVC, LinearSVR, LogisticRegression, linear_path

STORAGES = (np.asarray, np.asfortranarray, np.float32, sp.csr_array, sp.csc_array)
WIDTH = 0.1


def sample(seed: int, most_rows: int = 80) -> tuple[np.ndarray, np.ndarray, np.ndarray, float]:
    """Rows, ±1, weights and C: unlike units, columns and rows of zeros, doubles, small classes, weights of zero."""
    rng = np.random.default_rng(seed)
    n, d = int(rng.integers(2, most_rows + 1)), int(rng.choice([1, 2, 5, 40, 200]))
    X = rng.normal(size=(n, d)) * 10.0 ** rng.uniform(-2.0, 2.0, d) ** (seed % 2)
    X[:, rng.integers(d)] = rng.choice([0.0, 1.0, 100.0])
    X[:, 0] = X[:, -1]
    X[rng.random(n) < 0.1] = 0.0
    y = np.where(rng.random(n) < rng.choice([0.05, 0.5]), 1.0, -1.0)
    y[:2] = -1.0, 1.0
    weights = rng.choice([0.0, 0.5, 1.0, 3.0], size=n)
    weights[:2] = 1.0
    return X.astype(np.float32).astype(float), y, weights, float(10.0 ** rng.uniform(-5.0, 4.0))


def with_constant(X: np.ndarray, scaling: float | None) -> np.ndarray:
    return X if scaling is None else np.column_stack([X, np.full(len(X), scaling)])


def objective(machine: Any, X: np.ndarray, y: np.ndarray, costs: np.ndarray, kind: str, penalty: str) -> float:
    """F(w), the offset being penalized."""
    scaling = machine.intercept_scaling if machine.fit_intercept else None
    coef, intercept = np.ravel(machine.coef_), float(np.ravel(machine.intercept_)[0])
    f = outputs(X, coef, intercept)[:, 0]
    return penalty_of(penalty, coef, intercept, scaling) + float(np.sum(costs * loss_of(kind, y, f, WIDTH)))


def rounding(machine: Any, X: np.ndarray, y: np.ndarray, costs: np.ndarray) -> float:
    """How far the rounding of outputs alone may move F."""
    reach = np.abs(X) @ np.abs(np.ravel(machine.coef_)) + np.abs(np.ravel(machine.intercept_)[0]) + np.abs(y)
    return 1e-15 * float(costs @ reach) * len(X)


def dual_of_slopes(A: np.ndarray, w: np.ndarray, y: np.ndarray, costs: np.ndarray, kind: str, penalty: str) -> float:
    """D(a) ≤ F(w*) for a = −c L'(m), made feasible by a factor where the penalty is a sum of absolute values."""
    m, c = A @ w, np.where(costs > 0.0, costs, 1.0)
    away = np.sign(y - m) * np.maximum(np.abs(y - m) - WIDTH, 0.0)
    slopes = {
        "log": lambda: y * np.exp(-np.logaddexp(0.0, y * m)),
        "squared_hinge": lambda: 2.0 * y * np.maximum(0.0, 1.0 - y * m),
        "squared_epsilon_insensitive": lambda: 2.0 * away,
    }
    a = costs * slopes[kind]()
    if penalty == "l1":
        a = a / max(1.0, float(np.abs(A.T @ a).max()))
    share = y * a / c
    gains = {
        "log": lambda: -c * (xlogy(share, share) + xlogy(1.0 - share, 1.0 - share)),
        "squared_hinge": lambda: y * a - a * a / (4.0 * c),
        "squared_epsilon_insensitive": lambda: a * y - WIDTH * np.abs(a) - a * a / (4.0 * c),
    }
    used = gains[kind]()[costs > 0.0].sum()
    return float(used - (0.5 * np.sum((A.T @ a) ** 2) if penalty == "l2" else 0.0))


def least_with_corners(A: np.ndarray, y: np.ndarray, costs: np.ndarray, width: float | None) -> float:
    """max D(a) of hinge loss, or of the insensitive one with its width: every a is at a corner or in between."""
    K = A @ A.T
    ends = [0.0, 1.0] if width is None else [-1.0, 0.0, 1.0]
    between = [1.0] if width is None else [-1.0, 1.0]
    best = -np.inf
    for places in product([(e, 0.0) for e in ends] + [(0.0, s) for s in between], repeat=len(y)):
        fixed, side = np.array(places).T
        a = costs * fixed if width is not None else y * costs * fixed
        free = side != 0.0
        gain = y - (0.0 if width is None else width) * side
        if free.any():
            a[free] = np.linalg.lstsq(K[np.ix_(free, free)], (gain - K @ a)[free])[0]
        low, high = (-costs, costs) if width is not None else (np.minimum(0.0, y * costs), np.maximum(0.0, y * costs))
        a = np.clip(a, low, high)  # feasible, so that D(a) is a bound wherever it is
        best = max(best, a @ y - (0.0 if width is None else width) * np.abs(a).sum() - 0.5 * a @ K @ a)
    return float(best)


def machine_for(kind: str, penalty: str, seed: int, C: float) -> Any:
    rng = np.random.default_rng(seed)
    common = {
        "C": C,
        "fit_intercept": bool(rng.integers(2)),
        "intercept_scaling": float(rng.choice([1.0, 10.0])),
        "max_iter": 1000,
        "tol": float(rng.choice([1e-2, 1e-4, 1e-7])),
        "n_jobs": 1,
    }
    if kind == "log":
        return LogisticRegression(solver="liblinear", l1_ratio=float(penalty == "l1"), **common)
    if kind.endswith("insensitive"):
        return LinearSVR(loss=kind, epsilon=WIDTH, **common)
    return LinearSVC(penalty, kind, **common)


def promised(machine: Any, found: float, at_least: float, slip: float) -> None:
    """The gap reaches down to the minimum, and is no larger than was asked for."""
    assert machine.gap_ <= machine.tol
    assert found <= at_least + machine.gap_ * found * (1.0 + 1e-9) + 1e-9 * abs(found) + slip


SMOOTH = [
    ("squared_hinge", "l2"),
    ("squared_epsilon_insensitive", "l2"),
    ("log", "l2"),
    ("squared_hinge", "l1"),
    ("log", "l1"),
]


@pytest.mark.parametrize("seed", range(16))
@pytest.mark.parametrize(("kind", "penalty"), SMOOTH)
def test_smooth_losses_reach_what_they_promise(kind: str, penalty: str, seed: int) -> None:
    X, y, weights, C = sample(seed)
    C = min(C, 10.0) if penalty == "l1" else C
    machine = machine_for(kind, penalty, seed, C).fit(STORAGES[seed % 5](X), y, weights)
    exact = machine_for(kind, penalty, seed, C).set_params(tol=1e-9).fit(X, y, weights)
    scaling = machine.intercept_scaling if machine.fit_intercept else None
    w = np.append(exact.coef_, [] if scaling is None else exact.intercept_ / scaling)
    least = dual_of_slopes(with_constant(X, scaling), w, y, C * weights, kind, penalty)
    found, best = (objective(one, X, y, C * weights, kind, penalty) for one in (machine, exact))
    slip = rounding(machine, X, y, C * weights)
    assert least <= best * (1.0 + 1e-9) + slip
    assert best <= least * (1.0 + 1e-6) + slip  # so that the bound says something
    promised(machine, found, best, slip)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("kind", ["hinge", "epsilon_insensitive"])
def test_losses_with_corners_reach_what_they_promise(kind: str, seed: int) -> None:
    X, y, weights, C = sample(seed, 6 if kind == "hinge" else 4)
    machine = machine_for(kind, "l2", seed, C).fit(STORAGES[seed % 5](X), y, weights)
    scaling = machine.intercept_scaling if machine.fit_intercept else None
    A = with_constant(X, scaling)
    least = least_with_corners(A, y, C * weights, None if kind == "hinge" else WIDTH)
    found, slip = objective(machine, X, y, C * weights, kind, "l2"), rounding(machine, X, y, C * weights)
    promised(machine, found, least, slip)
    assert least <= found * (1.0 + 1e-7) + slip


@pytest.mark.parametrize("C", [1.0, 1e4, 4e7])
def test_two_rows_of_many_columns_are_met(C: float) -> None:
    X, y = np.random.default_rng(0).normal(size=(2, 200)), np.array([-1.0, 1.0])
    machine = LinearSVC(loss="hinge", C=C, fit_intercept=False).fit(X, y)
    assert objective(machine, X, y, np.full(2, C), "hinge", "l2") == pytest.approx(
        0.5 * y @ np.linalg.solve(X @ X.T, y), rel=2e-4
    )


@pytest.mark.parametrize("C", [1.0, 1e4, 1e7])
@pytest.mark.parametrize("loss", ["squared_hinge", "squared_epsilon_insensitive"])
def test_few_rows_in_unlike_units_are_met(loss: str, C: float) -> None:
    """F* = ½ y'(XX' + 1/(2C))⁻¹ y where all rows count."""
    rng = np.random.default_rng(5)
    X, y = rng.normal(size=(3, 200)) * 10.0 ** rng.uniform(-4.0, 4.0, 200), np.array([-1.0, 1.0, -1.0])
    svr = loss != "squared_hinge"
    machine: Any = LinearSVR(loss=loss, C=C, fit_intercept=False) if svr else LinearSVC(C=C, fit_intercept=False)
    machine.fit(X, y)
    least = 0.5 * y @ np.linalg.solve(X @ X.T + np.eye(3) / (2.0 * C), y)
    assert machine.solution_[0].objective == pytest.approx(least, rel=2e-4)


@pytest.mark.parametrize("C", [1e-4, 1e-3, 1e-2])
@pytest.mark.parametrize("svr", [False, True])
def test_small_costs_end_at_the_same_minimum(svr: bool, C: float) -> None:
    """A step of the path begins from dual variables, and so with another method than a fit of its own."""
    rng = np.random.default_rng(7)
    X = rng.normal(size=(400, 12))
    y = np.sign(X[:, 0] + rng.normal(size=400))
    machine: Any = LinearSVR if svr else LinearSVC
    loss = "epsilon_insensitive" if svr else "hinge"
    found = machine(loss=loss, C=C, tol=1e-9).fit(X, y).solution_[0]
    followed = linear_path(machine(loss=loss, tol=1e-9), X, y, [C / 4.0, C])[-1].solution_[0]
    assert found.relative_gap <= 1e-9
    assert found.objective == pytest.approx(followed.objective, rel=3e-9)
