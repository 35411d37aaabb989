"""Solutions as values: counted rows, changed facts, and what a copy or a pickle keeps."""

import copy
import dataclasses
import pickle

import numpy as np
import pytest

from drupe import SVC
from drupe.estimators.solver_info import SolverInfo
from drupe.grams import LazyGram
from drupe.inputs import Vectors
from drupe.kernels import Gaussian
from drupe.solvers.box import solve
from drupe.solvers.builders.c_svc import c_svc
from drupe.solvers.native import unsolved
from drupe.solvers.options import Options
from drupe.solvers.solution import Solution, Stop

X = np.random.default_rng(0).normal(size=(80, 2))
SIGNS = np.where(X[:, 0] * X[:, 1] > 0, 1.0, -1.0)


def problem(C=1.0):
    return c_svc(LazyGram(Gaussian(), Vectors.of(X)), SIGNS, np.full(80, C))


def duality_gap(task, solution):
    """Primal minus dual objective of the soft margin, from the dense matrix."""
    K, beta = task.gram.dense(), task.signs * solution.alpha
    slack = np.maximum(0.0, 1.0 - task.signs * (K @ beta + solution.offset))
    return 0.5 * beta @ K @ beta + task.upper @ slack - (solution.alpha.sum() - 0.5 * beta @ K @ beta)


def test_gap_is_that_of_primal_and_dual():
    task = problem()
    for steps in (3, None):
        solution = solve(task, Options(max_iterations=steps))
        assert solution.gap == pytest.approx(duality_gap(task, solution), rel=1e-6, abs=1e-6)


def test_replacing_a_fact_keeps_the_problem():
    task = problem()
    solution = solve(task, Options(max_iterations=3))
    changed = dataclasses.replace(solution, stop=Stop.STALLED)
    assert changed.stop is Stop.STALLED
    assert changed.problem is task
    assert changed.gap == solution.gap == pytest.approx(duality_gap(task, solution), rel=1e-6)


def test_other_facts_cost_nothing():
    solution = solve(problem(), Options(max_iterations=3))
    changed = solution.with_facts(stop=Stop.TIME, seconds=7.0)
    assert (changed.stop, changed.seconds) == (Stop.TIME, 7.0)
    assert solution.stop is Stop.ITERATIONS
    assert changed.alpha is solution.alpha
    assert "gap" not in vars(changed)
    assert changed.gap == solution.gap


@pytest.mark.parametrize("asked", [False, True], ids=["gap not asked for", "gap asked for"])
def test_pickles_leave_the_data_behind_but_not_the_gap(asked):
    solution = solve(problem(), Options(max_iterations=3))
    gap = solution.gap if asked else None
    restored = pickle.loads(pickle.dumps(solution))
    assert restored.problem is None
    assert restored.gap == pytest.approx(gap if asked else solution.gap, rel=1e-5)
    np.testing.assert_array_equal(restored.alpha, solution.alpha)
    assert dataclasses.replace(restored, seconds=1.0).gap == pytest.approx(restored.gap)


def test_copies_are_like_the_original():
    solution = solve(problem())
    for twin in (copy.copy(solution), copy.deepcopy(solution)):
        assert twin.gap == pytest.approx(solution.gap, rel=1e-2)
        np.testing.assert_array_equal(twin.alpha, solution.alpha)


def test_fitted_machines_survive_a_pickle():
    machine = SVC().fit(X, SIGNS)
    restored = pickle.loads(pickle.dumps(machine))
    np.testing.assert_array_equal(restored.decision_function(X), machine.decision_function(X))
    assert restored.solver_info_.gap == pytest.approx(machine.solver_info_.gap, abs=1e-6)
    assert restored.solver_info_.stop is Stop.CONVERGED


def test_rows_are_counted():
    solution = solve(problem())
    assert solution.cache_misses > 0
    assert solution.cache_hits >= 0
    info = SVC().fit(X, SIGNS).solver_info_
    assert info.cache_misses > 0


def test_sums_of_unknown_counts_are_unknown():
    known = solve(problem())
    unknown = known.with_facts(cache_hits=None)
    info = SolverInfo.of([known, unknown], 1.0)
    assert info.cache_hits is None
    assert info.cache_misses == 2 * known.cache_misses
    plain = Solution(np.zeros(1), 0.0, 0.0, np.zeros(1), 0.0, 0.0, 0.0, 0, Stop.CONVERGED, 0.0)
    assert plain.cache_hits is None
    assert plain.cache_misses is None


def test_what_is_not_solved_stays_at_its_start():
    task = dataclasses.replace(problem(), start=np.where(np.arange(80) < 2, 0.5, 0.0) * (SIGNS[0] != SIGNS[1]))
    solution = unsolved(task, Stop.TIME)
    np.testing.assert_array_equal(solution.alpha, task.start)
    assert (solution.stop, solution.iterations) == (Stop.TIME, 0)
    assert solution.gap == pytest.approx(duality_gap(task, solution))


@pytest.mark.parametrize(
    ("stops", "said"),
    [
        ([Stop.CONVERGED], Stop.CONVERGED),
        ([Stop.CONVERGED, Stop.STALLED, Stop.ITERATIONS], Stop.ITERATIONS),
        ([Stop.INTERRUPTED, Stop.TIME], Stop.TIME),
        ([Stop.UNBOUNDED, Stop.TIME], Stop.UNBOUNDED),
    ],
)
def test_the_gravest_reason_says_why_it_ended(stops, said):
    solution = solve(problem())
    info = SolverInfo.of([solution.with_facts(stop=stop) for stop in stops], 1.0)
    assert info.stop is said
    assert info.converged is (said is Stop.CONVERGED)
    assert info.cut_short is (said in (Stop.TIME, Stop.INTERRUPTED))
