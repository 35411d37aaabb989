"""Splines on the line by their states: polynomials between knots, Taylor's beyond, variances of bridges."""

import math

import numpy as np
import pytest

from drupe import SmoothingSpline
from drupe.foundation.errors import InputError
from drupe.inputs import Vectors
from drupe.predictors.line_spline import LineSpline

KNOTS = np.array([0.0, 0.7, 1.5, 4.0])


def of_polynomial(polynomial, order, unit):
    """The states of a polynomial in x at the knots, with derivatives in t = x / unit."""
    states = np.empty((4, order, 1))
    for k in range(order):
        states[:, k, 0] = (polynomial.deriv(k) if k else polynomial)(KNOTS) * unit**k
    nothing = np.zeros((4, order, order))
    return LineSpline(Vectors.of(KNOTS[:, None]), unit, states, nothing, nothing[1:], 1.0, np.ones(1), np.ones(1))


@pytest.mark.parametrize("order", [1, 2, 3, 4])
@pytest.mark.parametrize("unit", [1.0, 4.0])
def test_a_polynomial_of_degree_2m_minus_1_is_itself_between_the_knots(order, unit):
    polynomial = np.polynomial.Polynomial(np.random.default_rng(order).normal(size=2 * order))
    x = np.linspace(0.0, 4.0, 50)
    found = of_polynomial(polynomial, order, unit).decision(Vectors.of(x[:, None]))[:, 0]
    np.testing.assert_allclose(found, polynomial(x), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("order", [1, 2, 3, 4])
def test_beyond_the_ends_it_goes_on_as_the_polynomial_of_taylor(order):
    polynomial = np.polynomial.Polynomial(np.random.default_rng(order).normal(size=2 * order))
    spline = of_polynomial(polynomial, order, 4.0)
    for end, x in ((0.0, np.linspace(-3.0, 0.0, 7)), (4.0, np.linspace(4.0, 9.0, 7))):
        taylor = sum(
            (polynomial.deriv(k) if k else polynomial)(end) * (x - end) ** k / math.factorial(k) for k in range(order)
        )
        np.testing.assert_allclose(spline.decision(Vectors.of(x[:, None]))[:, 0], taylor, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("order", [1, 2, 3])
def test_between_states_that_are_known_the_variance_is_that_of_a_bridge(order):
    """(h u (1 − u))^(2m−1) / ((2m − 1) (m − 1)!²): the process is held by m derivatives at both ends."""
    spline = of_polynomial(np.polynomial.Polynomial([1.0]), order, 1.0)
    found = spline.variances(Vectors.of([[0.7 + 0.2], [4.0 + 0.5]]))[:, 0]
    power, scale = 2 * order - 1, (2 * order - 1) * math.factorial(order - 1) ** 2
    np.testing.assert_allclose(found, [(0.8 * 0.25 * 0.75) ** power / scale, 0.5**power / scale], rtol=1e-9)
    np.testing.assert_allclose(spline.variances(Vectors.of(KNOTS[:, None])), 0.0, atol=1e-15)
    np.testing.assert_allclose(spline.variances(Vectors.of([[0.7]]), noisy=True), 1.0)


def test_one_knot_is_a_constant():
    state = np.full((1, 1, 1), 3.0)
    point = LineSpline(
        Vectors.of([[2.0]]), 1.0, state, np.full((1, 1, 1), 0.25), np.empty((0, 1, 1)), 2.0, np.ones(1), np.zeros(1)
    )
    assert point.decision(Vectors.of([[-5.0], [2.0], [9.0]])).ravel().tolist() == [3.0, 3.0, 3.0]
    np.testing.assert_allclose(point.variances(Vectors.of([[2.0], [5.0]])).ravel(), [0.25, 0.25 + 3.0 / 2.0])


def test_what_is_no_number_is_refused():
    spline = SmoothingSpline("cubic", strength=1.0).fit([[0.0], [1.0], [3.0]], [0.0, 1.0, 0.0])
    with pytest.raises(InputError, match="one column"):
        spline.predictor_.decision(Vectors.of([[0.0, 1.0]]))
