"""Polynomials in coordinates of their own are the same polynomials, and better told apart."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drupe.inputs import Vectors
from drupe.kernels.null_space import polynomials
from drupe.kernels.polynomial_frame import PolynomialFrame


@given(st.integers(0, 4), st.integers(1, 3), st.integers(0, 99))
@settings(max_examples=40, deadline=None)
def test_coefficients_in_columns_give_the_same_function(order, columns, seed):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(15, columns)) * 3.0 + 5.0
    frame = PolynomialFrame.around(Vectors.of(x), order)
    assert frame.count == math.comb(columns + order - 1, columns) * (order > 0) == len(frame.monomials)
    coefficients = rng.normal(size=(frame.count, 2))
    inside = frame.values(Vectors.of(x)) @ coefficients
    outside = polynomials(Vectors.of(x), order) @ frame.in_columns(coefficients)
    np.testing.assert_allclose(outside, inside, rtol=1e-8, atol=1e-7)


def test_on_the_data_coordinates_are_between_minus_one_and_one():
    x = np.random.default_rng(0).uniform(1900.0, 2000.0, size=(30, 2)) * [1.0, 1e-9]
    frame = PolynomialFrame.around(Vectors.of(x), 2)
    values = frame.values(Vectors.of(x))[:, 1:]
    np.testing.assert_allclose(values.min(axis=0), -1.0)
    np.testing.assert_allclose(values.max(axis=0), 1.0)


def test_a_constant_column_has_a_unit_too():
    frame = PolynomialFrame.around(Vectors.of([[3.0, 1.0], [3.0, 2.0]]), 2)
    assert frame.scale[0] == 1.0
    assert np.isfinite(frame.values(Vectors.of([[3.0, 1.0]]))).all()


@pytest.mark.parametrize("order", [2, 3, 4])
def test_years_are_told_apart(order):
    years = Vectors.of(np.linspace(1900.0, 2000.0, 40)[:, None])
    frame = PolynomialFrame.around(years, order)
    assert np.linalg.cond(frame.values(years)) < 50.0
    assert np.linalg.cond(polynomials(years, order)) > 1e4
