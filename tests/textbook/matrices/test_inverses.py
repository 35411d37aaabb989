"""Inverses and determinants that grow: against numpy in full, and mpmath where matrices are nearly singular."""

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe.textbook.algorithms.block_inverse import bordered_inverse
from drupe.textbook.matrices.inverses import (
    grown_inverse,
    grown_log_determinant,
    schur_complement,
    updated_inverse,
    updated_log_determinant,
)

SIZES = st.tuples(st.integers(1, 7), st.integers(1, 4), st.integers(0, 10_000))


def near(found, wanted, *parts):
    """Equal up to the rounding that the sizes and condition numbers of what was inverted allow."""
    size = max(np.abs(np.linalg.inv(part)).max() for part in parts) * np.prod([np.linalg.cond(part) for part in parts])
    np.testing.assert_allclose(found, wanted, atol=1e-13 * size, rtol=0.0)


@pytest.mark.spec("H.M03")
@given(SIZES)
def test_woodbury(sizes):
    n, rank, seed = sizes
    rng = np.random.default_rng(seed)
    c, a, b = rng.normal(size=(n, n)), rng.normal(size=(n, rank)), rng.normal(size=(rank, n))
    inverse = np.linalg.inv(c)
    near(updated_inverse(inverse, a, b), np.linalg.inv(c + a @ b), c, c, c + a @ b)
    found = updated_log_determinant(inverse, np.linalg.slogdet(c).logabsdet, a, b)
    assert found == pytest.approx(np.linalg.slogdet(c + a @ b).logabsdet, abs=1e-12 * np.linalg.cond(c) ** 2 + 1e-9)


@pytest.mark.spec("H.M03")
@given(SIZES)
def test_blocks(sizes):
    n, more, seed = sizes
    whole = np.random.default_rng(seed).normal(size=(n + more, n + more))
    a, b, c, d = whole[:n, :n], whole[:n, n:], whole[n:, :n], whole[n:, n:]
    inverse = np.linalg.inv(a)
    near(grown_inverse(inverse, b, c, d), np.linalg.inv(whole), a, a, whole)
    found = grown_log_determinant(inverse, np.linalg.slogdet(a).logabsdet, b, c, d)
    assert found == pytest.approx(np.linalg.slogdet(whole).logabsdet, abs=1e-12 * np.linalg.cond(a) ** 2 + 1e-9)
    # The corner of the inverse is the inverse of what is left when the rest is solved away.
    near(np.linalg.inv(schur_complement(whole, n)), np.linalg.inv(whole)[n:, n:], a, a, whole)


@pytest.mark.spec("H.M03")
def test_one_row_more_is_the_special_case():
    rng = np.random.default_rng(0)
    root = rng.normal(size=(5, 6))
    matrix = root @ root.T
    found = bordered_inverse(np.linalg.inv(matrix[:4, :4]), matrix[:4, 4], matrix[4, 4])
    np.testing.assert_allclose(found @ matrix, np.eye(5), atol=1e-10)


@pytest.mark.spec("H.M03")
def test_nearly_singular_matrices_lose_no_more_digits_than_they_must():
    """Hilbert's matrix has a condition number of 10^7 for n = 6: half of the digits remain."""
    n = 6
    with mpmath.workdps(60):
        exact = mpmath.inverse(mpmath.hilbert(n) + mpmath.ones(n, 1) * mpmath.ones(1, n))
        wanted = np.array(exact.tolist(), dtype=np.float64)
        whole = np.array(mpmath.inverse(mpmath.hilbert(n)).tolist(), dtype=np.float64)
    hilbert = 1.0 / (1.0 + np.add.outer(np.arange(n), np.arange(n)))
    ones = np.ones((n, 1))
    found = updated_inverse(np.linalg.inv(hilbert), ones, ones.T)
    np.testing.assert_allclose(found, wanted, atol=1e-6 * np.abs(wanted).max())
    grown = grown_inverse(np.linalg.inv(hilbert[:3, :3]), hilbert[:3, 3:], hilbert[3:, :3], hilbert[3:, 3:])
    np.testing.assert_allclose(grown, whole, atol=1e-6 * np.abs(whole).max())
