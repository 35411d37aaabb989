"""Linear machines beside scikit-learn's, each at the loosest tolerance that brings it within 1e-6 of the optimum."""

import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import process_time
from typing import Any

import numpy as np
from data import folder, ones
from measure import OURS, Goal, Row, Settings, geometric_mean
from scipy.special import logsumexp
from sklearn.datasets import load_breast_cancer, load_digits
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC, LinearSVR
from threadpoolctl import threadpool_limits

import drupe

NEAR = 1e-6
TOLERANCES = (1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-8, 1e-10)
PRICES = (0.01, 1.0, 100.0)
LONGEST = 6.0
"""Seconds of one fit after which a peer is given no smaller tolerance."""


@dataclass(frozen=True)
class Machine:
    """One kind of problem: ours, the peers with their settings, what an output costs, and the ratio aimed at."""

    name: str
    ours: Callable[..., Any]
    peers: dict[str, Callable[..., Any]]
    loss: Callable[[np.ndarray, np.ndarray], np.ndarray]
    penalized: bool
    faster: float
    l1: bool = False


def _svc(**said: Any) -> Callable[..., Any]:
    return lambda C, tol: LinearSVC(C=C, tol=tol, max_iter=100_000, random_state=0, **said)


def _logistic(**said: Any) -> Callable[..., Any]:
    return lambda C, tol: LogisticRegression(C=C, tol=tol, max_iter=10_000, **said)


LOGISTIC_PEERS = {name: _logistic(solver=name) for name in ("lbfgs", "newton-cg", "newton-cholesky")}

CLASSES = (
    Machine(
        "squared hinge",
        lambda C, tol: drupe.LinearSVC(C=C, tol=tol, n_jobs=1),
        {"primal": _svc(dual=False), "dual": _svc(dual=True)},
        lambda y, f: np.maximum(0.0, 1.0 - y * f) ** 2,
        True,
        6.0,
    ),
    Machine(
        "hinge",
        lambda C, tol: drupe.LinearSVC(loss="hinge", C=C, tol=tol, n_jobs=1),
        {"dual": _svc(loss="hinge", dual=True)},
        lambda y, f: np.maximum(0.0, 1.0 - y * f),
        True,
        5.0,
    ),
    Machine(
        "logistic",
        lambda C, tol: drupe.LogisticRegression(C=C, tol=tol, n_jobs=1),
        LOGISTIC_PEERS,
        lambda y, f: np.logaddexp(0.0, -y * f),
        False,
        3.0,
    ),
    Machine(
        "squared hinge, l1",
        lambda C, tol: drupe.LinearSVC("l1", C=C, tol=tol, n_jobs=1),
        {"primal": _svc(penalty="l1", dual=False)},
        lambda y, f: np.maximum(0.0, 1.0 - y * f) ** 2,
        True,
        6.0,
        l1=True,
    ),
)

NUMBERS = (
    Machine(
        "tube",
        lambda C, tol: drupe.LinearSVR(epsilon=0.1, C=C, tol=tol, n_jobs=1),
        {"dual": lambda C, tol: LinearSVR(epsilon=0.1, C=C, tol=tol, max_iter=100_000, random_state=0)},
        lambda y, f: np.maximum(0.0, np.abs(y - f) - 0.1),
        True,
        5.0,
    ),
)


def objective(machine: Machine, fitted: Any, x: Any, y: np.ndarray, C: float) -> float:
    """F of two classes, or of numbers, from the weights alone."""
    w, b = np.ravel(fitted.coef_), float(np.ravel(fitted.intercept_)[0])
    weights = np.append(w, b) if machine.penalized else w
    penalty = np.abs(weights).sum() if machine.l1 else 0.5 * weights @ weights
    return float(penalty + C * machine.loss(y, np.asarray(x @ w).ravel() + b).sum())


def soft_max(fitted: Any, x: Any, y: np.ndarray, C: float) -> float:
    """F of several classes at once."""
    f = x @ fitted.coef_.T + fitted.intercept_
    return float(0.5 * np.square(fitted.coef_).sum() + C * (logsumexp(f, axis=1) - f[np.arange(len(y)), y]).sum())


def seconds(machine: Any, x: Any, y: np.ndarray, repeats: int = 1) -> tuple[float, Any]:
    """Processor time of the best fit."""
    best = np.inf
    for _ in range(repeats):
        begun = process_time()
        fitted = machine.fit(x, y)
        best = min(best, process_time() - begun)
    return best, fitted


Value = Callable[[Any, Any, np.ndarray, float], float]


def first_near(make: Callable[..., Any], value: Value, x: Any, y: np.ndarray, C: float, least: float) -> float:
    """Seconds of the loosest tolerance that comes near the optimum; infinite if none does in time."""
    for tol in TOLERANCES:
        taken, fitted = seconds(make(C, tol), x, y)
        if value(fitted, x, y, C) <= least * (1.0 + NEAR):
            return min(taken, seconds(make(C, tol), x, y)[0])
        if taken > LONGEST:
            break
    return np.inf


def case(
    name: str,
    machine: tuple[Callable[..., Any], dict[str, Callable[..., Any]]],
    value: Value,
    x: Any,
    y: np.ndarray,
    C: float,
) -> Row:
    """Ours at a gap of 1e-6 beside the fastest peer that comes as near; a peer that never does counts nothing."""
    ours, peers = machine
    least = value(seconds(ours(C, 1e-9), x, y)[1], x, y, C)
    taken, fitted = seconds(ours(C, NEAR), x, y, 3)
    above = value(fitted, x, y, C) / least - 1.0
    found = {peer: first_near(make, value, x, y, C, least) for peer, make in peers.items()}
    best = min(found.values())
    numbers = {f"{OURS} ms": 1e3 * taken, "above the optimum": above}
    if np.isfinite(best):
        numbers |= {"scikit-learn ms": 1e3 * best, "ratio": best / taken}
    return Row(f"{name}, C = {C:g}", numbers, (Goal("above the optimum", 2.0 * NEAR, at_most=True),))


def tables(settings: Settings) -> Iterator[tuple[str, Any, np.ndarray]]:
    """Two classes, ±1."""
    x, y = load_breast_cancer(return_X_y=True)
    yield "breast cancer", (x - x.mean(axis=0)) / x.std(axis=0), 2.0 * y - 1.0
    place = folder(settings)
    if place is not None and (place / "a9a.npz").exists():
        with np.load(place / "a9a.npz") as file:
            few = slice(0, max(300, settings.size(40_000)))
            yield "a9a", ones(file, "train")[few], file["y_train"][few].astype(np.float64)


def planted(examples: int) -> tuple[np.ndarray, np.ndarray]:
    """Numbers with heavy noise around a linear function."""
    rng = np.random.default_rng(0)
    x = rng.standard_normal((examples, 20))
    return x, x @ rng.standard_normal(20) + rng.standard_t(3, examples)


def rows(settings: Settings) -> Iterator[Row]:
    """Every kind of machine on every table and C, and the mean ratio of each kind."""
    prices = PRICES[1:2] if settings.quick else PRICES
    with threadpool_limits(1), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for machine in (*CLASSES, *NUMBERS):
            data = tables(settings) if machine in CLASSES else [("planted", *planted(max(300, settings.size(20_000))))]

            def value(fitted: Any, x: Any, y: np.ndarray, C: float, machine: Machine = machine) -> float:
                return objective(machine, fitted, x, y, C)

            yield from _kind(machine.name, (machine.ours, machine.peers), value, list(data), prices, machine.faster)
        digits = [("digits", *load_digits(return_X_y=True))]
        ours = CLASSES[2].ours
        yield from _kind("soft-max", (ours, LOGISTIC_PEERS), soft_max, digits, prices, 3.0)


def _kind(name: str, machine: Any, value: Value, data: list[Any], prices: Any, faster: float) -> Iterator[Row]:
    found = []
    for table, x, y in data:
        for C in prices:
            found.append(case(f"{name}, {table}", machine, value, x, y, C))
            yield found[-1]
    ratios = [row.numbers["ratio"] for row in found if "ratio" in row.numbers]
    if ratios:
        yield Row(f"{name}, geometric mean", {"ratio": geometric_mean(ratios)}, (Goal("ratio", faster, at_most=False),))
