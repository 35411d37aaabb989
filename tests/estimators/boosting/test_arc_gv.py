"""Arc-GV against the linear program of the largest smallest margin."""

import numpy as np
import pytest
from scipy.optimize import linprog

from drupe import ArcGV
from drupe.estimators.boosting import KernelColumn
from drupe.foundation.errors import InputError
from drupe.inputs import Vectors
from drupe.kernels import Gaussian
from drupe.solvers.boosting.vote_solution import LastRound

LINE, ANSWERS = np.arange(10.0)[:, None], np.array([1, 1, 1, 0, 0, 0, 1, 1, 1, 0])


def all_values(x: np.ndarray) -> np.ndarray:
    """What all stumps say, of both signs and the constant."""
    cuts = [np.ones(len(x))]
    for column in x.T:
        cuts += [np.where(column <= t, 1.0, -1.0) for t in np.unique(column)[:-1]]
    table = np.column_stack(cuts)
    return np.hstack([table, -table])


def largest_margin(table: np.ndarray, signs: np.ndarray) -> float:
    """max ρ with yᵢ Σ aⱼ hⱼ(xᵢ) ≥ ρ, Σ a = 1, a ≥ 0, by HiGHS."""
    n, rules = table.shape
    found = linprog(
        np.append(np.zeros(rules), -1.0),
        A_ub=np.hstack([-signs[:, None] * table, np.ones((n, 1))]),
        b_ub=np.zeros(n),
        A_eq=[np.append(np.ones(rules), 0.0)],
        b_eq=[1.0],
        bounds=[(0.0, None)] * rules + [(None, None)],
        method="highs",
    )
    return -float(found.fun)


@pytest.mark.spec("S.V11", "M.Q15")
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_margin_and_bound_hold_the_optimum_between_them(seed: int) -> None:
    rng = np.random.default_rng(seed)
    x = rng.integers(8, size=(30, 3)).astype(np.float64)
    labels = (x.sum(axis=1) + rng.normal(size=30) > 10.5).astype(int)
    optimum = largest_margin(all_values(x), np.where(labels == 1, 1.0, -1.0))
    for rounds in (10, 100, 20000):
        machine = ArcGV(n_estimators=rounds).fit(x, labels)
        assert machine.margin_ <= optimum + 1e-9
        assert machine.margin_bound_ >= optimum - 1e-9
        assert machine.margin_ == pytest.approx(machine.margins_.min(), abs=1e-9)
    assert machine.margin_ == pytest.approx(optimum, abs=0.01)
    assert machine.margin_bound_ == pytest.approx(optimum, abs=0.02)


@pytest.mark.spec("S.V11")
def test_worked_example_reaches_one_third() -> None:
    assert largest_margin(all_values(LINE), np.where(ANSWERS == 1, 1.0, -1.0)) == pytest.approx(1.0 / 3.0)
    machine = ArcGV(n_estimators=50000).fit(LINE, ANSWERS)
    assert machine.margin_ == pytest.approx(1.0 / 3.0, abs=1e-3)
    assert machine.margin_bound_ == pytest.approx(1.0 / 3.0, abs=1e-3)


def test_columns_of_a_kernel_reach_their_optimum() -> None:
    rng = np.random.default_rng(4)
    x = rng.normal(size=(25, 2))
    labels = (np.square(x).sum(axis=1) > 1.3).astype(int)
    table = np.column_stack([Gaussian(0.5)(x, x), np.ones(25)])
    optimum = largest_margin(np.hstack([table, -table]), np.where(labels == 1, 1.0, -1.0))
    machine = ArcGV(KernelColumn(Gaussian(0.5)), n_estimators=20000).fit(x, labels)
    assert machine.margin_ - 1e-9 <= optimum <= machine.margin_bound_ + 1e-9
    assert machine.margin_ == pytest.approx(optimum, abs=0.01)


def test_perfect_rule_has_margin_one() -> None:
    machine = ArcGV().fit([[0.0], [1.0]], ["a", "b"])
    assert (machine.margin_, machine.margin_bound_) == (1.0, 1.0)


def test_ends_where_no_edge_exceeds_the_margin() -> None:
    """Two columns, each right on one half of the examples and constant on the other."""
    x = np.array([[0.0, 1.0], [0.0, 1.0], [1.0, 0.0], [1.0, 0.0], [0.0, 0.0], [1.0, 1.0]])
    labels = np.array([1, 1, 1, 1, 0, 1])
    machine = ArcGV(n_estimators=10**6).fit(x, labels)
    signs = np.where(labels == 1, 1.0, -1.0)
    optimum = largest_margin(all_values(x), signs)
    assert machine.margin_ <= optimum + 1e-12 <= machine.margin_bound_ + 2e-12
    if machine.solution_.end is LastRound.OPTIMAL:
        assert machine.margin_ == pytest.approx(optimum)
        assert machine.margin_bound_ == machine.margin_


def test_rounds_are_those_of_the_text() -> None:
    """aₜ = artanh(edge) − artanh(ρ), ρ the smallest margin before, weights ∝ exp(−y F)."""
    machine = ArcGV(n_estimators=40).fit(LINE, ANSWERS)
    signs, said = np.where(ANSWERS == 1, 1.0, -1.0), machine.estimators_.values(Vectors.of(LINE))
    margins, total = np.zeros(10), 0.0
    for t, step in enumerate(machine.estimator_weights_):
        weights = np.exp(-margins)
        edge = float(weights @ (signs * said[:, t]) / weights.sum())
        before = margins.min() / total if total else None
        expected = np.arctanh(edge) - (np.arctanh(before) if before is not None and before > -1.0 else 0.0)
        assert step == pytest.approx(expected, rel=1e-7)
        margins, total = margins + step * signs * said[:, t], total + step


def test_three_classes_are_refused() -> None:
    with pytest.raises(InputError, match="Only binary classification is supported"):
        ArcGV().fit(LINE, np.arange(10) % 3)


@pytest.mark.parametrize(
    ("x", "y"), [([0, 0, 0], [0, 1, 1]), ([4, 3, 4, 1, 1, 3, 1], [1, 0, 0, 1, 1, 1, 0])], ids=["one place", "late"]
)
def test_contradictions_have_no_margin_and_are_not_called_optimal(x, y):
    """Of rules and their opposites the mean of any two has the margin 0, and no vote a larger one."""
    machine = ArcGV(n_estimators=200).fit(np.array(x, dtype=float)[:, None], y)
    assert machine.solution_.end is not LastRound.OPTIMAL
    assert machine.margin_ <= 0.0 <= machine.margin_bound_
