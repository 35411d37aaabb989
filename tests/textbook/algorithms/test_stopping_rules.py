"""Stopping rules speak when their formula says so, and not before."""

from dataclasses import replace

import numpy as np
import pytest
from textbook_problems import classification, gaussian, noisy, reference, regression, toy4, wave

from drupe.foundation.errors import ParameterError
from drupe.grams import DenseGram, ShiftedGram
from drupe.solvers.balance import Free
from drupe.solvers.solution import Stop
from drupe.textbook.algorithms import CoordinateAscent, Decomposition
from drupe.textbook.algorithms.point import Point
from drupe.textbook.algorithms.residuals import gap_contributions, residuals
from drupe.textbook.algorithms.stopping import (
    FeasibilityGap,
    Iterate,
    LargestMultiplier,
    MaxSweeps,
    ObjectiveGrowth,
    OptimalityConditions,
    VirtualBox,
)


def iterate(problem, alpha, number=1):
    alpha = np.asarray(alpha, dtype=float)
    return Iterate(problem, alpha, np.asarray(problem.gram @ problem.weights(alpha)), number)


@pytest.mark.spec("C.F01")
def test_growth_is_relative_to_the_objective():
    problem = toy4(C=10.0)
    start, better = iterate(problem, np.zeros(4), 0), iterate(problem, [0.2, 0.0, 0.0, 0.2])
    growth = (better.dual - start.dual) / abs(better.dual)
    assert ObjectiveGrowth(growth * 1.001).verdict(better, start) is Stop.CONVERGED
    assert ObjectiveGrowth(growth * 0.999).verdict(better, start) is None
    assert ObjectiveGrowth(1.0).verdict(start, None) is None


@pytest.mark.spec("C.F01")
def test_growth_can_be_fooled_where_the_conditions_cannot():
    # Tiny steps: W hardly grows although α is far from optimal.
    problem = toy4(C=10.0, constant=100.0, balance=Free())
    run = CoordinateAscent(relaxation=1e-4, stopping=ObjectiveGrowth(1e-1) | MaxSweeps(50)).solve(problem)
    assert run.solution.converged
    assert run.solution.violation > 0.1


@pytest.mark.spec("C.F02", "S.A13", "M.S05")
@pytest.mark.parametrize("tolerance", [1e-1, 1e-3, 1e-6])
def test_conditions_of_the_box_hold_where_the_rule_says_so(tolerance):
    x, signs = noisy()
    problem = classification(gaussian(x), signs, C=2.0)
    solution = Decomposition(4, stopping=OptimalityConditions(tolerance)).solve(problem).solution
    margins = signs * (solution.outputs + solution.offset)
    zero, bound = solution.alpha == 0, solution.alpha == 2.0
    free = ~zero & ~bound
    assert zero.any()
    assert bound.any()
    assert free.any()
    assert (margins[zero] >= 1 - tolerance).all()
    assert (margins[bound] <= 1 + tolerance).all()
    assert (np.abs(margins[free] - 1) <= tolerance).all()


@pytest.mark.spec("C.F02", "C.E02")
def test_conditions_of_the_2_norm_margin_on_the_plain_kernel():
    x, signs = noisy()
    C = 2.0
    problem = classification(ShiftedGram(gaussian(x), 1 / C), signs)
    solution = Decomposition(4, stopping=OptimalityConditions(1e-8)).solve(problem).solution
    margins = signs * (gaussian(x) @ (signs * solution.alpha) + solution.offset)
    support = solution.alpha > 0
    np.testing.assert_allclose(margins[support], 1 - solution.alpha[support] / C, atol=1e-7)
    assert (margins[~support] >= 1 - 1e-7).all()


@pytest.mark.spec("C.F02")
def test_conditions_of_regression():
    x, targets = wave()
    C, epsilon = 1.0, 0.1
    problem = regression(gaussian(x), targets, C, epsilon)
    solution = Decomposition(4, stopping=OptimalityConditions(1e-8)).solve(problem).solution
    beta, above = problem.weights(solution.alpha), targets - solution.outputs - solution.offset
    assert (np.abs(above[beta == 0]) <= epsilon + 1e-7).all()
    free = (beta != 0) & (np.abs(beta) < C)
    np.testing.assert_allclose(above[free], epsilon * np.sign(beta[free]), atol=1e-7)
    assert (above[beta == C] >= epsilon - 1e-7).all()
    assert (above[beta == -C] <= -epsilon + 1e-7).all()


@pytest.mark.spec("C.F03", "C.E15", "S.O06")
@pytest.mark.parametrize("alpha", [[0.1, 0.0, 0.0, 0.1], [0.5, 0.5, 0.3, 0.7], [0.0, 0.0, 0.0, 0.0]])
def test_gap_is_primal_minus_dual_also_off_the_optimum(alpha):
    C = 1.0
    now = iterate(toy4(C), alpha)
    signs, offset = now.problem.signs, now.optimality.offset
    slack = np.maximum(0, 1 - signs * (now.outputs + offset))
    primal = 0.5 * (signs * now.alpha) @ now.outputs + C * slack.sum()
    ratio = (primal - now.dual) / (primal + 1)
    # The printed form of the same ratio.
    sums = now.alpha.sum() - now.dual + C * slack.sum() + 1
    np.testing.assert_allclose((now.alpha.sum() - 2 * now.dual + C * slack.sum()) / sums, ratio, atol=1e-14)
    assert ratio > 1e-3
    assert FeasibilityGap(ratio * 1.001).verdict(now, None) is Stop.CONVERGED
    assert FeasibilityGap(ratio * 0.999).verdict(now, None) is None


@pytest.mark.spec("C.F03")
def test_contributions_to_the_gap_sum_up_to_it():
    x, signs = noisy()
    point = Point(replace(classification(gaussian(x), signs, C=2.0), start=np.full(60, 0.0)))
    point.replace(np.arange(60), np.where(signs > 0, 1.0 / (signs > 0).sum(), 1.0 / (signs < 0).sum()))
    now = Iterate.at(point, 0)
    np.testing.assert_allclose(gap_contributions(point).sum(), now.optimality.gap, rtol=1e-10)
    assert (gap_contributions(point) >= -1e-12).all()


@pytest.mark.spec("C.F03")
def test_gap_bounds_the_distance_from_the_optimum():
    x, signs = noisy()
    problem = classification(gaussian(x), signs, C=2.0)
    run = Decomposition(2, stopping=FeasibilityGap(1e-3)).solve(problem)
    best = -reference(problem).objective
    assert run.solution.converged
    assert all(0 <= best - sweep.dual <= sweep.gap + 1e-9 for sweep in run.history)


@pytest.mark.spec("C.F04")
def test_virtual_box_gives_a_gap_where_there_is_no_box():
    problem = toy4()
    far = iterate(problem, [0.1, 0.0, 0.0, 0.1])
    assert np.isinf(far.optimality.gap)
    assert VirtualBox(0.1).verdict(far, None) is None
    # Cₜ = 1.1; the slacks of the four examples follow from w = (0.1, 0.2) and the offset.
    signs, offset = problem.signs, far.optimality.offset
    slack = np.maximum(0, 1 - signs * (far.outputs + offset))
    gap = far.alpha.sum() - 2 * far.dual + 1.1 * slack.sum()
    ratio = gap / (far.dual + gap + 1)
    assert VirtualBox(ratio * 1.001).verdict(far, None) is Stop.CONVERGED
    assert VirtualBox(ratio * 0.999).verdict(far, None) is None


@pytest.mark.spec("C.F04")
def test_virtual_box_ends_a_hard_margin_at_its_optimum():
    x, signs = noisy()
    problem = classification(gaussian(x, width=0.3), signs)
    run = Decomposition(4, stopping=VirtualBox(1e-9) | MaxSweeps(10_000)).solve(problem)
    assert run.solution.converged
    np.testing.assert_allclose(run.solution.objective, reference(problem).objective, rtol=1e-8)


def test_rules_join_and_the_first_verdict_counts():
    now = iterate(toy4(C=1.0), np.zeros(4), number=7)
    assert (OptimalityConditions(1e-9) | MaxSweeps(7)).verdict(now, None) is Stop.ITERATIONS
    assert (OptimalityConditions(1e-9) | MaxSweeps(8)).verdict(now, None) is None
    assert (OptimalityConditions(9.0) | MaxSweeps(7)).verdict(now, None) is Stop.CONVERGED
    with pytest.raises(ParameterError, match="tolerance"):
        FeasibilityGap(-1.0)


@pytest.mark.spec("C.E01", "M.S09")
def test_a_multiplier_above_the_cap_means_no_optimum():
    # The same point in both classes: no hyperplane separates them.
    problem = classification(DenseGram(np.array([[1.0, 1.0], [1.0, 1.0 + 1e-9]])), [1, -1], balance=Free())
    run = CoordinateAscent(stopping=OptimalityConditions(1e-6) | LargestMultiplier(1e3) | MaxSweeps(10**6)).solve(
        problem
    )
    assert run.solution.stop is Stop.UNBOUNDED


@pytest.mark.spec("C.F02", "S.O07")
def test_residuals_vanish_at_the_optimum_and_only_there():
    x, signs = noisy()
    problem = classification(gaussian(x), signs, C=2.0)
    best = reference(problem).alpha
    point = Point(replace(problem, start=best))
    assert residuals(point).max() < 1e-7
    assert residuals(Point(problem)).max() > 0.5
