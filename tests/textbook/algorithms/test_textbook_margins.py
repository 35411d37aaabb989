"""Margins and slacks of trained hyperplanes."""

import numpy as np
import pytest
from textbook_problems import TOY4, TOY4_SIGNS, classification, gaussian, noisy, reference, toy4

from drupe.grams import DenseGram
from drupe.solvers.balance import Free
from drupe.solvers.margins import Margins
from drupe.textbook.algorithms import CoordinateAscent, InteriorPoint, PlattSMO, QuadraticProgram
from drupe.textbook.algorithms.stopping import MaxSweeps, OptimalityConditions

TIGHT = PlattSMO(tolerance=1e-9, progress=1e-13)


@pytest.mark.spec("C.A02", "C.E01")
def test_no_hyperplane_has_a_larger_margin_than_the_maximal_one():
    margins = Margins.of_solution(toy4(), TIGHT.solve(toy4()).solution)
    np.testing.assert_allclose(margins.smallest, np.sqrt(5) / 2, atol=1e-8)
    np.testing.assert_allclose(margins.functional.min(), 1.0, atol=1e-8)
    random = np.random.default_rng(0)
    for _ in range(500):
        w, b = random.normal(size=2), random.normal(scale=3)
        other = Margins(TOY4_SIGNS * (TOY4 @ w + b), float(np.linalg.norm(w)), margins.lengths)
        assert other.smallest <= margins.smallest
        larger = Margins(7 * other.functional, 7 * other.norm, other.lengths)
        np.testing.assert_allclose(larger.geometric, other.geometric)


@pytest.mark.spec("C.A02", "C.A06", "C.E03")
def test_margins_and_slacks_of_a_soft_margin():
    x, signs = noisy()
    problem = classification(gaussian(x), signs, C=2.0)
    solution = reference(problem)
    margins = Margins.of_solution(problem, solution)
    K, beta = problem.gram.dense(), signs * solution.alpha
    np.testing.assert_allclose(margins.norm, np.sqrt(beta @ K @ beta))
    np.testing.assert_array_equal(margins.functional > 0, signs * (K @ beta + solution.offset) > 0)
    slack = margins.slack(1.0)
    # Only examples at the end of the box have slack, and primal and dual meet.
    assert (slack[solution.alpha < 2.0] < 1e-6).all()
    assert (slack > 1).sum() == (margins.functional < 0).sum()
    np.testing.assert_allclose(0.5 * margins.norm**2 + 2.0 * slack.sum(), -solution.objective, rtol=1e-7)
    assert margins.percentile(0) == margins.smallest
    assert margins.percentile(50) == np.median(margins.geometric)


@pytest.mark.spec("C.A06", "C.E03")
def test_norm_rises_and_slack_falls_with_the_price():
    x, signs = noisy()
    found = []
    for C in (0.1, 1.0, 10.0):
        problem = classification(gaussian(x), signs, C)
        margins = Margins.of_solution(problem, reference(problem))
        found.append((margins.norm, margins.slack(1.0).sum()))
    norms, slacks = np.transpose(found)
    assert (np.diff(norms) >= -1e-9).all()
    assert (np.diff(slacks) <= 1e-9).all()


@pytest.mark.spec("M.S06", "C.E14", "S.A13")
def test_offset_is_the_mean_over_free_multipliers():
    x, signs = noisy()
    solution = TIGHT.solve(classification(gaussian(x), signs, C=2.0)).solution
    free = (solution.alpha > 0) & (solution.alpha < 2.0)
    assert free.sum() > 2
    each = signs[free] - solution.outputs[free]
    np.testing.assert_allclose(each, each.mean(), atol=1e-7)
    np.testing.assert_allclose(solution.offset, each.mean(), atol=1e-12)


@pytest.mark.spec("S.A09", "S.A07")
def test_hard_margin_through_the_origin():
    x, signs = np.array([[2.0, 1.0], [1.0, 3.0], [-1.0, -0.5], [0.5, -2.0]]), np.array([1.0, 1.0, -1.0, -1.0])
    problem = classification(DenseGram(x @ x.T), signs, balance=Free())
    solution = CoordinateAscent(stopping=OptimalityConditions(1e-10) | MaxSweeps(10_000)).solve(problem).solution
    primal = InteriorPoint().solve(
        QuadraticProgram.of(np.eye(2), np.zeros(2), inequalities=(-signs[:, None] * x, -np.ones(4)))
    )
    w = problem.weights(solution.alpha) @ x
    np.testing.assert_allclose(w, primal.x, atol=1e-7)
    margins = Margins.of_solution(problem, solution)
    assert solution.offset == 0.0
    np.testing.assert_allclose(margins.smallest, 1 / np.linalg.norm(w), atol=1e-7)
