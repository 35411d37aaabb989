"""Single precision with corrections: as exact as asked for, or refused."""

import numpy as np
import pytest

from drupe.grams import DenseGram, LazyGram
from drupe.inputs import Vectors
from drupe.kernels import Gaussian
from drupe.solvers.direct_ridge import SINGLE_FROM, DirectRidge
from drupe.solvers.expansions.factorization import Factorization
from drupe.solvers.expansions.penalties import CoefficientNorm, FunctionNorm, Penalty
from drupe.solvers.expansions.program import ExpansionProgram
from drupe.solvers.refined_cholesky import NotRefinedError, refined
from drupe.solvers.ridge_problem import RidgeProblem


def drawn(n: int, seed: int = 0) -> LazyGram:
    return LazyGram(Gaussian(1.0), Vectors.of(np.random.default_rng(seed).normal(size=(n, 3))))


@pytest.mark.parametrize("tolerance", [1e-6, 1e-10, 1e-12])
def test_solutions_are_as_exact_as_asked_for(tolerance: float) -> None:
    gram, shift = drawn(300), np.full(300, 0.1)
    right = np.random.default_rng(1).normal(size=(300, 2)) * [1.0, 1e-60]
    found = refined(gram, shift, tolerance).solve(right)
    exact = np.linalg.solve(gram.dense() + np.diag(shift), right)
    residual = right - gram.product(found) - 0.1 * found
    assert (np.linalg.norm(residual, axis=0) <= tolerance * np.linalg.norm(right, axis=0)).all()
    assert (np.abs(found - exact) <= 1e2 * tolerance * np.abs(exact).max(axis=0)).all()


def test_what_single_precision_cannot_solve_is_said() -> None:
    gram = drawn(300)
    with pytest.raises(NotRefinedError):
        refined(gram, np.full(300, 2e-6), 1e-12).solve(np.random.default_rng(0).normal(size=(300, 1)))


def test_diagonal_of_the_inverse() -> None:
    gram, shift = drawn(300), np.full(300, 0.1)
    exact = np.linalg.inv(gram.dense() + np.diag(shift)).diagonal()
    np.testing.assert_allclose(refined(gram, shift, 1e-6).into_inverse_diagonal(), exact, rtol=1e-4)


@pytest.mark.parametrize("alpha", [1.0, 1e-9])
def test_ridge_in_single_precision_is_that_of_double(alpha: float) -> None:
    """At the smaller strength single precision does not serve and double precision takes over."""
    gram = drawn(SINGLE_FROM)
    targets = np.random.default_rng(2).normal(size=(SINGLE_FROM, 2))
    problem = RidgeProblem(gram, targets, np.full(2, alpha), np.ones(SINGLE_FROM), offset=True)
    a, b = DirectRidge(residual=1e-12).solve(problem), DirectRidge().solve(problem)
    np.testing.assert_allclose(a.coefficients, b.coefficients, rtol=0.0, atol=1e-9 * np.abs(b.coefficients).max())
    np.testing.assert_allclose(a.offset, b.offset, rtol=1e-7)


@pytest.mark.parametrize("penalty", [FunctionNorm(), CoefficientNorm()], ids=repr)
def test_thousands_of_examples_left_out(penalty: Penalty) -> None:
    gram = drawn(SINGLE_FROM)
    signs = np.sign(np.random.default_rng(3).normal(size=(SINGLE_FROM, 1)))
    program = ExpansionProgram(gram, signs, np.ones(SINGLE_FROM), 1.0, penalty=penalty)
    found, exact = (Factorization(True, residual=one).solve(program) for one in (1e-6, None))
    np.testing.assert_allclose(found.outputs, exact.outputs, atol=1e-4)
    assert found.leave_one_out is not None
    assert exact.leave_one_out is not None
    np.testing.assert_allclose(found.leave_one_out, exact.leave_one_out, atol=3e-3)


def test_matrices_that_are_given_are_left_alone() -> None:
    K = drawn(SINGLE_FROM).dense()
    before = K.copy()
    problem = RidgeProblem(DenseGram(K), np.ones((SINGLE_FROM, 1)), np.ones(1), np.ones(SINGLE_FROM))
    DirectRidge(residual=1e-6).solve(problem)
    np.testing.assert_array_equal(K, before)
