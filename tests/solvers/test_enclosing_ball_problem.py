"""The smallest enclosing ball as a box problem: worked numbers, geometry, and the one-class machine."""

import numpy as np
import pytest
from solvers.box_oracle import exact_minimum
from solvers.toys import FOUR, clouds, gaussian_gram, linear_gram

from drupe.foundation.errors import InputError
from drupe.solvers.box import solve
from drupe.solvers.builders.enclosing_ball import enclosing_ball, farthest, squared_center_norm, squared_radius
from drupe.solvers.builders.one_class import one_class
from drupe.solvers.options import Options, Precision

EXACT = Options(tolerance=1e-11, max_iterations=200_000, precision=Precision.DOUBLE)


@pytest.mark.spec("C.B29", "M.T22")
def test_ball_of_four_points():
    problem = enclosing_ball(linear_gram(FOUR))
    solution = solve(problem, EXACT)
    np.testing.assert_allclose(solution.alpha @ FOUR, [0.5, 1.5], atol=1e-8)
    assert np.sqrt(squared_radius(solution)) == pytest.approx(np.sqrt(2.5))
    assert np.sqrt(-2.0 * solution.objective) == pytest.approx(np.sqrt(2.5))
    assert squared_center_norm(solution) == pytest.approx(2.5)
    assert farthest(problem, solution) == pytest.approx(np.sqrt(2.5))
    np.testing.assert_allclose(np.linalg.norm(FOUR - [0.5, 1.5], axis=1), np.sqrt(2.5))


@pytest.mark.spec("C.B29")
@pytest.mark.parametrize("ceiling", [1.0, 0.5, 0.3])
def test_ball_reaches_the_exact_minimum(ceiling):
    x = np.random.default_rng(2).normal(size=(6, 2))
    problem = enclosing_ball(linear_gram(x), ceiling)
    assert solve(problem, EXACT).objective == pytest.approx(exact_minimum(problem), rel=1e-8)


@pytest.mark.spec("C.B29", "M.T22")
def test_no_smaller_ball_holds_the_sample():
    x, _ = clouds(40, 1.0, 7, d=3)
    solution = solve(enclosing_ball(linear_gram(x)), EXACT)
    center, radius = solution.alpha @ x, np.sqrt(squared_radius(solution))
    assert np.linalg.norm(x - center, axis=1).max() <= radius * (1 + 1e-9)
    assert radius < np.linalg.norm(x, axis=1).max()
    rng = np.random.default_rng(1)
    others = [np.linalg.norm(x - center - 1e-3 * rng.normal(size=3), axis=1).max() for _ in range(50)]
    assert min(others) >= radius


@pytest.mark.spec("C.B29")
def test_slack_leaves_out_no_more_than_was_allowed():
    x, _ = clouds(50, 0.5, 6)
    problem = enclosing_ball(linear_gram(x), 1.0 / (0.2 * 50))
    solution = solve(problem, EXACT)
    squared = ((x - solution.alpha @ x) ** 2).sum(axis=1)
    outside = np.mean(squared > squared_radius(solution) + 1e-9)
    assert 0 < outside <= 0.2 <= np.mean(solution.alpha > 1e-12)


def test_on_a_constant_diagonal_it_is_the_one_class_machine():
    x, _ = clouds(30, 0.5, 3)
    gram = gaussian_gram(x)
    ball = solve(enclosing_ball(gram, 1.0 / (0.3 * 30)), EXACT)
    machine = solve(one_class(gram, np.ones(30), 0.3), EXACT)
    np.testing.assert_allclose(ball.alpha, machine.alpha / machine.alpha.sum(), atol=1e-8)


def test_ceilings_too_low_are_refused():
    with pytest.raises(InputError, match="raise the ceilings"):
        enclosing_ball(linear_gram(FOUR), 0.2)
