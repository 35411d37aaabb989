"""Soft-max regression against closed forms, scikit-learn and its own promise: a gap that really bounds."""

import numpy as np
import pytest
import scipy.sparse as sp
from scipy.optimize import minimize
from scipy.special import logsumexp

from drupe.inputs.vectors import Vectors
from drupe.solvers.linear_options import LinearOptions
from drupe.solvers.softmax_regression import SoftmaxProblem, solve_softmax
from drupe.solvers.solution import Stop


def sample(n: int, d: int, k: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    X, codes = rng.normal(size=(n, d)), rng.integers(k, size=n)
    codes[:k] = np.arange(k)
    X[np.arange(n), codes % d] += 1.5
    return X, codes


def objective(problem: SoftmaxProblem, weights: np.ndarray) -> float:
    X = problem.rows.dense().astype(np.float64)
    if problem.constant:
        X = np.column_stack([X, np.full(len(X), problem.constant)])
    f = X @ weights.T
    bent = weights if problem.penalized or not problem.constant else weights[:, :-1]
    return 0.5 * np.square(bent).sum() + problem.costs @ (logsumexp(f, axis=1) - f[np.arange(len(f)), problem.codes])


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize(("constant", "penalized"), [(0.0, False), (1.0, False), (1.0, True), (3.0, False)])
@pytest.mark.parametrize(("n", "d", "k"), [(40, 3, 3), (300, 7, 10), (60, 1, 5), (150, 130, 9), (90, 1001, 3)])
def test_gap_bounds_and_objective_is_what_it_says(n, d, k, constant, penalized, sparse) -> None:
    X, codes = sample(n, d, k)
    costs = np.random.default_rng(1).uniform(0.0, 4.0, n)
    costs[3] = 0.0
    rows = Vectors.of(sp.csr_matrix(np.where(np.abs(X) > 0.7, X, 0.0)) if sparse else X)
    problem = SoftmaxProblem(rows, codes, k, costs, constant, penalized)
    best = solve_softmax(problem, LinearOptions(gap=1e-12))
    assert best.solution.within(1e-12)
    assert objective(problem, best.weights) == pytest.approx(best.solution.objective, rel=1e-12)
    for steps in (0, 1, 2, 3, 5):
        early = solve_softmax(problem, LinearOptions(gap=1e-12, max_steps=steps))
        found = objective(problem, early.weights)
        assert early.solution.objective == pytest.approx(found, rel=1e-12)
        assert found - best.solution.objective <= early.solution.gap * (1.0 + 1e-9) + 1e-12 * found
        assert early.solution.steps <= steps


@pytest.mark.parametrize("C", [1e-3, 1.0, 100.0])
def test_weights_are_those_of_a_general_minimizer(C) -> None:
    X, codes = sample(50, 3, 4, seed=2)
    problem = SoftmaxProblem(Vectors.of(X), codes, 4, np.full(50, C), 1.0)
    found = solve_softmax(problem, LinearOptions(gap=1e-13))
    there = minimize(lambda w: objective(problem, w.reshape(4, 4)), np.zeros(16), method="BFGS", options={"gtol": 1e-8})
    assert found.solution.objective <= there.fun * (1.0 + 1e-12)
    difference = found.weights - there.x.reshape(4, 4)
    assert np.abs(difference - difference.mean(axis=0)).max() < 1e-4


def test_free_constants_alone_give_the_shares_of_the_classes() -> None:
    codes = np.repeat(np.arange(3), [5, 3, 2])
    problem = SoftmaxProblem(Vectors.of(np.zeros((10, 1))), codes, 3, np.ones(10), 1.0)
    b = solve_softmax(problem, LinearOptions(gap=1e-13)).weights[:, 1]
    assert np.exp(b) / np.exp(b).sum() == pytest.approx([0.5, 0.3, 0.2], rel=1e-6)
    assert b.sum() == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize("sparse", [False, True])
@pytest.mark.parametrize("shape", [(5000, 12, 5), (3000, 150, 8), (2000, 1200, 4)])
def test_threads_change_no_bit(shape, sparse) -> None:
    X, codes = sample(*shape, seed=3)
    rows = Vectors.of(sp.csr_matrix(np.where(np.abs(X) > 1.5, X, 0.0)) if sparse else X)
    problem = SoftmaxProblem(rows, codes, shape[2], np.full(len(codes), 0.1), 1.0)
    runs = [solve_softmax(problem, LinearOptions(gap=1e-6, threads=threads)) for threads in (1, 2, 3)]
    for run in runs[1:]:
        assert np.array_equal(run.weights, runs[0].weights)
        assert run.solution == runs[0].solution


@pytest.mark.parametrize(("C", "largest"), [(1e-6, 1e5), (1.0, 1e5), (1e6, 1e4), (1e9, 1.0)])
def test_columns_of_unlike_units_constants_and_duplicates(C, largest) -> None:
    X, codes = sample(200, 4, 3, seed=4)
    unlike = np.column_stack([X * [1e-4, 1.0, 1e-3 * largest, largest], np.ones(200), X[:, 1], np.zeros(200)])
    problem = SoftmaxProblem(Vectors.of(unlike), codes, 3, np.full(200, C), 1.0)
    found = solve_softmax(problem, LinearOptions(gap=1e-7))
    assert found.solution.within(1e-7)
    assert found.weights[:, 1] == pytest.approx(found.weights[:, 5], rel=1e-3, abs=1e-3 * np.abs(found.weights).max())
    assert not found.weights[:, 6].any()


def test_a_start_at_the_end_takes_no_step() -> None:
    X, codes = sample(80, 5, 3)
    problem = SoftmaxProblem(Vectors.of(X), codes, 3, np.ones(80), 1.0)
    cold = solve_softmax(problem, LinearOptions(gap=1e-8))
    warm = solve_softmax(problem, LinearOptions(gap=1e-7), cold.weights)
    assert cold.solution.steps > 0
    assert warm.solution.steps == 0
    assert np.allclose(warm.weights, cold.weights)


def test_limits_of_time_and_interruption_are_told() -> None:
    X, codes = sample(3000, 120, 9)
    problem = SoftmaxProblem(Vectors.of(X), codes, 9, np.full(3000, 10.0), 1.0)
    late = solve_softmax(problem, LinearOptions(gap=1e-12, max_seconds=1e-9))
    assert late.solution.stop is Stop.TIME
    assert objective(problem, late.weights) == pytest.approx(late.solution.objective, rel=1e-12)

    def stop(fraction: float) -> None:
        raise KeyboardInterrupt

    big = SoftmaxProblem(Vectors.of(np.vstack([X] * 8)), np.tile(codes, 8), 9, np.full(24000, 1e4), 1.0)
    kept = solve_softmax(big, LinearOptions(gap=1e-12, keep=True, progress=stop))
    assert kept.solution.stop is Stop.INTERRUPTED
    with pytest.raises(KeyboardInterrupt):
        solve_softmax(big, LinearOptions(gap=1e-12, progress=stop))


@pytest.mark.parametrize(
    ("codes", "costs", "words"),
    [([0, 5], [1.0, 1.0], "no class"), ([0, 1], [1.0, -1.0], "costs"), ([0], [1.0], "lengths")],
)
def test_the_core_refuses_what_does_not_fit(codes, costs, words) -> None:
    problem = SoftmaxProblem(Vectors.of([[1.0], [2.0]]), np.array(codes), 2, np.array(costs))
    with pytest.raises(ValueError, match=words):
        solve_softmax(problem, LinearOptions())
