"""Ridge regression in examples and in columns: the same solution, and what is missed by examples left out."""

import numpy as np
import pytest
import scipy.sparse as sp

from drupe.foundation.errors import BudgetError, InputError
from drupe.grams import DenseGram, LazyGram, LinearGram
from drupe.inputs import Vectors
from drupe.kernels import Gaussian
from drupe.solvers.direct_ridge import DirectRidge
from drupe.solvers.primal_ridge import PrimalRidge
from drupe.solvers.ridge_problem import Method, RidgeProblem

RNG = np.random.default_rng(1)
X = RNG.normal(size=(30, 4)) + 3.0
Y = np.column_stack([X @ RNG.normal(size=4) + 2.0, RNG.normal(size=30), np.sin(X[:, 0])])
WEIGHTS = RNG.uniform(0.2, 3.0, size=30)
STRENGTHS = np.array([0.5, 2.0, 0.5])


def linear(rows=slice(None), offset=False, sparse=False, strengths=STRENGTHS):
    array = sp.csr_array(X[rows]) if sparse else X[rows]
    return RidgeProblem(LinearGram(Vectors.of(array)), Y[rows], strengths, WEIGHTS[rows], offset)


def gaussian(rows=slice(None), offset=False):
    return RidgeProblem(LazyGram(Gaussian(2.0), Vectors.of(X[rows])), Y[rows], STRENGTHS, WEIGHTS[rows], offset)


def bordered(K, offset):
    """The whole linear system, written down for the first output."""
    C = K + np.diag(STRENGTHS[0] / WEIGHTS)
    if not offset:
        return np.linalg.solve(C, Y[:, 0]), 0.0
    ones = np.ones((len(K), 1))
    solved = np.linalg.solve(np.block([[C, ones], [ones.T, np.zeros((1, 1))]]), np.append(Y[:, 0], 0.0))
    return solved[:-1], solved[-1]


@pytest.mark.parametrize("offset", [False, True])
def test_direct_solution_is_that_of_the_whole_system(offset):
    found = DirectRidge().solve(gaussian(offset=offset))
    alpha, b = bordered(Gaussian(2.0)(X), offset)
    np.testing.assert_allclose(found.coefficients[:, 0], alpha, rtol=1e-8)
    assert found.offset[0] == pytest.approx(b)
    assert found.method is Method.CHOLESKY


@pytest.mark.spec("C.A16", "C.A17", "S.A01")
@pytest.mark.parametrize("offset", [False, True])
@pytest.mark.parametrize("sparse", [False, True])
def test_columns_and_examples_give_the_same(offset, sparse):
    primal = PrimalRidge().solve(linear(offset=offset, sparse=sparse))
    dual = DirectRidge().solve(linear(offset=offset))
    np.testing.assert_allclose(X.T @ dual.coefficients, primal.primal, atol=1e-10)
    np.testing.assert_allclose(primal.coefficients, dual.coefficients, atol=1e-9)
    np.testing.assert_allclose(primal.offset, dual.offset, atol=1e-10)
    # α = W(y − f) / λ, and with an offset they sum to zero.
    outputs = X @ primal.primal + primal.offset
    np.testing.assert_allclose(dual.coefficients, WEIGHTS[:, None] * (Y - outputs) / STRENGTHS, atol=1e-9)
    if offset:
        np.testing.assert_allclose(dual.coefficients.sum(axis=0), 0.0, atol=1e-9)


@pytest.mark.spec("C.A16")
def test_normal_equations_with_an_offset_that_costs_nothing():
    wide = np.column_stack([X, np.ones(30)])
    free = np.diag([1.0, 1.0, 1.0, 1.0, 0.0])
    w = np.linalg.solve(wide.T @ (WEIGHTS[:, None] * wide) + 0.5 * free, wide.T @ (WEIGHTS * Y[:, 0]))
    found = PrimalRidge().solve(linear(offset=True))
    np.testing.assert_allclose(np.append(found.primal[:, 0], found.offset[0]), w, rtol=1e-8)


@pytest.mark.spec("C.A16")
def test_limits_of_the_strength():
    nothing = PrimalRidge().solve(linear(offset=True, strengths=np.zeros(3)))
    wide = np.sqrt(WEIGHTS)[:, None] * np.column_stack([X, np.ones(30)])
    least = np.linalg.lstsq(wide, np.sqrt(WEIGHTS)[:, None] * Y)[0]
    np.testing.assert_allclose(np.vstack([nothing.primal, nothing.offset]), least, atol=1e-9)
    np.testing.assert_allclose(X.T @ nothing.coefficients, nothing.primal, atol=1e-9)
    everything = PrimalRidge().solve(linear(offset=True, strengths=np.full(3, 1e12)))
    np.testing.assert_allclose(everything.primal, 0.0, atol=1e-8)
    np.testing.assert_allclose(everything.offset, np.average(Y, axis=0, weights=WEIGHTS), atol=1e-7)


@pytest.mark.parametrize("offset", [False, True])
@pytest.mark.parametrize(
    ("solver", "problem"),
    [(DirectRidge(True), gaussian), (DirectRidge(True), linear), (PrimalRidge(True), linear)],
    ids=["gaussian", "linear", "in columns"],
)
def test_examples_left_out_are_missed_by_as_much_as_foretold(solver, problem, offset):
    foretold = solver.solve(problem(offset=offset)).leave_one_out
    for i in (0, 11, 29):
        rest = np.delete(np.arange(30), i)
        found = DirectRidge().solve(problem(rows=rest, offset=offset))
        across = Gaussian(2.0)(X[[i]], X[rest])[0] if problem is gaussian else X[i] @ X[rest].T
        np.testing.assert_allclose(foretold[i], Y[i] - across @ found.coefficients - found.offset, atol=1e-9)


def test_far_from_the_origin_centering_keeps_the_digits():
    far = RidgeProblem(LinearGram(Vectors.of(X + 1e6)), Y, STRENGTHS, WEIGHTS, offset=True)
    near = PrimalRidge().solve(linear(offset=True))
    np.testing.assert_allclose(PrimalRidge().solve(far).primal, near.primal, rtol=1e-6)


def test_singular_matrix_without_a_ridge_is_named():
    twice = np.array([[1.0, 1.0], [1.0, 1.0 + 1e-16]])
    problem = RidgeProblem(DenseGram(twice), np.ones((2, 1)), np.zeros(1), np.ones(2))
    with pytest.raises(InputError, match=r"not positive definite|singular"):
        DirectRidge().solve(problem)
    nearly = RidgeProblem(DenseGram(np.diag([1.0, 1e-17])), np.ones((2, 1)), np.zeros(1), np.ones(2))
    with pytest.raises(InputError, match="alpha = 0"):
        DirectRidge().solve(nearly)


def test_matrix_beyond_the_budget_is_refused_before_it_is_made():
    with pytest.raises(BudgetError, match="30 examples"):
        DirectRidge(budget=1000).solve(gaussian())


def test_infinite_kernel_values_are_named():
    problem = RidgeProblem(LinearGram(Vectors.of(np.full((2, 1), 1e200))), np.ones((2, 1)), np.ones(1), np.ones(2))
    with np.errstate(over="ignore"), pytest.raises(InputError, match="the kernel is inf at example 0"):
        DirectRidge().solve(problem)
