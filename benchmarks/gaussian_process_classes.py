"""Gaussian process classification, whole fits with their search beside scikit-learn's; regression through landmarks."""

import resource
import time
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np
from measure import Goal, Peer, Row, Settings, side_by_side
from sklearn.exceptions import ConvergenceWarning
from sklearn.gaussian_process import GaussianProcessClassifier
from sklearn.gaussian_process.kernels import RBF, ConstantKernel
from threadpoolctl import threadpool_limits

import drupe
from drupe.kernels import Gaussian

LANDMARKS = 500


def bananas(examples: int) -> tuple[np.ndarray, np.ndarray]:
    """Two bent clouds that overlap."""
    rng = np.random.default_rng(0)
    side = np.where(rng.random(examples) < 0.5, 1.0, -1.0)
    angle = rng.uniform(0.0, np.pi, examples)
    x = np.column_stack([np.cos(angle) + 0.5 * side, side * np.sin(angle) - 0.25 * side])
    return x + 0.25 * rng.standard_normal((examples, 2)), side


def search(examples: int, columns: int, repeats: int) -> Row:
    """A whole fit with its search, from the same start to the same summit, in one thread."""
    x, y = bananas(examples)
    x = np.hstack([x, np.random.default_rng(1).standard_normal((examples, columns - 2))])
    kernel = ConstantKernel(1.0) * RBF(1.0 if columns == 2 else [1.0] * columns)
    ours, theirs = (
        _fitted(kind, kernel, x, y) for kind in (drupe.GaussianProcessClassifier, GaussianProcessClassifier)
    )
    peer = Peer("sklearn", lambda: _fitted(GaussianProcessClassifier, kernel, x, y), faster_at_least=6.0)
    case = f"classes, evidence maximized {examples} × {columns}"
    row = side_by_side(case, lambda: _fitted(drupe.GaussianProcessClassifier, kernel, x, y), (peer,), repeats)
    lower = max(0.0, theirs.log_marginal_likelihood_value_ - ours.log_marginal_likelihood_value_)
    goals = (*row.goals, Goal("evidence lower by", 1e-4, at_most=True))
    return Row(row.case, {**row.numbers, "evidence lower by": lower}, goals)


def landmarks(examples: int) -> Row:
    """Evidence maximized through landmarks: seconds, and how far the memory of the process rose."""
    rng = np.random.default_rng(0)
    x = rng.standard_normal((examples, 4))
    y = np.sin(x[:, 0]) + 0.1 * rng.standard_normal(examples)
    before, start = _megabytes(), time.perf_counter()
    count = min(LANDMARKS, examples // 20)
    machine = drupe.GaussianProcessRegressor(1.0 * Gaussian(2.0), noise=0.1, landmarks=count, random_state=0)
    machine.fit(x, y)
    numbers = {"drupe s": time.perf_counter() - start, "evaluations": machine.n_iter_, "more MB": _megabytes() - before}
    return Row(f"{count} landmarks of {examples}", numbers, (Goal("more MB", 300.0, at_most=True),))


def _megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024.0


def _fitted(kind: Any, kernel: Any, x: np.ndarray, y: np.ndarray) -> Any:
    with threadpool_limits(1), warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # widths of columns that do not matter end at their bounds
        return kind(kernel).fit(x, y)


def rows(settings: Settings) -> Iterator[Row]:
    """Landmarks first, while the process is small; then fits."""
    yield landmarks(settings.size(100_000))
    for examples in (500, 1000, 2000):
        yield search(settings.size(examples), 2, min(3, settings.repeats))
    yield search(settings.size(500), 5, min(3, settings.repeats))
