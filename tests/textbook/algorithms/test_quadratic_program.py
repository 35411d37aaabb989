"""Quadratic programs: duality and the conditions of Karush, Kuhn and Tucker, and the interior point method on them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linprog
from textbook_problems import agrees, balanced_problems, classification, free_problems, noisy, reference

from drupe.foundation.errors import ConvergenceError, InputError
from drupe.grams import DenseGram
from drupe.solvers.solution import Solution, Stop
from drupe.textbook.algorithms import InteriorPoint, QuadraticProgram

PROBLEMS = {**balanced_problems(), **{f"{name}, free": problem for name, problem in free_problems().items()}}


def random_program(seed, linear_only=False):
    """A feasible, bounded program with every kind of constraint."""
    random = np.random.default_rng(seed)
    n = 6
    factor = np.zeros((n, n)) if linear_only else random.normal(size=(3, n))
    inside = random.uniform(-0.5, 0.5, size=n)
    equal, rows = random.normal(size=(2, n)), random.normal(size=(4, n))
    return QuadraticProgram.of(
        factor.T @ factor,
        random.normal(size=n),
        equalities=(equal, equal @ inside),
        inequalities=(rows, rows @ inside + random.uniform(0, 1, size=4)),
        lower=np.full(n, -1.0),
        upper=np.where(np.arange(n) < 3, 1.0, np.inf),
    )


@pytest.mark.spec("C.F12", "H.S13")
@pytest.mark.parametrize("name", PROBLEMS)
def test_interior_point_finds_what_the_fast_solver_finds(name):
    problem = PROBLEMS[name]
    found = InteriorPoint().solve(QuadraticProgram.from_box_problem(problem))
    best = reference(problem)
    assert found.stop in (Stop.CONVERGED, Stop.STALLED)
    assert abs(found.objective - best.objective) <= 1e-6 * abs(best.objective)
    assert found.residuals.largest < 1e-5
    if len(found.equality_multipliers):
        np.testing.assert_allclose(found.equality_multipliers[0], best.offset, atol=1e-4)


def svm_primal(x, signs, C):
    """min ½‖w‖² + C Σξ, y (⟨w, x⟩ + b) ≥ 1 − ξ, ξ ≥ 0 in the variables (w, b, ξ)."""
    n, d = x.shape
    quadratic = np.zeros((d + 1 + n, d + 1 + n))
    quadratic[:d, :d] = np.eye(d)
    linear = np.concatenate([np.zeros(d + 1), np.full(n, C)])
    rows = -np.hstack([signs[:, None] * x, signs[:, None], np.eye(n)])
    lower = np.concatenate([np.full(d + 1, -np.inf), np.zeros(n)])
    return QuadraticProgram.of(quadratic, linear, inequalities=(rows, -np.ones(n)), lower=lower)


@pytest.mark.spec("S.A06", "S.A08", "S.A10", "M.S03", "M.S09", "S.O06")
def test_primal_and_dual_of_the_soft_margin_meet():
    x, signs = noisy(40)
    primal = InteriorPoint().solve(svm_primal(x, signs, 1.0))
    problem = classification(DenseGram(x @ x.T), signs, C=1.0)
    dual: Solution = reference(problem)
    np.testing.assert_allclose(primal.objective, -dual.objective, rtol=1e-7)
    np.testing.assert_allclose(primal.x[:2], problem.weights(dual.alpha) @ x, atol=1e-5)
    np.testing.assert_allclose(primal.x[2], dual.offset, atol=1e-5)
    # The multipliers of the margin constraints are α, and each slack is the hinge loss.
    np.testing.assert_allclose(problem.weights(primal.multipliers[:40]) @ x, primal.x[:2], atol=1e-6)
    np.testing.assert_allclose(primal.x[3:], np.maximum(0, 1 - signs * (x @ primal.x[:2] + primal.x[2])), atol=1e-6)
    assert agrees(dual, problem)


@pytest.mark.spec("S.O05", "S.O06", "S.O07", "H.S13")
@given(st.integers(0, 10**6), st.booleans())
def test_solution_satisfies_the_conditions_and_closes_the_gap(seed, linear_only):
    program = random_program(seed, linear_only)
    assert program.convex
    try:
        found = InteriorPoint().solve(program)
    except ConvergenceError:
        assert downhill(program) < 0
        return
    assert found.residuals.largest < 1e-6
    assert abs(found.objective - found.dual) < 1e-6 * max(1.0, abs(found.objective))
    if linear_only:
        bounds = list(zip(program.lower, program.upper, strict=True))
        (rows, ends), (equal, values) = program.inequalities, program.equalities
        peer = linprog(program.linear, A_ub=rows, b_ub=ends, A_eq=equal, b_eq=values, bounds=bounds)
        np.testing.assert_allclose(found.objective, peer.fun, atol=1e-6)


def downhill(program):
    """Slope of the steepest way down along which nothing stops the objective."""
    rows, _ = program.constraints
    straight = np.vstack([program.equalities[0], program.quadratic])
    found = linprog(
        program.linear, A_ub=rows, b_ub=np.zeros(len(rows)), A_eq=straight, b_eq=np.zeros(len(straight)), bounds=(-1, 1)
    )
    return found.fun


@pytest.mark.spec("S.O06", "S.O07")
def test_weak_duality_and_saddle_point():
    random = np.random.default_rng(0)
    program = QuadraticProgram.of(np.eye(3), [-3.0, 1.0, 0.5], lower=[0.0] * 3, upper=[1.0] * 3)
    best = InteriorPoint().solve(program)
    none = np.empty(0)
    np.testing.assert_allclose(program.dual(best.multipliers, none), best.objective, atol=1e-8)
    for _ in range(100):
        x, multipliers = random.uniform(0, 1, 3), random.exponential(size=6)
        assert program.objective(x) >= program.dual(multipliers, none) - 1e-12
        # Low in x, high in the multipliers.
        assert program.lagrangian(x, best.multipliers, none) >= best.objective - 1e-8
        assert program.lagrangian(best.x, multipliers, none) <= best.objective + 1e-8
    assert program.dual(-np.ones(6), none) == -np.inf


@pytest.mark.spec("S.O05", "S.O06")
def test_without_convexity_a_gap_remains():
    program = QuadraticProgram.of(np.array([[-2.0]]), [0.0], lower=[-1.0], upper=[1.0])
    assert not program.convex
    # The least objective is −1; the Lagrangian, −x² + (u₂ − u₁) x − u₁ − u₂, has no lower end whatever u.
    assert program.objective(np.array([1.0])) == -1.0
    assert program.dual(np.array([1.0, 1.0]), np.empty(0)) == -np.inf
    with pytest.raises(InputError, match="not convex"):
        InteriorPoint().solve(program)


@pytest.mark.spec("S.O07")
def test_residuals_name_what_is_wrong():
    program = QuadraticProgram.of(np.eye(1), [-2.0], upper=[1.0])
    none = np.empty(0)
    right = program.residuals(np.array([1.0]), np.array([1.0]), none)
    assert right.largest == 0.0
    assert program.residuals(np.array([1.0]), np.array([0.0]), none).stationarity == 1.0
    assert program.residuals(np.array([2.0]), np.array([0.0]), none).inequality == 1.0
    assert program.residuals(np.array([0.0]), np.array([2.0]), none).complementarity == 2.0
    assert program.residuals(np.array([3.0]), np.array([-1.0]), none).sign == 1.0


@pytest.mark.spec("M.S09")
def test_infeasible_and_unbounded_are_told_apart():
    rows = np.array([[1.0], [-1.0]])
    with pytest.raises(InputError, match="no point satisfies"):
        InteriorPoint().solve(QuadraticProgram.of(np.eye(1), [0.0], inequalities=(rows, np.array([-1.0, -1.0]))))
    with pytest.raises(ConvergenceError, match="no lower end"):
        InteriorPoint().solve(QuadraticProgram.of(np.zeros((1, 1)), [-1.0], lower=[0.0]))


def test_equalities_alone_are_one_newton_step():
    program = QuadraticProgram.of(np.diag([1.0, 2.0]), [0.0, 0.0], equalities=(np.ones((1, 2)), np.array([3.0])))
    found = InteriorPoint().solve(program)
    np.testing.assert_allclose(found.x, [2.0, 1.0], atol=1e-9)


def test_shapes_must_fit():
    with pytest.raises(InputError, match="3 by 3"):
        QuadraticProgram.of(np.eye(2), [0.0, 0.0, 0.0])
