"""Traces and determinants: by eigenvalues and against numpy, of products in any order, and of singular matrices."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe.textbook.matrices.spectra import product_trace, trace_and_log_determinant


@pytest.mark.spec("H.M03")
@given(st.integers(1, 7), st.integers(1, 4), st.integers(0, 10_000))
def test_trace_of_a_product_in_any_order(n, m, seed):
    rng = np.random.default_rng(seed)
    a, b, c = rng.normal(size=(n, m)), rng.normal(size=(m, n)), rng.normal(size=(n, n))
    assert product_trace(a, b) == pytest.approx(np.trace(a @ b), abs=1e-12)
    assert product_trace(b, a) == pytest.approx(np.trace(a @ b), abs=1e-12)
    # Three matrices may be turned around, not swapped.
    assert product_trace(a @ b, c) == pytest.approx(product_trace(b @ c, a), abs=1e-10)


@pytest.mark.spec("H.M03", "H.M04")
@given(st.integers(1, 7), st.integers(0, 10_000))
def test_trace_and_determinant_of_symmetric_matrices(n, seed):
    """Eigenvalues of both signs: the sum, and the product by its size."""
    root = np.random.default_rng(seed).normal(size=(n, n))
    symmetric = root + root.T
    trace, volume = trace_and_log_determinant(symmetric)
    assert trace == pytest.approx(np.trace(symmetric), abs=1e-11)
    assert volume == pytest.approx(math.log(abs(np.linalg.det(symmetric))), abs=1e-12 * np.linalg.cond(symmetric))


@pytest.mark.spec("H.M03")
def test_determinants_beyond_floating_point_and_of_singular_matrices():
    """det diag(10⁻³, ..., 10⁻³) of 400 entries is 10⁻¹²⁰⁰, whose logarithm is a plain number."""
    assert np.linalg.det(1e-3 * np.eye(400)) == 0.0
    trace, volume = trace_and_log_determinant(1e-3 * np.eye(400))
    assert (trace, volume) == (pytest.approx(0.4), pytest.approx(-1200.0 * math.log(10.0)))
    assert trace_and_log_determinant(np.diag([-2.0, 3.0])) == (1.0, pytest.approx(math.log(6.0)))
    assert trace_and_log_determinant(np.zeros((2, 2))) == (0.0, -math.inf)
