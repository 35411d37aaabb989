"""Linear machines with more columns than a matrix is made for: the gap is true, and nobody finds less."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import scipy.sparse as sp
from scipy.optimize import minimize
from scipy.special import xlogy

from drupe.native import (
    LinearLoss,
    LinearMachine,
    LinearOptions,
    LinearPenalty,
    LinearSolution,
    Stop,
    follow_linear_costs,
    solve_linear,
)

Array = npt.NDArray[np.float64]
LOSSES = list(LinearLoss.__members__.values())
SMOOTH = [LinearLoss.SQUARED_HINGE, LinearLoss.LOGISTIC, LinearLoss.SQUARED_INSENSITIVE]
NUMBERS = (LinearLoss.INSENSITIVE, LinearLoss.SQUARED_INSENSITIVE)
WIDTH, COLUMNS = 0.1, 1500


def machine(loss: LinearLoss, penalized: bool = True) -> LinearMachine:
    return LinearMachine(loss, WIDTH, LinearPenalty.SQUARES, 1.0, penalized)


def solved(
    x: Any, y: Array, costs: Array, kind: LinearMachine, gap: float = 1e-6, threads: int = 1, steps: int = 20_000
) -> list[LinearSolution]:
    rows = parts_of(x)
    options = LinearOptions(gap, steps, -1.0, threads, 0)
    return solve_linear(rows, np.atleast_2d(y), np.atleast_2d(costs), kind, options, None, False, None)


def parts_of(x: Any) -> Any:
    if not sp.issparse(x):
        return np.ascontiguousarray(x, dtype=np.float64)
    return (x.data.astype(np.float64), x.indices.astype(np.int32), x.indptr.astype(np.int64), x.shape[1])


def words(seed: int, n: int = 120, loss: LinearLoss = LinearLoss.HINGE) -> tuple[sp.csr_array, Array]:
    """Short rows of unit length, and targets that some of their columns tell."""
    rng = np.random.default_rng(seed)
    x = sp.random_array((n, COLUMNS), density=0.02, rng=rng, data_sampler=rng.standard_exponential, format="csr")
    x = sp.csr_array(sp.diags_array(1.0 / np.sqrt(np.maximum(x.power(2).sum(axis=1), 1e-9))) @ x)
    y = 5.0 * (x @ rng.standard_normal(COLUMNS)) + 0.5 * rng.standard_normal(n)
    return x, y if loss in NUMBERS else np.where(y > 0.2, 1.0, -1.0)


def losses(loss: LinearLoss, y: Array, m: Array) -> Array:
    beyond, missing = np.maximum(np.abs(y - m) - WIDTH, 0.0), np.maximum(1.0 - y * m, 0.0)
    return {
        LinearLoss.HINGE: missing,
        LinearLoss.SQUARED_HINGE: missing**2,
        LinearLoss.LOGISTIC: np.logaddexp(0.0, -y * m),
        LinearLoss.INSENSITIVE: beyond,
        LinearLoss.SQUARED_INSENSITIVE: beyond**2,
    }[loss]


def objective(x: Any, y: Array, costs: Array, loss: LinearLoss, w: Array, penalized: bool) -> float:
    squares = w @ w if penalized else w[:-1] @ w[:-1]
    return float(0.5 * squares + costs @ losses(loss, y, x @ w[:-1] + w[-1]))


def dual_value(x: Any, y: Array, costs: Array, loss: LinearLoss, a: Array, penalized: bool) -> float:
    """D(a), of an a that must be feasible."""
    z, most = y * a, costs * (1.0 + 1e-12)
    with np.errstate(divide="ignore", invalid="ignore"):
        quarter = np.where(a != 0.0, a**2 / (4.0 * costs), 0.0)
        share = np.where(costs > 0.0, np.clip(z / costs, 0.0, 1.0), 0.0)
    if loss in (LinearLoss.HINGE, LinearLoss.LOGISTIC):
        assert np.all((z >= 0.0) & (z <= most))
    if loss is LinearLoss.SQUARED_HINGE:
        assert np.all(z >= 0.0)
    if loss is LinearLoss.INSENSITIVE:
        assert np.all(np.abs(a) <= most)
    gains = {
        LinearLoss.HINGE: z,
        LinearLoss.SQUARED_HINGE: z - quarter,
        LinearLoss.LOGISTIC: -costs * (xlogy(share, share) + xlogy(1.0 - share, 1.0 - share)),
        LinearLoss.INSENSITIVE: z - WIDTH * np.abs(a),
        LinearLoss.SQUARED_INSENSITIVE: z - WIDTH * np.abs(a) - quarter,
    }[loss]
    v = x.T @ a
    if not penalized:
        assert abs(a.sum()) <= 1e-9 * (1.0 + np.abs(a).sum())
    constant = a.sum() ** 2 if penalized else 0.0
    return float(gains.sum() - 0.5 * (v @ v + constant))


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("penalized", [True, False])
@pytest.mark.parametrize("C", [1e-6, 1e-2, 1.0, 1e2, 1e5])
def test_the_gap_is_what_weights_and_dual_prove(loss: LinearLoss, penalized: bool, C: float) -> None:
    x, y = words(1, loss=loss)
    costs = C * np.random.default_rng(2).integers(0, 3, len(y)).astype(float)
    for rows in (x, x.toarray()):
        (found,) = solved(rows, y, costs, machine(loss, penalized), gap=1e-4)
        primal = objective(x, y, costs, loss, found.weights, penalized)
        dual = dual_value(x, y, costs, loss, found.dual, penalized)
        assert found.stop is Stop.CONVERGED
        assert np.isclose(found.objective, primal, rtol=1e-9)
        assert primal - dual <= found.gap * (1.0 + 1e-6) + 1e-9 * primal
        assert found.gap <= 1e-4 * primal * (1.0 + 1e-9)
        assert np.all(found.dual[costs == 0.0] == 0.0)


@pytest.mark.parametrize("loss", SMOOTH)
@pytest.mark.parametrize("penalized", [True, False])
@pytest.mark.parametrize("C", [0.1, 10.0])
def test_nobody_finds_less(loss: LinearLoss, penalized: bool, C: float) -> None:
    x, y = words(3, loss=loss)
    costs = np.full(len(y), C)
    (found,) = solved(x, y, costs, machine(loss, penalized), gap=1e-9)
    theirs = minimize(
        lambda w: objective(x, y, costs, loss, w, penalized),
        found.weights + 0.01,
        jac=lambda w: slopes(x, y, costs, loss, w, penalized),
        method="L-BFGS-B",
        options={"maxiter": 2000, "ftol": 1e-15, "gtol": 1e-9},
    )
    assert found.objective <= theirs.fun * (1.0 + 2e-9)


def slopes(x: Any, y: Array, costs: Array, loss: LinearLoss, w: Array, penalized: bool) -> Array:
    m = x @ w[:-1] + w[-1]
    rows = {
        LinearLoss.SQUARED_HINGE: -2.0 * y * np.maximum(1.0 - y * m, 0.0),
        LinearLoss.LOGISTIC: -y / (1.0 + np.exp(y * m)),
        LinearLoss.SQUARED_INSENSITIVE: 2.0 * np.sign(m - y) * np.maximum(np.abs(m - y) - WIDTH, 0.0),
    }[loss]
    pushes = costs * rows
    return np.append(w[:-1] + x.T @ pushes, (w[-1] if penalized else 0.0) + pushes.sum())


@pytest.mark.parametrize("loss", LOSSES)
def test_entries_in_any_order_zeros_and_repetitions_change_nothing(loss: LinearLoss) -> None:
    x, y = words(4, loss=loss)
    costs = np.ones(len(y))
    rng = np.random.default_rng(5)
    columns, values, starts = [], [], [0]
    for i in range(len(y)):
        here = slice(x.indptr[i], x.indptr[i + 1])
        own = np.concatenate([x.indices[here], x.indices[here], [7]])
        halves = np.concatenate([0.25 * x.data[here], 0.75 * x.data[here], [0.0]])
        order = rng.permutation(len(own))
        columns.append(own[order])
        values.append(halves[order])
        starts.append(starts[-1] + len(own))
    odd = (np.concatenate(values), np.concatenate(columns).astype(np.int32), np.array(starts, np.int64), COLUMNS)
    backwards = (x.data[::-1].copy(), x.indices[::-1].copy(), (x.nnz - x.indptr[::-1]).astype(np.int64), COLUMNS)
    options = LinearOptions(1e-9, 20_000, -1.0, 1, 0)
    (plain,) = solved(x, y, costs, machine(loss), gap=1e-9)
    for rows, targets in ((odd, y), (backwards, y[::-1].copy())):
        (found,) = solve_linear(rows, targets[None, :], costs[None, :], machine(loss), options, None, False, None)
        assert found.stop is Stop.CONVERGED
        np.testing.assert_allclose(found.objective, plain.objective, rtol=2e-9)


@pytest.mark.parametrize("loss", LOSSES)
def test_classes_at_once_are_solved_as_each_alone(loss: LinearLoss) -> None:
    x, y = words(6, n=300, loss=loss)
    targets = np.stack([y, -y, np.roll(y, 1)])
    costs = np.full(targets.shape, 2.0)
    alone = [solved(x, t, costs[0], machine(loss))[0] for t in targets]
    for threads in (1, 2, 3):
        for one, other in zip(solved(x, targets, costs, machine(loss), threads=threads), alone, strict=True):
            np.testing.assert_array_equal(one.weights, other.weights)
            assert one.gap == other.gap


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("penalized", [True, False])
def test_a_path_arrives_where_each_fit_does(loss: LinearLoss, penalized: bool) -> None:
    x, y = words(7, loss=loss)
    costs, factors = np.ones(len(y)), np.geomspace(1e-2, 1e2, 6)
    options = LinearOptions(1e-6, 20_000, -1.0, 1, 0)
    path = follow_linear_costs(parts_of(x), y, costs, factors, machine(loss, penalized), options, False, None)
    for factor, found in zip(factors, path, strict=True):
        assert found.stop is Stop.CONVERGED
        (alone,) = solved(x, y, factor * costs, machine(loss, penalized))
        np.testing.assert_allclose(found.objective, alone.objective, rtol=2e-6)


@pytest.mark.parametrize("loss", LOSSES)
def test_odd_rows(loss: LinearLoss) -> None:
    x, y = words(8, n=20, loss=loss)
    for rows, targets in (
        (x[:1], y[:1]),
        (sp.csr_array((20, COLUMNS)), y),
        (sp.csr_array(sp.vstack([x[:5]] * 4)), np.tile(y[:5], 4)),
    ):
        (found,) = solved(rows, targets, np.ones(len(targets)), machine(loss))
        assert found.stop is Stop.CONVERGED
        primal = objective(rows, targets, np.ones(len(targets)), loss, found.weights, True)
        assert primal - dual_value(rows, targets, np.ones(len(targets)), loss, found.dual, True) <= 2e-6 * primal


@pytest.mark.parametrize("loss", SMOOTH)
@pytest.mark.parametrize("penalized", [True, False])
@pytest.mark.parametrize("C", [1e-4, 0.3, 10.0])
def test_few_columns_count_under_absolute_values(loss: LinearLoss, penalized: bool, C: float) -> None:
    x, y = words(10, loss=loss)
    costs = C * np.random.default_rng(11).integers(0, 3, len(y)).astype(float)
    kind = LinearMachine(loss, WIDTH, LinearPenalty.ABSOLUTES, 1.0, penalized)
    for rows in (x, x.toarray()):
        (found,) = solved(rows, y, costs, kind, steps=3000)
        assert found.stop is Stop.CONVERGED
        w, a = found.weights, found.dual
        primal = np.abs(w if penalized else w[:-1]).sum() + costs @ losses(loss, y, x @ w[:-1] + w[-1])
        assert np.abs(x.T @ a).max() <= 1.0 + 1e-12
        assert abs(a.sum()) <= (1.0 + 1e-12 if penalized else 1e-12 * (1.0 + np.abs(a).sum()))
        dual = dual_value(x, y, costs, loss, a, penalized) + squares_of(x, a, penalized)
        assert np.isclose(found.objective, primal, rtol=1e-9)
        assert primal - dual <= 1.1e-6 * primal
        assert np.count_nonzero(w) <= len(y)


def squares_of(x: Any, a: Array, penalized: bool) -> float:
    """What `dual_value` takes off for a sum of squares."""
    v = x.T @ a
    return float(0.5 * (v @ v + (a.sum() ** 2 if penalized else 0.0)))


def test_limits_are_told() -> None:
    x, y = words(9, n=400)
    costs = np.full(len(y), 1e3)
    (few,) = solved(x, y, costs, machine(LinearLoss.HINGE), gap=1e-12, steps=2)
    assert (few.stop, few.steps) == (Stop.ITERATIONS, 2)
    options = LinearOptions(1e-12, -1, 0.0, 1, 0)
    kind = machine(LinearLoss.HINGE)
    (late,) = solve_linear(parts_of(x), y[None, :], costs[None, :], kind, options, None, False, None)
    assert late.stop is Stop.TIME


@pytest.mark.parametrize("loss", [LinearLoss.HINGE, LinearLoss.INSENSITIVE])
def test_a_limit_that_comes_when_the_gap_is_small_enough_is_none(loss: LinearLoss) -> None:
    """Gaps are looked at now and then only: where the last pass was enough, it was no limit that ended the run."""
    x, y = words(10, n=200, loss=loss)
    costs, kind = np.ones(len(y)), machine(loss)
    (few,) = solved(x, y, costs, kind, gap=1e-12, steps=3)
    share = few.gap / few.objective
    assert few.stop is Stop.ITERATIONS
    (same,) = solved(x, y, costs, kind, gap=1.01 * share, steps=3)
    assert same.gap <= 1.01 * share * same.objective
    assert same.stop is Stop.CONVERGED
    (other,) = solved(x, y, costs, kind, gap=0.99 * share, steps=3)
    assert other.stop is Stop.ITERATIONS
