"""The factor of a positive semi-definite matrix."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernels.formula_checks import assert_refuses

from drupe.kernels.psd_factor import psd_factor


@given(st.integers(1, 6), st.integers(0, 6), st.integers(0, 10**6))
def test_its_square_is_the_matrix_for_every_rank(size: int, rank: int, seed: int) -> None:
    root = np.random.default_rng(seed).standard_normal((min(rank, size), size))
    product = root.T @ root
    factor = psd_factor("Owner", "matrix", product)
    np.testing.assert_allclose(factor.T @ factor, product, atol=1e-6 * max(1.0, np.abs(product).max()))


def test_a_singular_matrix_keeps_only_its_range() -> None:
    factor = psd_factor("Owner", "matrix", [[1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 4.0]])
    assert factor.shape == (2, 3)


def test_rounding_is_forgiven_and_more_is_not() -> None:
    slightly = np.array([[1.0, 1.0 + 1e-15], [1.0, 1.0]])
    np.testing.assert_allclose(psd_factor("Owner", "matrix", slightly) ** 2, [[1.0, 1.0]], rtol=1e-12)
    assert_refuses(lambda: psd_factor("Owner", "matrix", [[1.0, 1.0 + 1e-6], [1.0, 1.0]]), naming="symmetric")
    assert_refuses(lambda: psd_factor("Owner", "matrix", np.diag([1.0, -1e-6])), naming="semi-definite.*-1e-06")


@pytest.mark.parametrize("scale", [1e-200, 1e-8, 1e8, 1e150])
def test_the_unit_of_measurement_does_not_matter(scale: float) -> None:
    product = np.array([[2.0, 1.0], [1.0, 0.5]])
    factor = psd_factor("Owner", "matrix", scale * product)
    np.testing.assert_allclose(factor.T @ factor, scale * product, rtol=1e-7)
