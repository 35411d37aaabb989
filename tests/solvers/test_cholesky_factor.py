"""A factor in the memory of its matrix: against numpy, at once and in strips."""

import numpy as np
import pytest

import drupe.solvers.cholesky as module
from drupe.foundation.errors import InputError
from drupe.solvers.cholesky import factored

RNG = np.random.default_rng(0)


@pytest.fixture(params=["at once", "in strips"])
def size(request, monkeypatch):
    monkeypatch.setattr(module, "STRIP", 7)
    if request.param == "in strips":
        monkeypatch.setattr(module, "AT_ONCE", 5)
    return 40


def positive(n):
    factor = RNG.normal(size=(n, n))
    return factor @ factor.T + 0.1 * np.eye(n)


def test_lower_triangle_is_the_factor_and_the_upper_is_left_alone(size):
    A, shift = positive(size), RNG.random(size)
    memory = A.copy()
    factor = factored(memory, shift)
    assert np.shares_memory(factor.array, memory)
    np.testing.assert_allclose(np.tril(memory), np.linalg.cholesky(A + np.diag(shift)), atol=1e-12)
    np.testing.assert_array_equal(np.triu(memory, 1), np.triu(A, 1))


def test_solutions_determinant_and_inverse(size):
    A, B = positive(size), RNG.normal(size=(size, 3))
    inverse = np.linalg.inv(A)
    factor = factored(A.copy())
    np.testing.assert_allclose(factor.solve(B), inverse @ B, rtol=1e-8)
    half = factor.half_solve(B)
    np.testing.assert_allclose(half.T @ half, B.T @ inverse @ B, rtol=1e-8)
    assert factor.log_determinant == pytest.approx(np.linalg.slogdet(A)[1])
    np.testing.assert_allclose(factored(A.copy()).into_inverse_triangle(), np.tril(inverse), rtol=1e-6, atol=1e-9)
    np.testing.assert_allclose(factored(A.copy()).into_inverse_diagonal(), inverse.diagonal(), rtol=1e-8)
    np.testing.assert_allclose(factor.triangle(), np.linalg.cholesky(A), atol=1e-12)


def test_no_second_matrix_is_made(size):
    memory = np.asfortranarray(positive(size)).T
    factor = factored(memory)
    assert np.shares_memory(factor.into_inverse_triangle(), memory)


def test_matrix_that_is_not_positive_is_refused_with_the_example(size):
    A = np.eye(size)
    A[30, 30] = -1.0
    with pytest.raises(InputError, match="at example 30 nothing positive is left"):
        factored(A)


def test_progress_rises_to_one(size):
    heard = []
    factored(positive(size), progress=heard.append)
    assert heard == sorted(heard)
    assert heard[-1] == pytest.approx(1.0)


def test_whoever_listens_can_end_it(monkeypatch):
    monkeypatch.setattr(module, "AT_ONCE", 5)
    monkeypatch.setattr(module, "STRIP", 7)

    def enough(fraction):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        factored(positive(40), progress=enough)


def test_condition_is_seen_in_the_pivots():
    assert factored(np.diag([1.0, 1e-12])).reciprocal_condition == pytest.approx(1e-12)
