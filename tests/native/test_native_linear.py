"""Linear machines of the core: optimal by long runs of others, and certain of it by the gap that they prove."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import scipy.sparse as sp
from scipy.optimize import minimize

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
SQUARES = LinearPenalty.SQUARES
MARGIN_LOSSES = [LinearLoss.SQUARED_HINGE, LinearLoss.LOGISTIC]
SMOOTH = [*MARGIN_LOSSES, LinearLoss.SQUARED_INSENSITIVE]
LOSSES = [*SMOOTH, LinearLoss.HINGE, LinearLoss.INSENSITIVE]
WIDTH = 0.1


def machine(loss: LinearLoss, constant: float = 1.0, penalized: bool = True) -> LinearMachine:
    return LinearMachine(loss, WIDTH, SQUARES, constant, penalized)


def options(gap: float = 1e-8, steps: int = -1, threads: int = 1) -> LinearOptions:
    return LinearOptions(gap, steps, -1.0, threads, 0)


def parts_of(x: Any) -> Any:
    if not sp.issparse(x):
        return np.ascontiguousarray(x, dtype=np.float64)
    return (x.data.astype(np.float64), x.indices.astype(np.int32), x.indptr.astype(np.int64), x.shape[1])


def solved(
    x: Any, y: Array, costs: Array, kind: LinearMachine, how: LinearOptions | None = None, start: Any = None
) -> LinearSolution:
    (found,) = solve_linear(parts_of(x), y[None, :], costs[None, :], kind, how or options(), start, False, None)
    return found


def row_losses(loss: LinearLoss, y: Array, outputs: Array) -> Array:
    beyond = np.maximum(np.abs(y - outputs) - WIDTH, 0.0)
    missing = np.maximum(1.0 - y * outputs, 0.0)
    return {
        LinearLoss.HINGE: missing,
        LinearLoss.SQUARED_HINGE: missing**2,
        LinearLoss.LOGISTIC: np.logaddexp(0.0, -y * outputs),
        LinearLoss.INSENSITIVE: beyond,
        LinearLoss.SQUARED_INSENSITIVE: beyond**2,
    }[loss]


def objective(x: Array, y: Array, costs: Array, loss: LinearLoss, weights: Array, penalized: bool = True) -> float:
    """F(w), where the last weight is that of a constant 1."""
    outputs = x @ weights[:-1] + weights[-1]
    squares = weights @ weights if penalized else weights[:-1] @ weights[:-1]
    return float(0.5 * squares + costs @ row_losses(loss, y, outputs))


def conjugates(loss: LinearLoss, y: Array, costs: Array, a: Array) -> Array:
    """What every aᵢ gives to the dual value; −inf where it is in no box."""
    z, c = y * a, np.where(costs > 0.0, costs, 1.0)
    b = np.clip(z / c, 0.0, 1.0)
    entropy = np.where(b > 0, b * np.log(np.where(b > 0, b, 1.0)), 0.0)
    entropy += np.where(b < 1, (1 - b) * np.log(np.where(b < 1, 1 - b, 1.0)), 0.0)
    tube = a * y - WIDTH * np.abs(a)
    slack = 1e-12 * c
    value, inside = {
        LinearLoss.HINGE: (z, (z >= 0) & (z <= costs + slack)),
        LinearLoss.SQUARED_HINGE: (z - z**2 / (4 * c), z >= 0),
        LinearLoss.LOGISTIC: (-c * entropy, (z >= 0) & (z <= costs + slack)),
        LinearLoss.INSENSITIVE: (tube, np.abs(a) <= costs + slack),
        LinearLoss.SQUARED_INSENSITIVE: (tube - a**2 / (4 * c), np.ones(len(y), dtype=bool)),
    }[loss]
    inside &= (costs > 0.0) | (a == 0.0)
    return np.where(inside, value, -np.inf)


def dual_value(x: Array, y: Array, costs: Array, loss: LinearLoss, a: Array, penalized: bool = True) -> float:
    v = np.append(x.T @ a, a.sum() if penalized else 0.0)
    return float(conjugates(loss, y, costs, a).sum() - 0.5 * v @ v)


def sample(seed: int, n: int = 200, d: int = 7, loss: LinearLoss = LinearLoss.HINGE) -> tuple[Array, Array]:
    rng = np.random.default_rng(seed)
    x = rng.standard_normal((n, d))
    wanted = x @ rng.standard_normal(d) + 0.8 * rng.standard_normal(n) + 0.3
    numbers = loss in (LinearLoss.INSENSITIVE, LinearLoss.SQUARED_INSENSITIVE)
    return x, wanted if numbers else np.where(wanted > 0.0, 1.0, -1.0)


@pytest.mark.parametrize("loss", SMOOTH)
@pytest.mark.parametrize("penalized", [True, False])
@pytest.mark.parametrize("C", [0.01, 1.0, 100.0])
def test_nobody_finds_less(loss: LinearLoss, penalized: bool, C: float) -> None:
    x, y = sample(0, loss=loss)
    costs = np.full(len(y), C)
    found = solved(x, y, costs, machine(loss, penalized=penalized))
    assert found.stop is Stop.CONVERGED
    own = objective(x, y, costs, loss, found.weights, penalized)
    np.testing.assert_allclose(found.objective, own, rtol=1e-12)
    best = minimize(
        lambda w: objective(x, y, costs, loss, w, penalized), np.zeros(8), method="L-BFGS-B", options={"maxiter": 2000}
    )
    assert own <= best.fun * (1 + 1e-9)


@pytest.mark.parametrize("sparse", [False, True], ids=["dense", "sparse"])
@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("penalized", [True, False])
@pytest.mark.parametrize("C", [1e-6, 1e-2, 1.0, 1e3, 1e9])
def test_the_gap_is_what_weights_and_dual_prove(loss: LinearLoss, penalized: bool, C: float, sparse: bool) -> None:
    x, y = sample(1, loss=loss)
    costs = np.full(len(y), C)
    kind = machine(loss, penalized=penalized)
    for steps in (1, 3, -1):
        found = solved(sp.csr_array(x) if sparse else x, y, costs, kind, options(steps=steps))
        primal = objective(x, y, costs, loss, found.weights, penalized)
        dual = dual_value(x, y, costs, loss, found.dual, penalized)
        if not penalized:
            assert abs(found.dual.sum()) <= 1e-12 * np.abs(found.dual).sum()
        np.testing.assert_allclose(found.objective, primal, rtol=1e-11)
        np.testing.assert_allclose(found.gap, primal - dual, rtol=1e-6, atol=1e-11 * primal)
    assert found.stop is Stop.CONVERGED
    assert found.gap <= 1e-8 * found.objective


@pytest.mark.parametrize("loss", LOSSES)
def test_threads_and_neighbours_change_no_bit(loss: LinearLoss) -> None:
    x, y = sample(2, n=40_000, d=12, loss=loss)
    other = y[::-1].copy()
    costs = np.full((2, len(y)), 0.5)
    targets = np.stack([y, other])
    for rows in (parts_of(x), parts_of(sp.csr_array(x))):
        runs = [
            solve_linear(rows, targets, costs, machine(loss), options(threads=k), None, False, None) for k in (1, 2, 3)
        ]
        alone = [
            solved(
                x if isinstance(rows, np.ndarray) else sp.csr_array(x), t, costs[0], machine(loss), options(threads=2)
            )
            for t in targets
        ]
        for run in (*runs[1:], alone):
            for a, b in zip(run, runs[0], strict=True):
                np.testing.assert_array_equal(a.weights, b.weights)
                np.testing.assert_array_equal(a.dual, b.dual)


@pytest.mark.parametrize("loss", LOSSES)
def test_a_path_arrives_where_each_fit_does(loss: LinearLoss) -> None:
    x, y = sample(3, loss=loss)
    costs = np.linspace(0.0, 2.0, len(y))
    factors = np.geomspace(1e-2, 1e2, 5)
    path = follow_linear_costs(parts_of(x), y, costs, factors, machine(loss), options(), False, None)
    for factor, found in zip(factors, path, strict=True):
        assert found.stop is Stop.CONVERGED
        alone = solved(x, y, factor * costs, machine(loss))
        np.testing.assert_allclose(found.objective, alone.objective, rtol=2e-8)


HARD = {
    "unscaled": lambda rng: rng.standard_normal((60, 5)) * np.array([1e-4, 1.0, 1e3, 1e5, 1e-2]),
    "duplicates": lambda rng: np.repeat(rng.standard_normal((6, 5)), 10, axis=0),
    "equal columns": lambda rng: np.tile(rng.standard_normal((60, 1)), (1, 5)),
    "constant columns": lambda rng: np.c_[rng.standard_normal((60, 2)), np.full((60, 3), 7.0)],
    "few rows": lambda rng: rng.standard_normal((4, 30)),
    "one row": lambda rng: rng.standard_normal((1, 3)),
    "empty rows": lambda rng: rng.standard_normal((60, 5)) * (rng.random((60, 1)) < 0.3),
    "nothing": lambda rng: np.zeros((10, 3)),
    "no columns": lambda rng: np.zeros((10, 0)),
}


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("case", HARD)
@pytest.mark.parametrize("C", [1e-6, 1.0, 1e6])
def test_hard_rows(loss: LinearLoss, case: str, C: float) -> None:
    rng = np.random.default_rng(4)
    x = np.ascontiguousarray(HARD[case](rng))
    y = rng.standard_normal(len(x))
    if loss not in (LinearLoss.INSENSITIVE, LinearLoss.SQUARED_INSENSITIVE):
        y = np.where(y > 0, 1.0, -1.0)
    costs = C * rng.integers(0, 3, len(x)).astype(float)
    for rows in (x, sp.csr_array(x)):
        found = solved(rows, y, costs, machine(loss), options(1e-6))
        assert found.stop is Stop.CONVERGED
        primal, dual = objective(x, y, costs, loss, found.weights), dual_value(x, y, costs, loss, found.dual)
        assert primal - dual <= 2e-6 * primal + 1e-12
        assert np.all(found.dual[costs == 0.0] == 0.0)


def test_limits_and_wrong_arguments() -> None:
    x, y = sample(5)
    costs = np.ones(len(y))
    kind = machine(LinearLoss.LOGISTIC)
    assert solved(x, y, costs, kind, options(steps=1)).stop is Stop.ITERATIONS
    assert solved(x, y, costs, kind, LinearOptions(1e-8, -1, 0.0, 1, 0)).stop is Stop.TIME
    end = solved(x, y, costs, kind)
    assert solved(x, y, costs, kind, start=(end.weights, end.dual)).steps == 0
    for wrong in (-costs, costs * np.inf, costs * np.nan):
        with pytest.raises(ValueError, match="costs"):
            solved(x, y, wrong, kind)
    with pytest.raises(ValueError, match="targets"):
        solved(x, 2.0 * y, costs, kind)
    with pytest.raises(ValueError, match="not finite"):
        solved(x * np.nan, y, costs, kind)
    with pytest.raises(ValueError, match="length"):
        solved(x, y, costs, kind, start=(end.weights[1:], None))
    with pytest.raises(ValueError, match="a row for each problem"):
        solved(x[1:], y, costs, kind)


def absolute_objective(x: Array, y: Array, costs: Array, loss: LinearLoss, w: Array, penalized: bool) -> float:
    cost = np.abs(w).sum() if penalized else np.abs(w[:-1]).sum()
    return float(cost + costs @ row_losses(loss, y, x @ w[:-1] + w[-1]))


def least_absolute(x: Array, y: Array, costs: Array, loss: LinearLoss, penalized: bool) -> float:
    """By a search over w = u − v with u and v at zero or above, where all is smooth."""

    def value(both: Array) -> tuple[float, Array]:
        u, v = np.split(both, 2)
        w = u - v
        m = x @ w[:-1] + w[-1]
        r = y - m
        slope = {
            LinearLoss.SQUARED_HINGE: -2 * y * np.maximum(1 - y * m, 0.0),
            LinearLoss.LOGISTIC: -y / (1 + np.exp(y * m)),
            LinearLoss.SQUARED_INSENSITIVE: -2 * np.sign(r) * np.maximum(np.abs(r) - WIDTH, 0.0),
        }[loss]
        g = np.append(x.T @ (costs * slope), (costs * slope).sum())
        rates = np.ones(len(w))
        rates[-1] = float(penalized)
        return float(rates @ (u + v) + costs @ row_losses(loss, y, m)), np.concatenate([rates + g, rates - g])

    d = x.shape[1] + 1
    best = minimize(
        value,
        np.zeros(2 * d),
        jac=True,
        method="L-BFGS-B",
        bounds=[(0, None)] * (2 * d),
        options={"maxiter": 5000, "ftol": 1e-15, "gtol": 1e-9},
    )
    return float(best.fun)


ABSOLUTES = LinearPenalty.ABSOLUTES


@pytest.mark.parametrize("loss", SMOOTH)
@pytest.mark.parametrize("penalized", [True, False])
@pytest.mark.parametrize("C", [0.01, 1.0, 100.0])
def test_nobody_finds_less_under_absolute_values(loss: LinearLoss, penalized: bool, C: float) -> None:
    x, y = sample(6, loss=loss)
    costs = np.full(len(y), C)
    found = solved(x, y, costs, LinearMachine(loss, WIDTH, ABSOLUTES, 1.0, penalized))
    assert found.stop is Stop.CONVERGED
    own = absolute_objective(x, y, costs, loss, found.weights, penalized)
    np.testing.assert_allclose(found.objective, own, rtol=1e-12)
    assert own <= least_absolute(x, y, costs, loss, penalized) * (1 + 1e-8)


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("C", [1e-6, 1e-2, 1.0, 1e3])
def test_the_gap_under_absolute_values_is_proved(loss: LinearLoss, C: float) -> None:
    x, y = sample(7, loss=loss)
    x[:, 3] = x[:, 2]
    costs = np.full(len(y), C)
    for steps in (1, 3, -1):
        found = solved(x, y, costs, LinearMachine(loss, WIDTH, ABSOLUTES, 1.0, True), options(1e-6, steps))
        v = np.append(x.T @ found.dual, found.dual.sum())
        rounding = 1e-15 * max(1.0, (np.abs(x).T @ np.abs(found.dual)).max())
        assert np.abs(v).max() <= 1 + rounding
        primal = absolute_objective(x, y, costs, loss, found.weights, True)
        dual = float(conjugates(loss, y, costs, found.dual).sum())
        np.testing.assert_allclose(found.gap, primal - dual, rtol=1e-6, atol=1e-11 * primal)
    if loss in SMOOTH:
        assert found.stop is Stop.CONVERGED


@pytest.mark.parametrize("loss", SMOOTH)
@pytest.mark.parametrize("case", HARD)
@pytest.mark.parametrize("C", [1e-6, 1.0, 1e6])
def test_hard_rows_under_absolute_values(loss: LinearLoss, case: str, C: float) -> None:
    rng = np.random.default_rng(8)
    x = np.ascontiguousarray(HARD[case](rng))
    y = rng.standard_normal(len(x))
    if loss is not LinearLoss.SQUARED_INSENSITIVE:
        y = np.where(y > 0, 1.0, -1.0)
    costs = C * rng.integers(0, 3, len(x)).astype(float)
    found = solved(x, y, costs, LinearMachine(loss, WIDTH, ABSOLUTES, 1.0, True), options(1e-5))
    assert found.stop is Stop.CONVERGED
    primal = absolute_objective(x, y, costs, loss, found.weights, True)
    assert primal - conjugates(loss, y, costs, found.dual).sum() <= 2e-5 * primal + 1e-12
