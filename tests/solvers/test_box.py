"""Runs that one call of the core does not finish: who takes over, and what is returned in the end."""

import warnings

import numpy as np
import pytest
from sklearn.datasets import load_breast_cancer

from drupe.grams.lazy import LazyGram
from drupe.inputs import Vectors
from drupe.kernels import Linear
from drupe.solvers import box
from drupe.solvers.box import solve
from drupe.solvers.builders.c_svc import CSvc, c_svc
from drupe.solvers.builders.nu_svc import nu_svc
from drupe.solvers.builders.one_class import one_class
from drupe.solvers.one_vs_one import solve_pairs
from drupe.solvers.options import Options, Precision
from drupe.solvers.solution import Stop

RNG = np.random.default_rng(0)
LINE = RNG.normal(size=(1500, 1)) @ RNG.normal(size=(1, 70))
CANCER = load_breast_cancer()
CANCER_GRAM = LazyGram(Linear() + 0.0, Vectors.of(CANCER.data))  # whose columns are no way around the steps
CANCER_SIGNS = np.where(CANCER.target == 0, 1.0, -1.0)


def hinge_objective(weights, offset, outputs, signs, costs, K):
    """½‖w‖² + Σ C max(0, 1 − y f), from the kernel matrix itself."""
    return 0.5 * weights @ K @ weights + costs @ np.maximum(0.0, 1.0 - signs * (outputs + offset))


def nu_problem(x):
    signs = np.where(x[:, 0] + RNG.normal(size=len(x)) > 0, 1.0, -1.0)
    return nu_svc(LazyGram(Linear(), Vectors.of(x)), signs, np.ones(len(x)), 0.3)


@pytest.mark.parametrize(
    "problem",
    [one_class(LazyGram(Linear(), Vectors.of(LINE)), np.ones(1500), 0.36), nu_problem(LINE), nu_problem(30.0 * LINE)],
    ids=["one class", "nu", "nu, scaled"],
)
def test_steps_in_single_precision_do_not_go_in_circles(problem):
    solution = solve(problem)
    assert solution.converged
    assert solution.iterations < 500_000
    double = solve(problem, Options(precision=Precision.DOUBLE))
    assert solution.objective == pytest.approx(double.objective, abs=1e-3 * (1.0 + abs(double.objective)))


def test_circling_pairs_of_classes_are_handed_over():
    codes = np.repeat(np.arange(3), 500)
    gram = LazyGram(Linear(), Vectors.of(100.0 * LINE + codes[:, None]))
    pairs = solve_pairs(gram, codes, np.full(1500, 0.01), CSvc(), Options())
    assert all(pair.solution.converged for pair in pairs)
    assert sum(pair.solution.iterations for pair in pairs) < 1_000_000


def test_an_unfinished_run_returns_the_best_rule_it_met(monkeypatch):
    """Every look at the run is compared; the primal objective is recomputed from the kernel matrix."""
    monkeypatch.setattr(box, "LOOKS", 10**9)
    monkeypatch.setattr(box, "FEWEST_STEPS", 40_000)
    K, costs = CANCER.data @ CANCER.data.T, np.full(len(CANCER.data), 1000.0)
    problem = c_svc(CANCER_GRAM, CANCER_SIGNS, costs)

    def primal(solution):
        weights = CANCER_SIGNS * solution.alpha
        return hinge_objective(weights, solution.offset, K @ weights, CANCER_SIGNS, costs, K)

    looked_at = [
        primal(solve(problem, Options(max_iterations=steps, precision=Precision.DOUBLE)))
        for steps in (200_000, 400_000, 800_000)
    ]
    assert looked_at == sorted(looked_at, reverse=True), "a longer run is never worse"
    longest = solve(problem, Options(max_iterations=800_000))
    assert longest.stop is Stop.ITERATIONS
    assert longest.iterations == 800_000
    assert longest.gap - longest.objective == pytest.approx(primal(longest), rel=1e-6)


@pytest.mark.parametrize("steps", [1, 100, 1000, 10_000, 100_000])
def test_no_limit_of_steps_leaves_a_rule_worse_than_a_constant(steps):
    costs = np.full(len(CANCER.data), 1000.0)
    problem = c_svc(CANCER_GRAM, CANCER_SIGNS, costs)
    found = solve(problem, Options(max_iterations=steps))
    constant = 2.0 * 1000.0 * min((CANCER_SIGNS > 0).sum(), (CANCER_SIGNS < 0).sum())
    K = CANCER.data @ CANCER.data.T
    weights = CANCER_SIGNS * found.alpha
    primal = hinge_objective(weights, found.offset, K @ weights, CANCER_SIGNS, costs, K)
    assert primal <= constant * (1.0 + 1e-12)
    assert found.gap - found.objective == pytest.approx(primal, rel=1e-6)
    assert found.iterations == steps


def test_a_warm_start_is_not_made_worse():
    x = CANCER.data
    problem = c_svc(CANCER_GRAM, CANCER_SIGNS, np.full(len(x), 1000.0))
    good = solve(problem, Options(max_iterations=1_000_000))
    started = c_svc(problem.gram, CANCER_SIGNS, problem.upper, start=good.alpha)
    again = solve(started, Options(max_iterations=50))
    assert again.gap - again.objective <= (good.gap - good.objective) * (1.0 + 1e-6)


def test_the_offset_of_an_unfinished_run_is_the_cheapest(monkeypatch):
    monkeypatch.setattr(box, "STEPS_UNSEEN", 1000)
    monkeypatch.setattr(box, "STEPS_UNSEEN_EACH", 1)
    x, costs = CANCER.data, np.full(len(CANCER.data), 10.0)
    problem = c_svc(CANCER_GRAM, CANCER_SIGNS, costs)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = solve(problem, Options(max_iterations=5000))
    K = x @ x.T
    weights = CANCER_SIGNS * found.alpha
    tried = [
        hinge_objective(weights, offset, K @ weights, CANCER_SIGNS, costs, K)
        for offset in found.offset + np.linspace(-2.0, 2.0, 401)
    ]
    ours = hinge_objective(weights, found.offset, K @ weights, CANCER_SIGNS, costs, K)
    assert ours <= min(tried) * (1.0 + 1e-9)


def test_time_that_is_up_ends_all_runs():
    problem = c_svc(CANCER_GRAM, CANCER_SIGNS, np.full(len(CANCER.data), 1000.0))
    assert solve(problem, Options(max_seconds=0.05)).stop is Stop.TIME
