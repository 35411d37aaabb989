"""Chunking, decomposition and the exact method inside them reach the optimum under every balance."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from textbook_problems import (
    TOY4,
    agrees,
    balanced_problems,
    classification,
    free_problems,
    gaussian,
    noisy,
    nu_classification,
    reference,
    regression,
    toy4,
    wave,
)

from drupe.foundation.errors import ParameterError
from drupe.grams import CachedGram, DenseGram
from drupe.solvers.balance import Balanced, Free
from drupe.solvers.box import solve
from drupe.solvers.options import Options
from drupe.solvers.solution import Stop
from drupe.textbook.algorithms import Chunking, Decomposition, InteriorPoint, QuadraticProgram, active_set
from drupe.textbook.algorithms.pair import Pair
from drupe.textbook.algorithms.point import Point
from drupe.textbook.algorithms.stopping import MaxSweeps, OptimalityConditions
from drupe.textbook.algorithms.sub_problem import sub_problem
from drupe.textbook.algorithms.working_set import most_violating

x, signs = noisy()
z, targets = wave()
PROBLEMS = {
    **balanced_problems(),
    **{f"{name}, free": problem for name, problem in free_problems().items()},
    "nu": nu_classification(gaussian(x), signs, 0.3),
    "regression": regression(gaussian(z), targets, C=1.0, epsilon=0.1),
}
TIGHT = OptimalityConditions(1e-6) | MaxSweeps(20_000)


@pytest.mark.spec("C.F13")
@pytest.mark.parametrize("name", PROBLEMS)
def test_chunking_reaches_the_optimum(name):
    run = Chunking(first=10, added=6, stopping=TIGHT).solve(PROBLEMS[name])
    assert agrees(run.solution, PROBLEMS[name])
    assert (np.diff([sweep.dual for sweep in run.history]) >= -1e-10).all()


@pytest.mark.spec("C.F14", "S.A14", "S.A08")
@pytest.mark.parametrize("size", [2, 3, 16])
@pytest.mark.parametrize("name", PROBLEMS)
def test_decomposition_reaches_the_optimum_whatever_the_size(name, size):
    run = Decomposition(size, stopping=TIGHT).solve(PROBLEMS[name])
    assert run.solution.converged
    assert agrees(run.solution, PROBLEMS[name])
    assert (np.diff([sweep.dual for sweep in run.history]) >= -1e-10).all()


@pytest.mark.spec("S.A14")
def test_six_points_with_known_answer():
    x = np.array([-2.0, -1.0, 0.0, 0.5, 1.0, 2.0])[:, None]
    y = np.array([-1.0, -1.0, 1.0, -1.0, 1.0, 1.0])
    C = 1 / (2 * 0.05 * 6)
    solution = Decomposition(2, stopping=OptimalityConditions(1e-10)).solve(classification(gaussian(x), y, C)).solution
    np.testing.assert_allclose(solution.alpha, [0.285820, 1.527252, C, C, 1.335056, 0.478016], atol=1e-5)
    np.testing.assert_allclose(solution.offset, 0.044823, atol=1e-6)
    f = solution.outputs + solution.offset
    np.testing.assert_allclose(f, [-1, -1, 0.150100, 0.673972, 1, 1], atol=1e-6)
    np.testing.assert_allclose(-solution.objective, 5.5829653, atol=1e-6)
    slack = np.maximum(0, 1 - y * f)
    # The same value, times 2 lambda, in the form with lambda: mean slack plus lambda times the squared norm.
    lam = 0.05
    norm = (y * solution.alpha) @ solution.outputs
    np.testing.assert_allclose(slack.mean() + lam * norm, 2 * lam * -solution.objective, atol=1e-7)


@pytest.mark.spec("C.F14", "C.F15", "C.F19")
def test_size_two_is_the_analytic_pair_step():
    point = Point(PROBLEMS["soft margin"])
    for _ in range(30):
        working = most_violating(point, 2)
        i, j = (int(v) for v in working)
        signs, K = point.problem.signs, point.problem.gram.dense()
        errors = -signs * point.slopes()
        # Both extremes of the two thresholds.
        scores = signs * point.slopes()
        rises = np.where(signs > 0, point.alpha < 2.0, point.alpha > 0)
        falls = np.where(signs > 0, point.alpha > 0, point.alpha < 2.0)
        assert scores[i] == scores[rises].max()
        assert scores[j] == scores[falls].min()
        pair = Pair(
            (point.alpha[i], point.alpha[j]),
            (signs[i], signs[j]),
            (2.0, 2.0),
            (errors[i], errors[j]),
            K[i, i] + K[j, j] - 2 * K[i, j],
        )
        values = active_set(sub_problem(point, working))
        np.testing.assert_allclose(values, pair.optimum(), atol=1e-10)
        point.replace(working, values)


@pytest.mark.spec("C.F16", "C.E01", "M.S01", "M.S02")
def test_hard_margin_on_four_points():
    exact = OptimalityConditions(1e-9) | MaxSweeps(1000)
    for solver in (Chunking(stopping=exact), Decomposition(2, stopping=exact), Decomposition(3, stopping=exact)):
        solution = solver.solve(toy4()).solution
        np.testing.assert_allclose(solution.alpha, [0.4, 0, 0, 0.4], atol=1e-7)
        np.testing.assert_allclose((toy4().signs * solution.alpha) @ TOY4, [0.4, 0.8], atol=1e-7)
        np.testing.assert_allclose(solution.offset, -1.4, atol=1e-7)
        # Σα = αᵀQα = 1/γ², W half of it.
        np.testing.assert_allclose([solution.alpha.sum(), -2 * solution.objective], 1 / 1.1180340**2, rtol=1e-6)


@pytest.mark.spec("C.F14", "C.F11")
def test_only_rows_of_working_sets_are_asked_for():
    gram = CachedGram(gaussian(x), budget_bytes=10**6)
    problem = classification(gram, signs, C=2.0)
    Decomposition(2, stopping=MaxSweeps(5)).solve(problem)
    assert gram.use.misses <= 10


@pytest.mark.spec("C.F13")
def test_chunks_hold_support_vectors_and_few_more():
    sizes = []

    def watched(problem):
        sizes.append((len(problem), int((problem.start > 0).sum())))
        return active_set(problem)

    run = Chunking(first=10, added=6, inner=watched, stopping=TIGHT).solve(PROBLEMS["soft margin"])
    assert sizes[0] == (10, 0)
    assert all(size <= support + 6 for size, support in sizes[1:])
    assert len(run.solution.support) <= sizes[-1][0] < len(x)


def test_another_exact_method_may_be_inside():
    problem = PROBLEMS["soft margin"]
    run = Decomposition(8, inner=lambda part: solve(part, Options(tolerance=1e-10)).alpha, stopping=TIGHT).solve(
        problem
    )
    assert agrees(run.solution, problem)


@pytest.mark.spec("M.S09", "C.E01")
@pytest.mark.parametrize("solver", [Chunking(), Decomposition(4)])
def test_no_separating_hyperplane_is_found_out(solver):
    problem = classification(DenseGram(np.ones((2, 2))), [1, -1])
    assert solver.solve(problem).solution.stop is Stop.UNBOUNDED


def test_one_class_alone_is_optimal_at_once():
    run = Decomposition(2).solve(classification(DenseGram(np.eye(3)), [1, 1, 1], C=1.0))
    assert run.solution.converged
    assert run.sweeps == 0


def test_a_working_set_of_one_cannot_be_balanced():
    with pytest.raises(ParameterError, match="size"):
        Decomposition(1)


@st.composite
def small_problems(draw):
    n = draw(st.integers(2, 7))
    rank = draw(st.integers(1, n))
    random = np.random.default_rng(draw(st.integers(0, 2**20)))
    features = random.normal(size=(n, rank))
    if draw(st.booleans()):
        features[-1] = features[0]
    upper = np.where(random.random(n) < 0.2, 0.0, random.uniform(0.2, 3.0, size=n))
    signs = random.choice([-1.0, 1.0], size=n)
    problem = classification(DenseGram(features @ features.T), signs, 1.0, draw(st.sampled_from([Free(), Balanced()])))
    return replace(problem, upper=upper, linear=random.normal(size=n))


@pytest.mark.spec("C.F12", "H.S13")
@given(small_problems())
def test_active_set_and_interior_point_agree_on_anything_small(problem):
    exact = problem.objective(alpha := active_set(problem), np.asarray(problem.gram @ problem.weights(alpha)))
    assert (alpha >= 0).all()
    assert (alpha <= problem.upper).all()
    other = InteriorPoint().solve(QuadraticProgram.from_box_problem(problem))
    assert abs(exact - other.objective) <= 1e-7 * max(1.0, abs(exact))
    assert abs(exact - reference(problem).objective) <= 1e-7 * max(1.0, abs(exact))


@pytest.mark.spec("S.A14")
def test_sub_problem_is_the_objective_of_its_variables_up_to_a_constant():
    problem = PROBLEMS["regression"]
    random = np.random.default_rng(0)
    point = Point(problem)
    point.replace(np.arange(len(problem)), random.uniform(0, 1, len(problem)))
    chosen = np.array([3, 43, 10, 70, 5])  # 3 and 43 belong to one example
    part = sub_problem(point, chosen)
    differences = []
    for _ in range(3):
        values = random.uniform(0, 1, 5)
        alpha = point.alpha.copy()
        alpha[chosen] = values
        whole = problem.objective(alpha, np.asarray(problem.gram @ problem.weights(alpha)))
        differences.append(whole - part.objective(values, np.asarray(part.gram @ part.weights(values))))
    np.testing.assert_allclose(differences, differences[0], atol=1e-10)
