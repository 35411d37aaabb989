"""Multipliers, optimality conditions, saddle points and dual bounds, on problems with known answers."""

import numpy as np
import pytest
from solvers.toys import FOUR, FOUR_SIGNS, clouds, gaussian_gram, linear_gram

from drupe.solvers.balance import Free
from drupe.solvers.box import solve
from drupe.solvers.builders.c_svc import c_svc
from drupe.solvers.builders.hard_margin import hard_margin
from drupe.solvers.duality import ConstrainedProblem, gradient, saddle_point_excess
from drupe.solvers.options import Options, Precision
from drupe.textbook.algorithms.convexity import chord_excess, holds_its_segments
from drupe.textbook.algorithms.interior_point import InteriorPoint
from drupe.textbook.algorithms.quadratic_dual import dual_program
from drupe.textbook.algorithms.quadratic_program import QuadraticProgram

EXACT = Options(tolerance=1e-11, max_iterations=200_000, precision=Precision.DOUBLE)


def hard_margin_primal():
    """min ½‖w‖² over (w, b), yᵢ(⟨w, xᵢ⟩ + b) ≥ 1, for four points in the plane."""
    rows = FOUR_SIGNS[:, None] * np.column_stack([FOUR, np.ones(4)])
    return ConstrainedProblem(lambda x: float(0.5 * x[:2] @ x[:2]), lambda x: 1.0 - rows @ x)


W, ALPHA = np.array([0.4, 0.8, -1.4]), np.array([0.4, 0.0, 0.0, 0.4])


@pytest.mark.spec("C.D01", "C.D02", "C.D03", "S.O07")
def test_conditions_hold_at_the_maximal_margin_and_only_there():
    problem = hard_margin_primal()
    assert problem.feasible(W)
    assert problem.active(W).tolist() == [0, 3]
    assert problem.kkt(W, ALPHA).worst < 1e-8
    assert problem.kkt(W, np.array([0.4, 0.0, 0.1, 0.4])).complementarity > 1e-3
    assert problem.kkt(W, -ALPHA).sign == pytest.approx(0.4)
    assert problem.kkt(W, 0.5 * ALPHA).stationarity == pytest.approx(0.4, rel=1e-6)
    assert problem.kkt(0.5 * W, ALPHA).inequality == pytest.approx(0.5)
    assert not problem.feasible(0.5 * W)


@pytest.mark.spec("C.D04", "S.O06", "S.O07", "M.S09")
def test_maximal_margin_is_a_saddle_point_without_a_gap():
    problem, rng = hard_margin_primal(), np.random.default_rng(0)
    nothing = np.zeros(0)
    points = W + rng.normal(size=(200, 3))
    prices = [(np.abs(rng.normal(size=4)), nothing) for _ in range(200)]
    assert saddle_point_excess(problem, (W, ALPHA, nothing), points, prices) < 1e-12
    free = [*prices, (np.zeros(4), nothing)]
    assert saddle_point_excess(problem, (2.0 * W, ALPHA, nothing), points, free) == pytest.approx(0.8)
    assert problem.lagrangian(W, ALPHA) == pytest.approx(problem.objective(W))
    # Weak duality over any finite set of points.
    domain = np.vstack([points, W])
    for alpha, _ in prices:
        assert problem.dual_value(domain, alpha) <= problem.least(domain) + 1e-12
    assert problem.dual_value(domain, ALPHA) == pytest.approx(problem.least(domain))


@pytest.mark.spec("S.O06", "C.D04")
def test_a_problem_that_is_not_convex_has_a_gap():
    # min −x, 2x ≤ 1 over {0, 1}: the optimum is 0, but no multiplier proves more than −½.
    problem = ConstrainedProblem(lambda x: -float(x[0]), lambda x: 2.0 * x - 1.0)
    domain = np.array([[0.0], [1.0]])
    bounds = [problem.dual_value(domain, np.array([price])) for price in np.linspace(0.0, 2.0, 201)]
    assert problem.least(domain) == 0.0
    assert max(bounds) == pytest.approx(-0.5)


@pytest.mark.spec("C.D10", "C.D02", "C.D06")
def test_largest_box_is_a_cube():
    surface = 6.0
    side = np.sqrt(surface / 6.0)

    def of(area):
        return ConstrainedProblem(
            objective=lambda x: -float(np.prod(x)),
            equalities=lambda x: np.array([2.0 * (x[0] * x[1] + x[1] * x[2] + x[2] * x[0]) - area]),
        )

    cube = np.full(3, side)
    # −x₂x₃ + 2β(x₂ + x₃) = 0
    beta = np.array([side / 4.0])
    assert of(surface).kkt(cube, beta=beta).worst < 1e-8
    assert of(surface).kkt(np.array([1.0, 2.0, 1.0 / 3.0]), beta=beta).stationarity > 0.1
    # Shadow price: the best volume (area/6)^(3/2) grows by β for each unit of surface.
    step = 1e-5
    volumes = [((surface + change) / 6.0) ** 1.5 for change in (-step, step)]
    assert (volumes[1] - volumes[0]) / (2 * step) == pytest.approx(beta[0], rel=1e-6)


@pytest.mark.spec("C.D10")
def test_uniform_distribution_has_the_largest_entropy():
    n = 5
    problem = ConstrainedProblem(
        objective=lambda p: float(p @ np.log(p)),
        equalities=lambda p: np.array([p.sum() - 1.0]),
    )
    even = np.full(n, 1.0 / n)
    assert problem.kkt(even, beta=np.array([np.log(n) - 1.0])).worst < 1e-8
    assert -problem.objective(even) == pytest.approx(np.log(n))
    others = np.random.default_rng(0).dirichlet(np.ones(n), size=100)
    assert all(problem.objective(p) > problem.objective(even) for p in others)


@pytest.mark.spec("C.D05", "C.D04")
def test_dual_of_a_quadratic_program_has_the_same_optimum():
    rng = np.random.default_rng(4)
    root = rng.normal(size=(4, 4))
    quadratic, linear = root @ root.T + np.eye(4), rng.normal(size=4)
    rows, right = rng.normal(size=(6, 4)), rng.normal(size=6) + 1.0
    program, constant = dual_program(quadratic, linear, rows, right)
    a = InteriorPoint().solve(program)
    w = np.linalg.solve(quadratic, linear - rows.T @ a.x)
    primal = 0.5 * w @ quadratic @ w - linear @ w
    assert np.all(rows @ w <= right + 1e-7)
    assert primal == pytest.approx(constant - a.objective, rel=1e-7)
    problem = ConstrainedProblem(lambda x: float(0.5 * x @ quadratic @ x - linear @ x), lambda x: rows @ x - right)
    assert problem.kkt(w, a.x).worst < 1e-6


@pytest.mark.spec("C.D05", "S.A09")
def test_dual_of_the_hard_margin_is_its_box_problem():
    rows = -FOUR_SIGNS[:, None] * FOUR
    keep = [0, 1, 3]  # the origin has no margin through the origin
    program, constant = dual_program(np.eye(2), np.zeros(2), rows[keep], -np.ones(3))
    box = solve(hard_margin(linear_gram(FOUR[keep]), FOUR_SIGNS[keep], balance=Free()), EXACT)
    assert constant == 0.0
    assert InteriorPoint().solve(program).objective == pytest.approx(box.objective, rel=1e-7)


@pytest.mark.spec("S.A06", "S.A08", "C.D04")
def test_primal_of_the_soft_margin_over_expansions_has_the_optimum_of_its_dual():
    # min ½ cᵀKc + C Σξ over (c, b, ξ), yᵢ((Kc)ᵢ + b) ≥ 1 − ξᵢ, ξ ≥ 0, as a generic quadratic program.
    x, signs = clouds(12, 0.6, 3)
    gram, n, cost = gaussian_gram(x), 12, 1.5
    quadratic = np.zeros((2 * n + 1, 2 * n + 1))
    quadratic[:n, :n] = gram.matrix
    reach = np.hstack([signs[:, None] * gram.matrix, signs[:, None], np.eye(n)])
    program = QuadraticProgram.of(
        quadratic,
        np.concatenate([np.zeros(n + 1), np.full(n, cost)]),
        inequalities=(-reach, -np.ones(n)),
        lower=np.concatenate([np.full(n + 1, -np.inf), np.zeros(n)]),
    )
    primal = InteriorPoint().solve(program)
    dual = solve(c_svc(gram, signs, np.full(n, cost)), EXACT)
    assert primal.objective == pytest.approx(-dual.objective, rel=1e-7)
    np.testing.assert_allclose(gram.matrix @ primal.x[:n], dual.outputs, atol=1e-5)
    # The multipliers of the margin constraints are α.
    np.testing.assert_allclose(primal.multipliers[:n], dual.alpha, atol=1e-5)


@pytest.mark.spec("S.A10", "C.D04")
def test_primal_of_the_linear_soft_margin_has_the_optimum_of_its_dual():
    x, signs = clouds(20, 0.6, 4)
    n, cost = 20, 0.8
    program = QuadraticProgram.of(
        np.diag(np.concatenate([np.ones(2), np.zeros(n + 1)])),
        np.concatenate([np.zeros(3), np.full(n, cost)]),
        inequalities=(-np.hstack([signs[:, None] * x, signs[:, None], np.eye(n)]), -np.ones(n)),
        lower=np.concatenate([np.full(3, -np.inf), np.zeros(n)]),
    )
    primal = InteriorPoint().solve(program)
    dual = solve(c_svc(linear_gram(x), signs, np.full(n, cost)), EXACT)
    assert primal.objective == pytest.approx(-dual.objective, rel=1e-7)
    np.testing.assert_allclose(primal.x[:2], (signs * dual.alpha) @ x, atol=1e-6)


@pytest.mark.spec("C.D06")
def test_multiplier_is_the_price_of_its_constraint():
    # min x² subject to x ≥ c: the optimum c² rises by 2c, which is the multiplier.
    for c in (0.5, 1.0, 3.0):
        problem = ConstrainedProblem(lambda x: float(x @ x), lambda x, c=c: c - x)
        assert problem.kkt(np.array([c]), np.array([2.0 * c])).worst < 1e-8
        assert gradient(lambda x: float(x[0] ** 2), np.array([c]))[0] == pytest.approx(2.0 * c, rel=1e-8)


@pytest.mark.spec("S.O05")
def test_convexity_is_seen_on_segments():
    points = np.random.default_rng(1).normal(size=(12, 2))
    assert chord_excess(lambda x: float(x @ x), points) <= 1e-12
    assert chord_excess(lambda x: float(np.abs(x).max()), points) <= 1e-12
    assert chord_excess(lambda x: float(np.sin(3.0 * x[0])), points) > 0.1
    assert holds_its_segments(lambda x: bool(x @ x <= 1.0), points)
    assert not holds_its_segments(lambda x: bool(x @ x >= 0.5), points)
