"""All pairs in one call of the core: the optimum of each, whatever kind of numbers the vectors hold."""

from itertools import combinations

import numpy as np
import pytest
from sklearn.exceptions import ConvergenceWarning
from sklearn.svm import SVC as LibSVC

from drupe import SVC
from drupe.foundation.errors import InputError

ROWS, COLUMNS, CLASSES = 640, 9, 4
"""More rows than are solved in double precision, in classes of different sizes."""


def targets() -> np.ndarray:
    """Class codes, few of the last."""
    return np.minimum(np.arange(ROWS) % 7, CLASSES - 1) * (np.arange(ROWS) % 5 != 0)


def whole(least: int, greatest: int, seed: int = 0) -> np.ndarray:
    """Whole numbers from `least` to `greatest`, around a center for each class; the last column is constant."""
    rng = np.random.default_rng(seed)
    centers = rng.uniform(0.3, 0.7, (CLASSES, COLUMNS))
    shares = np.clip(centers[targets()] + 0.2 * rng.standard_normal((ROWS, COLUMNS)), 0.0, 1.0)
    shares[0], shares[-1], shares[:, -1] = 0.0, 1.0, 0.5
    return np.round(least + (greatest - least) * shares)


def with_one_cell(value: float) -> np.ndarray:
    x = whole(-3, 12)
    x[77, 3] = value
    return x


TABLES = {
    "bytes": whole(0, 15),
    "fifteenths": whole(0, 15) / 15.0,
    "thousandths below zero": whole(-900, 1000) / 1000.0,
    "odd scale": whole(-40, 60) * 0.37,
    "far from zero": whole(10_000, 10_250),
    "sixteen bits": whole(-10_000, 10_000),
    "too far apart for 32 bits": whole(-16_000, 16_000),
    "too large": whole(-(10**7), 10**7),
    "tiny": whole(-7, 7) * 1e-12,
    "one half": with_one_cell(0.5),
    "one cell that is not whole": with_one_cell(0.123456),
    "no whole numbers": whole(0, 10_000) / 10_000.0 + np.pi * whole(0, 999, 1) / 999.0,
    "two numbers": (whole(0, 1)).astype(np.float64),
    "mostly zeros": np.pad(whole(0, 3), ((0, 0), (0, 90))),
    "twice the same": np.concatenate([whole(0, 9)[:320]] * 2),
}


def objective(x: np.ndarray, signs: np.ndarray, alpha: np.ndarray, gamma: float) -> float:
    """½ Σ αᵢαⱼ sᵢsⱼ exp(−γ‖xᵢ − xⱼ‖²) − Σ αᵢ, all in double precision."""
    apart = ((x[:, None, :] - x[None, :, :]) ** 2).sum(axis=2)
    signed = signs * alpha
    return float(0.5 * signed @ np.exp(-gamma * apart) @ signed - alpha.sum())


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("name", TABLES)
def test_every_pair_reaches_the_optimum_that_libsvm_finds(name: str, dtype: type) -> None:
    x, y = np.ascontiguousarray(TABLES[name], dtype=dtype).astype(np.float64), targets()
    gamma = 1.0 / (x.var() * x.shape[1])
    machine = SVC(C=3.0, gamma=gamma).fit(x.astype(dtype), y)
    for pair, (first, second) in zip(machine.solution_, combinations(range(CLASSES), 2), strict=True):
        both = np.flatnonzero((y == first) | (y == second))
        peer = LibSVC(C=3.0, gamma=gamma, tol=1e-7).fit(x[both], y[both] == first)
        theirs = np.zeros(len(both))
        theirs[peer.support_] = np.abs(peer.dual_coef_[0])
        best = objective(x[both], np.where(y[both] == first, 1.0, -1.0), theirs, gamma)
        ours = objective(x[pair.examples], pair.signs, pair.solution.alpha, gamma)
        assert ours - best <= 2e-6 * abs(best), (first, second)
        assert abs(float(pair.signs @ pair.solution.alpha)) < 1e-9


@pytest.mark.parametrize("name", TABLES)
def test_columns_that_lie_apart_and_threads_change_no_bit(name: str) -> None:
    x, y = TABLES[name], targets()
    once = SVC(C=3.0, n_jobs=1).fit(x, y)
    for other in (SVC(C=3.0, n_jobs=2).fit(np.asfortranarray(x), y), SVC(C=3.0, n_jobs=1).fit(x[:, :], y)):
        assert np.array_equal(once.dual_coef_, other.dual_coef_)
        assert np.array_equal(once.intercept_, other.intercept_)


@pytest.mark.parametrize("name", ["bytes", "no whole numbers"])
def test_rows_that_have_to_make_room_change_no_solution(name: str) -> None:
    x, y = TABLES[name], targets()
    roomy, tight = SVC(C=3.0).fit(x, y), SVC(C=3.0, cache_size=0.05).fit(x, y)
    assert np.array_equal(roomy.n_iter_, tight.n_iter_)
    assert np.array_equal(roomy.support_, tight.support_)
    assert np.allclose(roomy.dual_coef_, tight.dual_coef_, atol=1e-9)


@pytest.mark.parametrize("steps", [1, 2, 255, 256, 257])
def test_a_limit_of_steps_binds_exactly_in_each_pair(steps: int) -> None:
    with pytest.warns(ConvergenceWarning):
        machine = SVC(C=1e3, max_iter=steps, tol=1e-5).fit(TABLES["no whole numbers"], targets())
    solutions = [pair.solution for pair in machine.solution_]
    assert all(found.iterations == steps or found.converged for found in solutions)
    assert [max(1, found.iterations) for found in solutions] == machine.n_iter_.tolist()


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_a_cell_that_is_no_number_is_refused(bad: float) -> None:
    with pytest.raises((InputError, ValueError)):
        SVC().fit(with_one_cell(bad), targets())
