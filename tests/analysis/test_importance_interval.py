"""The interval of an importance holds as often as it says, where the truth is known."""

from collections.abc import Callable

import numpy as np
import pytest
from scipy.stats import t

from drupe.analysis.importance_interval import mean_cost

Losses = Callable[[np.ndarray, np.ndarray], np.ndarray]


def exchanged(losses: Losses, X: np.ndarray, y: np.ndarray, j: int, repeats: int) -> np.ndarray:
    costs = []
    for s in range(1, repeats + 1):
        Z = X.copy()
        Z[:, j] = np.roll(X[:, j], -s)
        costs.append(losses(Z, y) - losses(X, y))
    return np.stack(costs, axis=1)


def fruits(rng: np.random.Generator, n: int) -> tuple[np.ndarray, np.ndarray]:
    """Two columns that go together, one that is mostly noise, and one of two values."""
    X = rng.normal(size=(n, 4))
    X[:, :2] = 0.8 * X[:, :2] + 0.6 * rng.normal(size=(n, 1))
    X[:, 3] = rng.random(n) < 0.3
    return X, X[:, 0] + 0.5 * X[:, 1] + X[:, 3] + 0.6 * rng.standard_t(4, size=n)


def said(X: np.ndarray) -> np.ndarray:
    return X[:, 0] + 0.5 * X[:, 1] + 0.1 * X[:, 2] + 0.8 * X[:, 3]


def wrong(X: np.ndarray, y: np.ndarray) -> np.ndarray:
    return ((said(X) > 0.5) != (y > 0.5)).astype(float)


def off(X: np.ndarray, y: np.ndarray) -> np.ndarray:
    return np.abs(said(X) - y)


@pytest.mark.slow
@pytest.mark.parametrize(("losses", "n"), [(wrong, 300), (off, 60)])
def test_intervals_hold_for_every_column(losses: Losses, n: int) -> None:
    """True values from 300 000 rows; 400 samples, so that 0.95 is missed by more than 0.03 once in 300 times."""
    rng = np.random.default_rng(0)
    X, y = fruits(rng, 300_000)
    for j in range(4):
        truth = exchanged(losses, X, y, j, 3).mean()
        found = [
            mean_cost(exchanged(losses, *fruits(rng, n), j, 5), np.zeros(n, dtype=int), bounded=losses is wrong)
            for _ in range(400)
        ]
        means, low, high = np.array(found).T
        assert np.mean((low <= truth) & (truth <= high)) >= 0.92
        assert np.mean(high - low) / 2 < 1.35 * t.ppf(0.975, n - 1) * means.std() + 4.0 / n * (losses is wrong)


def test_rows_alone_would_be_too_sure() -> None:
    """What a cell does to others counts: with the part of the rows alone, a column that matters is often missed."""
    rng, n, held = np.random.default_rng(1), 150, 0
    truth = exchanged(off, *fruits(rng, 300_000), 0, 3).mean()
    for _ in range(400):
        rows = exchanged(off, *fruits(rng, n), 0, 10).mean(axis=1)
        held += abs(rows.mean() - truth) <= t.ppf(0.975, n - 1) * rows.std(ddof=1) / np.sqrt(n)
    assert held < 0.9 * 400


def test_balanced_costs_are_means_of_the_classes_means() -> None:
    rng = np.random.default_rng(2)
    costs, groups = rng.integers(-1, 2, size=(50, 5)).astype(float), (np.arange(50) < 4).astype(int)
    mean, _, _ = mean_cost(costs, groups, bounded=True)
    assert mean == pytest.approx((costs[:4].mean() + costs[4:].mean()) / 2)


def test_intervals_of_balanced_costs_hold() -> None:
    """One class has a tenth of the rows, and suffers most."""

    def drawn(rng: np.random.Generator, n: int) -> tuple[np.ndarray, np.ndarray]:
        codes = (rng.random(n) < 0.1).astype(int)
        return rng.normal(size=(n, 1)) + 1.5 * codes[:, None], codes

    def costs(rng: np.random.Generator, n: int) -> tuple[np.ndarray, np.ndarray]:
        X, codes = drawn(rng, n)
        return exchanged(lambda Z, y: ((Z[:, 0] > 1.0) != y).astype(float), X, codes, 0, 5), codes

    rng, held = np.random.default_rng(3), 0
    many, codes = costs(rng, 300_000)
    truth = (many[codes == 0].mean() + many[codes == 1].mean()) / 2
    for _ in range(400):
        _, low, high = mean_cost(*costs(rng, 300), bounded=True)
        held += low <= truth <= high
    assert held >= 0.92 * 400


def test_rare_changes_that_were_not_seen_are_not_excluded() -> None:
    """One row in a hundred would change, among a hundred: often none is seen."""
    rng, held = np.random.default_rng(4), 0
    for _ in range(400):
        costs = np.repeat(rng.random((100, 1)) < 0.01, 5, axis=1).astype(float)
        _, low, high = mean_cost(costs, np.zeros(100, dtype=int), bounded=True)
        held += low <= 0.01 <= high
    assert held >= 0.95 * 400


def test_limits_of_shares_are_shares() -> None:
    assert mean_cost(np.ones((2, 1)), np.zeros(2, dtype=int), bounded=True) == (1.0, -1.0, 1.0)
