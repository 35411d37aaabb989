"""Straight losses with absolute coefficients at a vertex: worked numbers, the dual program, neighbors."""

import numpy as np
import pytest
from scipy.optimize import linprog
from solvers.expansions.toy import HALF_SQUARES, SIGNS, K, toy_program

from drupe.foundation.errors import ConvergenceError, ParameterError
from drupe.grams import DenseGram
from drupe.kernels import Gaussian
from drupe.losses import Absolute, EpsilonInsensitive, Hinge
from drupe.solvers.expansions.penalties import CoefficientSum, FunctionNorm
from drupe.solvers.expansions.program import ExpansionProgram
from drupe.solvers.expansions.simplex import Simplex
from drupe.solvers.expansions.vertex import Vertex

SUM = CoefficientSum()


@pytest.mark.spec("M.Q08", "M.Q12")
def test_absolute_residuals_on_six_points():
    found = Vertex().solve(toy_program(0.5, Absolute(), SUM))
    np.testing.assert_allclose(found.coefficients[:, 0], [0.860092, 0, 0, 2.178749, 2.353725, 0], atol=1e-6)
    np.testing.assert_allclose([found.offset[0], found.objective[0]], [-2.161037, 4.961940], atol=1e-6)
    assert found.gap[0] <= 1e-9


@pytest.mark.spec("M.Q12")
@pytest.mark.parametrize("epsilon", [0.0, 0.1, 0.5])
@pytest.mark.parametrize("alpha", [0.05, 0.5])
def test_the_dual_of_a_tube_has_the_same_value(epsilon, alpha):
    """max yᵀβ − ε‖β‖₁ with Σβ = 0, |Kβ| ≤ alpha, |β| ≤ w, over β = β⁺ − β⁻."""
    weights = np.array([1.0, 2.0, 1.0, 3.0, 1.0, 1.0])
    found = Vertex().solve(
        ExpansionProgram(DenseGram(K), SIGNS[:, None], weights, alpha, EpsilonInsensitive(epsilon), SUM)
    )
    both = np.hstack([K, -K])
    dual = linprog(
        np.concatenate([epsilon - SIGNS, epsilon + SIGNS]),
        A_ub=np.vstack([both, -both]),
        b_ub=np.full(12, alpha),
        A_eq=np.concatenate([np.ones(6), -np.ones(6)])[None, :],
        b_eq=[0.0],
        bounds=[(0.0, w) for w in np.tile(weights, 2)],
    )
    assert found.objective[0] == pytest.approx(-dual.fun, abs=1e-9)


@pytest.mark.spec("M.Q12")
def test_nothing_near_the_minimum_of_the_hinge_is_less():
    rng = np.random.default_rng(0)
    x = rng.normal(size=(20, 2))
    signs = np.where(x[:, 0] + 0.5 * rng.normal(size=20) > 0, 1.0, -1.0)
    program = ExpansionProgram(DenseGram(Gaussian(1.0)(x)), signs[:, None], np.ones(20), 0.1, Hinge(), SUM)
    found = Vertex().solve(program)
    assert 0 < np.count_nonzero(found.coefficients) < 20
    for _ in range(200):
        along, shift = rng.normal(size=(20, 1)), rng.normal(size=1)
        for length in (1e-1, 1e-3):
            near = program.objective(found.coefficients + length * along, found.offset + length * shift)
            assert near[0] >= found.objective[0] - 1e-9


def test_functions_are_solved_each_by_itself_and_told():
    heard = []
    targets = np.column_stack([SIGNS, 2.0 * SIGNS])
    found = Vertex().solve(ExpansionProgram(DenseGram(K), targets, np.ones(6), 0.5, Absolute(), SUM), heard.append)
    assert found.objective[1] == pytest.approx(2.0 * found.objective[0], rel=1e-9)
    assert heard == [0.5, 1.0]


def test_other_programs_are_refused():
    for loss, penalty in ((HALF_SQUARES, SUM), (Absolute(), FunctionNorm())):
        with pytest.raises(ParameterError, match="no linear program"):
            Vertex().solve(toy_program(1.0, loss, penalty))


def test_the_gap_counts_what_highs_allows():
    """HiGHS leaves constraints 10⁻⁷ open; the gap is that of the objective as it is."""
    for seed in range(30):
        rng = np.random.default_rng(seed)
        x = rng.normal(size=(26, 2)) * [1.0, 100.0]
        matrix = np.exp(-0.1 * ((x[:, None] - x[None]) ** 2).sum(axis=2))
        weights, targets = rng.uniform(0.1, 3.0, 26), np.where(rng.random(26) < 0.4, 1.0, -1.0)
        program = ExpansionProgram(DenseGram(matrix), targets[:, None], weights, 9e-6, Absolute(), SUM)
        found, best = Vertex().solve(program), Simplex().solve(program)
        assert best.gap[0] <= 1e-9 * (1.0 + best.objective[0])
        assert found.gap[0] >= found.objective[0] - best.objective[0] - 1e-12


def test_an_alpha_below_the_precision_of_highs_is_said_to_be():
    rng = np.random.default_rng(0)
    refusals = []
    for _ in range(20):
        x = np.repeat(rng.normal(size=(15, 1)), 2, axis=0)
        program = ExpansionProgram(
            DenseGram(np.exp(-4.0 * (x - x.T) ** 2)), rng.normal(size=(30, 1)), np.ones(30), 1e-8, Absolute(), SUM
        )
        try:
            Vertex().solve(program)
        except ConvergenceError as error:
            refusals.append(str(error))
    assert refusals
    assert all("Choose a larger alpha" in refusal for refusal in refusals)
