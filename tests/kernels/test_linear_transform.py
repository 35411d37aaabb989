"""The linear-transform kernel, and the factors that it is made from."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernels.formula_checks import assert_follows, assert_positive, assert_refuses, points

from drupe.foundation.errors import ParameterError
from drupe.kernels import Linear, LinearTransform

A = [[1.0, -2.0, 0.5], [0.0, 3.0, 1.0]]


def bilinear(x, z, parameters):
    rows = [[parameters[f"transform.{i}.{j}"] for j in range(3)] for i in range(2)]
    images = [[sum(a * b for a, b in zip(row, v, strict=True)) for row in rows] for v in (x, z)]
    return sum(a * b for a, b in zip(*images, strict=True))


@pytest.mark.spec("C.B07", "G.K-01")
def test_it_is_the_inner_product_after_the_map() -> None:
    assert_follows(LinearTransform.of(A), bilinear, points(0, 4, 3))


@pytest.mark.spec("C.B07", "G.K-01")
def test_from_product_is_the_bilinear_form() -> None:
    b = np.array([[2.0, 1.0, 0.0], [1.0, 3.0, -1.0], [0.0, -1.0, 1.5]])
    inputs = points(1, 6, 3)
    kernel = LinearTransform.from_product(b)
    np.testing.assert_allclose(kernel.matrix(inputs, inputs), inputs.array @ b @ inputs.array.T, rtol=1e-10, atol=1e-12)
    np.testing.assert_allclose(kernel.product, b, atol=1e-12)
    assert_positive(kernel, inputs)


@given(st.integers(1, 5), st.integers(1, 5), st.integers(0, 10**6))
def test_from_product_takes_any_rank(dimension: int, rank: int, seed: int) -> None:
    factor = np.random.default_rng(seed).standard_normal((rank, dimension))
    kernel = LinearTransform.from_product(factor.T @ factor)
    np.testing.assert_allclose(kernel.product, factor.T @ factor, atol=1e-6 * np.abs(factor.T @ factor).max())
    assert len(kernel.transform) <= dimension


def test_identity_is_the_linear_kernel_and_zero_is_zero() -> None:
    inputs = points(2, 4, 3)
    identity = LinearTransform.from_product(np.eye(3))
    np.testing.assert_allclose(identity.matrix(inputs, inputs), Linear().matrix(inputs, inputs), rtol=1e-12)
    assert not LinearTransform.from_product(np.zeros((3, 3))).matrix(inputs, inputs).any()


def test_matrices_that_are_no_inner_product_are_refused() -> None:
    assert_refuses(lambda: LinearTransform.from_product([[1.0, 2.0], [2.0, 1.0]]), naming="semi-definite.*-1")
    assert_refuses(lambda: LinearTransform.from_product([[1.0, 0.5], [0.0, 1.0]]), naming=r"symmetric.*\(0, 1\) is 0.5")
    assert_refuses(lambda: LinearTransform.from_product(np.ones((2, 3))), naming=r"square.*\(2, 3\)")
    assert_refuses(lambda: LinearTransform.from_product([[np.nan]]), naming="finite")
    assert_refuses(lambda: LinearTransform.of([1.0, 2.0]), naming="rows and columns")
    assert_refuses(lambda: LinearTransform.of([["a"]]), naming="matrix of numbers")
    assert_refuses(lambda: LinearTransform.of(np.empty((0, 3))), naming="rows and columns")


def test_data_of_another_dimension_are_refused() -> None:
    with pytest.raises(ParameterError, match="3 columns, but the data have 2"):
        LinearTransform.of(A)([[1.0, 2.0]])


def test_it_is_a_value() -> None:
    assert LinearTransform.of(np.array(A)) == LinearTransform.of(A)
    assert hash(LinearTransform.of(np.array(A))) == hash(LinearTransform.of(A))
