"""The dense Gram: takes a symmetric matrix as it is and refuses anything else."""

import numpy as np
import pytest

from drupe.foundation.errors import InputError, InputTypeError
from drupe.grams import DenseGram
from drupe.inputs import Vectors


def test_the_matrix_is_neither_copied_nor_writable() -> None:
    matrix = np.eye(3)
    gram = DenseGram(matrix)
    assert np.shares_memory(gram.matrix, matrix)
    with pytest.raises(ValueError, match="read-only"):
        gram.matrix[0, 0] = 2.0
    assert matrix.flags.writeable


def test_whole_numbers_are_welcome() -> None:
    gram = DenseGram([[2, 1], [1, 3]])
    assert gram.dtype == np.float64
    assert gram.diagonal().tolist() == [2.0, 3.0]


@pytest.mark.parametrize("matrix", [np.ones((2, 3)), np.ones(3), [[1.0, np.nan], [np.nan, 1.0]], np.empty((0, 0))])
def test_what_is_no_square_of_finite_numbers_is_refused(matrix: object) -> None:
    with pytest.raises(InputError):
        DenseGram(matrix)


def test_what_is_not_symmetric_is_refused_and_the_pair_named() -> None:
    with pytest.raises(InputError, match=r"K\[0, 2\] = 5 and K\[2, 0\] = 1"):
        DenseGram([[1, 2, 5], [2, 1, 0], [1, 0, 1]])


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_rounding_is_no_asymmetry(dtype: type) -> None:
    factor = np.random.default_rng(0).normal(size=(300, 7)).astype(dtype)
    matrix = factor @ factor.T
    matrix[5, 9] *= 1 + np.finfo(dtype).eps
    assert DenseGram(matrix).dtype == dtype


def test_a_part_of_what_was_accepted_is_accepted() -> None:
    matrix = np.diag([1e9, 1.0, 1.0])
    matrix[1, 2] = 0.5  # rounding against 1e9, but not against the part
    assert DenseGram(matrix).take([1, 2]).dense().tolist() == [[1.0, 0.5], [0.0, 1.0]]


@pytest.mark.parametrize("matrix", [np.eye(2, dtype=complex), [["a"]], "abc", Vectors.of([[1.0]])])
def test_what_holds_no_numbers_is_refused(matrix: object) -> None:
    with pytest.raises(InputTypeError):
        DenseGram(matrix)


def test_float32_is_multiplied_in_float64() -> None:
    # In float32 the sum would lose the ones: 2²⁵ + 1 = 2²⁵.
    n = 600
    matrix = np.ones((n, n), dtype=np.float32)
    vector = np.ones(n)
    vector[0] = 2.0**25
    np.testing.assert_array_equal(DenseGram(matrix) @ vector, 2.0**25 + n - 1)
