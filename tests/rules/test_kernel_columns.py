"""Columns of a kernel as rules against the kernel matrix."""

import numpy as np
import pytest

from drupe.foundation.errors import InputError
from drupe.inputs import Vectors
from drupe.kernels import Linear
from drupe.rules.kernel_columns import KernelColumns

CENTERS = np.array([[1.0, 0.0], [0.0, 2.0], [1.0, 1.0]])
WHICH, SIGNS = np.array([0, 3, 2, 0, 1]), np.array([1.0, -1.0, -1.0, -1.0, 1.0])
RULES = KernelColumns(Linear(), Vectors.of(CENTERS), WHICH, SIGNS, 4.0)
X = np.random.default_rng(0).normal(scale=2.0, size=(30, 2))
EXPECTED = SIGNS * np.column_stack([np.clip(X @ CENTERS.T / 4.0, -1.0, 1.0), np.ones(30)])[:, WHICH]


def test_values_and_sums() -> None:
    np.testing.assert_allclose(RULES.values(Vectors.of(X)), EXPECTED, atol=1e-15)
    weights = np.array([0.1, 0.2, 0.3, 0.4, 0.5])
    np.testing.assert_allclose(RULES.combined(Vectors.of(X), weights), EXPECTED @ weights, atol=1e-13)
    assert np.abs(EXPECTED).max() == 1.0  # some are cut off


def test_parts_and_wholes() -> None:
    again = RULES.first(2).joined(KernelColumns(Linear(), Vectors.of(CENTERS), WHICH[2:], SIGNS[2:], 4.0))
    np.testing.assert_allclose(again.values(Vectors.of(X)), EXPECTED, atol=1e-15)
    assert RULES.first(0).values(Vectors.of(X)).shape == (30, 0)


def test_constant_needs_no_centers() -> None:
    alone = KernelColumns(
        Linear(), Vectors.of(CENTERS).take(np.empty(0, dtype=np.int64)), np.zeros(1, int), -np.ones(1), 1.0
    )
    assert alone.values(Vectors.of(X[:3])).ravel().tolist() == [-1.0] * 3


@pytest.mark.parametrize("which", [[4], [-1]])
def test_centers_must_be_there(which: list[int]) -> None:
    with pytest.raises(InputError, match="one of 3 centers"):
        KernelColumns(Linear(), Vectors.of(CENTERS), np.array(which), np.ones(1), 1.0)


def test_scale_lies_above_zero() -> None:
    with pytest.raises(InputError, match="above zero"):
        KernelColumns(Linear(), Vectors.of(CENTERS), WHICH, SIGNS, 0.0)
