"""Vectors of zeros and one other value, and short ones, in several blocks: the optimum of double precision."""

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn import svm

from drupe import SVC

SIZE = 3000  # more than are solved at once


def counted(value: float = 1.0, columns: int = 40) -> tuple[np.ndarray, np.ndarray]:
    """Rows that hold nothing but this value, with labels that contradict each other."""
    rng = np.random.default_rng(0)
    x = value * (rng.random((SIZE, columns)) < rng.uniform(0.05, 0.6, columns))
    along = x @ rng.normal(size=columns) / value
    return x, np.where(along > np.median(along) + rng.normal(size=SIZE), 1, -1)


def objective(machine: SVC | svm.SVC, x: np.ndarray, gamma: float) -> float:
    """Of the dual, from the published coefficients, in double precision."""
    coefficients = machine.dual_coef_
    alpha = (coefficients.toarray() if sp.issparse(coefficients) else coefficients)[0]
    support = x[machine.support_]
    squares = (support**2).sum(axis=1)
    apart = squares[:, None] + squares - 2.0 * support @ support.T
    return float(0.5 * alpha @ np.exp(-gamma * np.maximum(apart, 0.0)) @ alpha - np.abs(alpha).sum())


@pytest.mark.parametrize(("value", "gamma"), [(1.0, 0.05), (0.25, 0.8), (1.0, 3.0)], ids=["table", "scaled", "narrow"])
@pytest.mark.parametrize("sparse", [False, True], ids=["dense", "sparse"])
def test_counts_lead_to_the_optimum(value: float, gamma: float, sparse: bool) -> None:
    x, y = counted(value)
    best = objective(svm.SVC(C=2.0, gamma=gamma, tol=1e-6).fit(x, y), x, gamma)
    machine = SVC(C=2.0, gamma=gamma).fit(sp.csr_array(x) if sparse else x, y)
    assert abs(objective(machine, x, gamma) - best) <= 2e-6 * abs(best)


def test_one_row_that_holds_something_else_changes_nothing_of_the_rest() -> None:
    x, y = counted()
    x[7, 3] = 0.5
    best = objective(svm.SVC(C=2.0, gamma=0.05, tol=1e-6).fit(x, y), x, 0.05)
    assert abs(objective(SVC(C=2.0, gamma=0.05).fit(x, y), x, 0.05) - best) <= 2e-6 * abs(best)


@pytest.mark.parametrize("columns", [3, 12, 13, 50])
def test_sums_in_registers_lead_to_the_optimum(columns: int) -> None:
    rng = np.random.default_rng(columns)
    x = rng.normal(size=(SIZE, columns))
    y = np.where(x[:, 0] * x[:, 1] + 0.3 * rng.normal(size=SIZE) > 0, 1, -1)
    best = objective(svm.SVC(C=3.0, gamma=1.0 / columns, tol=1e-6).fit(x, y), x, 1.0 / columns)
    machine = SVC(C=3.0, gamma=1.0 / columns).fit(x, y)
    assert abs(objective(machine, x, 1.0 / columns) - best) <= 2e-6 * abs(best)


@pytest.mark.parametrize("kind", ["counts", "numbers"])
def test_threads_and_limits_of_steps_bind(kind: str) -> None:
    x, y = counted()
    if kind == "numbers":
        x = x + np.random.default_rng(1).normal(size=x.shape)
    alone, others = (SVC(C=2.0, gamma=0.05, n_jobs=jobs).fit(x, y) for jobs in (1, 3))
    np.testing.assert_array_equal(alone.dual_coef_, others.dual_coef_)
    np.testing.assert_array_equal(alone.support_, others.support_)
    with pytest.warns(Warning, match="iterations|max_iter|steps"):
        stopped = SVC(C=2.0, gamma=0.05, max_iter=317).fit(x, y)
    assert np.max(stopped.n_iter_) == 317
