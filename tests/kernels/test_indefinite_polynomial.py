"""The polynomial with any constant, beside the one that is positive semi-definite."""

import numpy as np

from drupe.kernels import Polynomial
from drupe.kernels.checks import check_kernel
from drupe.kernels.indefinite_polynomial import IndefinitePolynomial


def test_it_is_the_polynomial_where_that_is_one():
    x, z = np.random.default_rng(0).normal(size=(2, 5, 3))
    here, there = IndefinitePolynomial(3, 0.5, 2.0), Polynomial(degree=3, coef0=0.5, scale=2.0)
    np.testing.assert_allclose(here(x, z), there(x, z), rtol=1e-12)


def test_a_negative_constant_can_make_squares_negative():
    kernel = IndefinitePolynomial(degree=1, coef0=-4.0)
    assert kernel([[1.0]], [[1.0]]).item() == -3.0
    check_kernel(kernel, [[1.0], [2.0], [3.0], [-1.0]]).raise_if_failed()
