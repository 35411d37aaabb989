"""The Rayleigh coefficient and the program have one solution; without a penalty two forms say what they choose."""

from dataclasses import replace

import numpy as np
import pytest
from solvers.expansions.toy import SIGNS, K, toy_program

from drupe.foundation.errors import InputError
from drupe.grams import DenseGram
from drupe.solvers.expansions.factorization import Factorization
from drupe.solvers.expansions.penalties import CoefficientNorm, FunctionNorm
from drupe.solvers.expansions.program import ExpansionProgram
from drupe.solvers.expansions.rayleigh_form import RayleighForm, Singular, between, within

PENALTIES = [FunctionNorm(), CoefficientNorm()]


@pytest.mark.spec("M.R07", "M.R10", "M.R11")
@pytest.mark.parametrize("penalty", PENALTIES, ids=["function", "coefficients"])
@pytest.mark.parametrize("alpha", [0.1, 3.0])
def test_both_forms_have_one_solution(penalty, alpha):
    program = toy_program(alpha, penalty=penalty)
    a, b = RayleighForm().solve(program), Factorization().solve(program)
    np.testing.assert_allclose(a.coefficients, b.coefficients, rtol=1e-9)
    np.testing.assert_allclose(a.offset, b.offset, rtol=1e-9)
    np.testing.assert_allclose(a.objective, b.objective, rtol=1e-9)


@pytest.mark.spec("M.R07")
def test_matrices_of_the_six_points():
    """N is the scatter of the columns of K within the classes, of rank n − 2."""
    noise = within(K, SIGNS, np.ones(6))
    projector = np.eye(6)
    for side in (-1.0, 1.0):
        members = (side == SIGNS) / np.sqrt((side == SIGNS).sum())
        projector -= np.outer(members, members)
    np.testing.assert_allclose(noise, K @ projector @ K.T, atol=1e-14)
    assert np.linalg.matrix_rank(noise, tol=1e-10) == 4
    expected = K[:, SIGNS > 0].mean(axis=1) - K[:, SIGNS < 0].mean(axis=1)
    np.testing.assert_allclose(between(K, SIGNS, np.ones(6)), expected, atol=1e-15)


@pytest.mark.spec("M.R07", "M.R10")
def test_the_scale_of_the_solution_is_the_objective():
    """a = O* (N + alpha I)⁻¹ d, O* = 2c / (1 + c J*), and class means are 2cJ* / (1 + cJ*) apart."""
    difference, noise = between(K, SIGNS, np.ones(6)), within(K, SIGNS, np.ones(6)) + 0.1 * np.eye(6)
    direction = np.linalg.solve(noise, difference)
    reached = difference @ direction
    assert reached == pytest.approx(1.599626, abs=5e-7)
    found = Factorization().solve(toy_program(0.1, penalty=CoefficientNorm()))
    assert found.objective[0] == pytest.approx(0.882499, abs=5e-7)
    assert found.objective[0] == pytest.approx(2.0 * 1.5 / (1.0 + 1.5 * reached))
    np.testing.assert_allclose(found.coefficients[:, 0], found.objective[0] * direction, rtol=1e-10)
    apart = found.outputs[SIGNS > 0].mean() - found.outputs[SIGNS < 0].mean()
    assert apart == pytest.approx(2.0 * 1.5 * reached / (1.0 + 1.5 * reached))


def test_weights_are_repetitions_of_the_residuals():
    weights = np.array([1.0, 2.0, 1.0, 3.0, 1.0, 1.0])
    program = replace(toy_program(0.5), weights=weights)
    np.testing.assert_allclose(
        RayleighForm().solve(program).coefficients, Factorization().solve(program).coefficients, rtol=1e-9
    )


@pytest.mark.spec("M.R10", "M.R11")
def test_limits_of_a_large_penalty():
    """‖a‖²: a ∝ μ₊ − μ₋; ‖f‖²: a ∝ +1/n₊ and −1/n₋, the difference of the class means in feature space."""
    signs = np.array([1.0, -1.0, -1.0, 1.0, 1.0, 1.0])
    for penalty, expected in (
        (CoefficientNorm(), between(K, signs, np.ones(6))),
        (FunctionNorm(), np.where(signs > 0, 1 / 4, -1 / 2)),
    ):
        program = replace(toy_program(1e9, penalty=penalty), targets=signs[:, None])
        for solver in (RayleighForm(), Factorization()):
            a = solver.solve(program).coefficients[:, 0]
            np.testing.assert_allclose(a / np.linalg.norm(a), expected / np.linalg.norm(expected), atol=1e-7)


@pytest.mark.spec("M.R09", "M.R10")
def test_without_a_penalty_a_full_kernel_matrix_fits_all_labels():
    """The scatter within classes of the training outputs goes to zero, and least noise is that limit."""
    found = Factorization().solve(toy_program(1e-10))
    np.testing.assert_allclose(found.outputs[:, 0], SIGNS, atol=1e-8)
    limit = RayleighForm(Singular.LEAST_NOISE).solve(toy_program(0.0))
    np.testing.assert_allclose(limit.outputs[:, 0], SIGNS, atol=1e-8)
    assert limit.objective[0] == pytest.approx(0.0, abs=1e-12)


@pytest.mark.spec("M.R09")
def test_the_pseudo_inverse_of_a_linear_kernel_is_linear_fisher():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(20, 3)) + np.outer(np.arange(20) % 2, [1.0, 0.5, 0.0])
    signs = np.where(np.arange(20) % 2, 1.0, -1.0)
    centered = X - np.where(signs[:, None] > 0, X[signs > 0].mean(axis=0), X[signs < 0].mean(axis=0))
    fisher = np.linalg.solve(centered.T @ centered, X[signs > 0].mean(axis=0) - X[signs < 0].mean(axis=0))
    program = ExpansionProgram(DenseGram(X @ X.T), signs[:, None], np.ones(20), alpha=0.0)
    w = X.T @ RayleighForm().solve(program).coefficients[:, 0]
    np.testing.assert_allclose(w / np.linalg.norm(w), fisher / np.linalg.norm(fisher), atol=1e-8)


def test_means_that_differ_where_nothing_scatters_have_no_pseudo_inverse():
    program = ExpansionProgram(DenseGram(np.eye(2)), np.array([[1.0], [-1.0]]), np.ones(2), alpha=0.0)
    with pytest.raises(InputError, match="least noise"):
        RayleighForm().solve(program)
    found = RayleighForm(Singular.LEAST_NOISE).solve(program)
    np.testing.assert_allclose(found.outputs[:, 0], [1.0, -1.0])


def test_real_targets_are_refused():
    with pytest.raises(InputError, match="−1 or 1"):
        RayleighForm().solve(replace(toy_program(1.0), targets=np.linspace(0.0, 1.0, 6)[:, None]))


@pytest.mark.parametrize("penalty", PENALTIES, ids=["function", "coefficients"])
@pytest.mark.parametrize("alpha", [1e-9, 1e-6, 1e-3, 1.0])
def test_the_gap_tells_what_rounding_left(penalty, alpha):
    """A wide Gaussian's matrix is nearly singular, and the scatter squares its condition number."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 2))
    matrix = np.exp(-0.05 * ((X[:, None] - X[None]) ** 2).sum(axis=2))
    signs = np.where(X[:, 0] + rng.normal(size=40) > 0.0, 1.0, -1.0)
    program = ExpansionProgram(DenseGram(matrix), signs[:, None], np.ones(40), alpha, penalty=penalty)
    found, best = RayleighForm().solve(program), Factorization().solve(program).objective[0]
    excess = found.objective[0] - best
    assert found.gap[0] >= 0.99 * excess - 1e-9 * best
    assert found.converged == (found.gap[0] <= 1e-4 * found.objective[0])
    assert found.converged or alpha < 1e-3
    if isinstance(penalty, FunctionNorm) and alpha == 1e-9:
        assert excess > 0.1 * best
        assert not found.converged
