"""Linear programs and the machines made of them: duality, errors, worked numbers, equivalences."""

import numpy as np
import pytest
from solvers.toys import FOUR, FOUR_SIGNS, PAIR_SIGNS, clouds, gaussian_gram

from drupe.foundation.errors import ConvergenceError, InputError
from drupe.solvers.linear_programs.adaptive_margin import adaptive_margin
from drupe.solvers.linear_programs.constraints import Constraints
from drupe.solvers.linear_programs.highs import solve_linear
from drupe.solvers.linear_programs.leave_one_out import leave_one_out
from drupe.solvers.linear_programs.program import InfeasibleError, LinearProgram, UnboundedError
from drupe.solvers.linear_programs.sparse_margin import sparse_margin


@pytest.mark.spec("S.O05", "S.O07", "H.S13", "G.A-24", "M.S09")
@pytest.mark.parametrize("seed", range(5))
def test_random_programs_satisfy_the_optimality_conditions(seed):
    rng = np.random.default_rng(seed)
    inside = rng.uniform(0.0, 1.0, size=6)
    equal, inequal = rng.normal(size=(2, 6)), rng.normal(size=(4, 6))
    program = LinearProgram(
        rng.normal(size=6),
        Constraints.of(
            6,
            equal=equal,
            equal_to=equal @ inside,
            inequal=inequal,
            at_most=inequal @ inside + 0.1,
            lower=0.0,
            upper=2.0,
        ),
    )
    solution = solve_linear(program)
    assert program.constraints.violation(solution.x) < 1e-9
    assert abs(solution.gap) < 1e-9
    residuals = program.as_problem().kkt(solution.x, program.stacked(solution.multipliers), solution.multipliers.equal)
    assert residuals.worst < 1e-7


@pytest.mark.spec("M.S09", "S.O06")
def test_infeasible_primal_has_an_unbounded_dual():
    # x ≤ −1 and −x ≤ −1; the dual max −aᵀ(−1, −1), a₁ = a₂, a ≥ 0 grows without end.
    impossible = Constraints.of(1, inequal=[[1.0], [-1.0]], at_most=[-1.0, -1.0])
    with pytest.raises(InfeasibleError, match="no point satisfies"):
        solve_linear(LinearProgram(np.zeros(1), impossible))
    cone = Constraints.of(2, equal=[[1.0, -1.0]], equal_to=[0.0], lower=0.0)
    with pytest.raises(UnboundedError, match="falls without end"):
        solve_linear(LinearProgram(np.array([-1.0, -1.0]), cone))


@pytest.mark.spec("C.D06")
def test_multipliers_are_shadow_prices():
    def best(right):
        constraints = Constraints.of(2, inequal=[[-1.0, -2.0], [-3.0, -1.0]], at_most=[right, -3.0], lower=0.0)
        return solve_linear(LinearProgram(np.array([2.0, 3.0]), constraints))

    step = 1e-3
    slope = (best(-4.0 + step).objective - best(-4.0 - step).objective) / (2 * step)
    assert slope == pytest.approx(-best(-4.0).multipliers.inequal[0])


def test_bad_programs_are_told_what_is_wrong():
    with pytest.raises(InputError, match=r"a row of 3 numbers for each of its 2"):
        Constraints.of(3, equal=[[1.0, 2.0]], equal_to=[0.0, 1.0])
    with pytest.raises(InputError, match="variable 1 may be 2 or more but 1 or less"):
        Constraints.of(2, lower=[0.0, 2.0], upper=1.0)


def test_time_limit_is_an_error_not_a_wrong_answer():
    x, signs = clouds(200, 0.2, 0)
    with pytest.raises(ConvergenceError, match="limit"):
        sparse_margin(gaussian_gram(x).matrix, signs, 100.0).solve(max_seconds=1e-9)


def test_constraints_know_their_slack_and_what_is_active():
    box = Constraints.of(2, inequal=[[1.0, 1.0], [1.0, -1.0]], at_most=[1.0, 5.0], lower=0.0)
    x = np.array([0.25, 0.75])
    np.testing.assert_allclose(box.slack(x), [0.0, 5.5])
    assert box.active(x).tolist() == [0]
    assert box.violation(x) == 0.0
    assert box.violation(np.array([-2.0, 0.0])) == 2.0


@pytest.mark.spec("C.E05")
def test_sparse_margin_on_four_points():
    solution = sparse_margin(FOUR @ FOUR.T, FOUR_SIGNS, 10.0).solve()
    np.testing.assert_allclose(solution.alpha, [0.0, 2.0 / 7.0, 0.0, 0.0], atol=1e-9)
    assert solution.offset == pytest.approx(-9.0 / 7.0)
    assert solution.objective == pytest.approx(2.0 / 7.0)
    np.testing.assert_allclose(solution.slack, 0.0, atol=1e-9)
    assert abs(solution.gap) < 1e-9


@pytest.mark.spec("C.E05")
def test_sparse_margin_needs_no_positive_kernel():
    x, signs = clouds(20, 1.0, 3)
    similarities = np.tanh(x @ x.T - 1.0)
    assert np.linalg.eigvalsh(similarities)[0] < -1e-3
    solution = sparse_margin(similarities, signs, 5.0).solve()
    f = similarities @ (signs * solution.alpha) + solution.offset
    np.testing.assert_allclose(solution.slack, np.maximum(0.0, 1.0 - signs * f), atol=1e-7)
    assert solution.objective == pytest.approx(solution.alpha.sum() + 5.0 * solution.slack.sum())


@pytest.mark.spec("H.S11", "H.S12", "C.E23")
@pytest.mark.parametrize("offset", [False, True])
def test_leave_one_out_is_the_adaptive_margin_of_strength_one(offset):
    x, signs = clouds(30, 0.4, 5)
    scales = np.random.default_rng(0).uniform(0.5, 2.0, size=30)
    K = scales[:, None] * scales * gaussian_gram(x).matrix  # a diagonal that is not constant
    one = leave_one_out(K, signs, offset=offset).solve()
    other = adaptive_margin(K, signs, 1.0, offset=offset).solve()
    assert one.objective > 1.0
    assert one.objective == pytest.approx(other.objective, rel=1e-9)
    # The slack is what the others, without the example itself, leave missing.
    alone = (K - np.diag(np.diag(K))) @ (signs * one.alpha) + one.offset
    assert np.maximum(0.0, 1.0 - signs * alone).sum() == pytest.approx(one.objective, abs=1e-6)
    together = K @ (signs * one.alpha) + one.offset
    assert np.all(signs * together >= signs * alone - 1e-12)


@pytest.mark.spec("H.S12")
def test_optimum_of_the_adaptive_margin_never_falls_with_its_strength():
    x, signs = clouds(30, 0.4, 6)
    K = gaussian_gram(x).matrix
    optima = [adaptive_margin(K, signs, strength).solve().objective for strength in (0.0, 0.5, 1.0, 2.0, 5.0)]
    assert np.all(np.diff(optima) >= -1e-7)
    assert optima[0] == pytest.approx(0.0, abs=1e-7)
    assert optima[-1] > optima[1] > 0.1


@pytest.mark.spec("H.S12")
@pytest.mark.parametrize("strength", [0.0, 0.5, 0.9, 1.0, 3.0])
def test_adaptive_margin_of_orthonormal_examples(strength):
    solution = adaptive_margin(np.eye(2), PAIR_SIGNS, strength).solve()
    if strength < 1.0:
        # α = 1/(1 − λ) is the least that needs no slack.
        assert np.all(solution.alpha >= 1.0 / (1.0 - strength) - 1e-7)
        assert solution.objective == pytest.approx(0.0, abs=1e-9)
    else:
        np.testing.assert_allclose(solution.slack, 1.0)


@pytest.mark.spec("H.S12")
def test_adaptive_margin_charges_by_the_own_length_of_each_example():
    # With k(x, x) = 4 the constraint is α(4 − 4λ) ≥ 1, not α(4 − λ) ≥ 1.
    solution = adaptive_margin(4.0 * np.eye(2), PAIR_SIGNS, 1.0).solve()
    np.testing.assert_allclose(solution.slack, 1.0)
