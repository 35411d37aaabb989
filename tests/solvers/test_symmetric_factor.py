"""Factors of symmetric matrices that are not positive, against numpy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe.solvers.symmetric_factor import symmetric_factor


@given(st.integers(1, 30), st.integers(0, 500))
def test_solutions_and_inverse(n, seed):
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(n, n))
    A += A.T
    A[np.diag_indices(n)] += np.where(rng.random(n) < 0.5, -1.0, 1.0) * n
    B = rng.normal(size=(n, 2))
    memory = A.copy()
    factor = symmetric_factor(memory)
    assert np.shares_memory(factor.array, memory)
    np.testing.assert_array_equal(np.triu(memory, 1), np.triu(A, 1))
    np.testing.assert_allclose(A @ factor.solve(B), B, atol=1e-8)
    np.testing.assert_allclose(factor.into_inverse_diagonal(), np.linalg.inv(A).diagonal(), rtol=1e-6, atol=1e-10)


def test_condition():
    assert symmetric_factor(np.diag([1.0, -1e-9])).reciprocal_condition == pytest.approx(1e-9)
    assert symmetric_factor(np.ones((3, 3))).reciprocal_condition < 1e-15


@pytest.mark.parametrize("size", [1.0, 1e30, 2.45e33, 1e308])
def test_equal_entries_are_singular_however_large(size):
    assert symmetric_factor(np.full((31, 31), size) + np.eye(31) * (size > 1.0)).reciprocal_condition < 1e-15
