"""Splines on the line in linear time, beside the dense system of the kernel, for all orders that the core knows."""

import numpy as np
import pytest

from drupe.inputs import Vectors
from drupe.kernels import Polyharmonic
from drupe.solvers.smoothers.dense_path import DensePath
from drupe.solvers.smoothers.knots import Knots
from drupe.solvers.smoothers.line_path import LinePath, top_derivatives

RNG = np.random.default_rng(6)
COLUMN = RNG.uniform(10.0, 12.0, size=35)
Y = RNG.normal(size=(40, 2))
WEIGHTS = RNG.uniform(0.2, 3.0, size=40)
KNOTS = Knots.of(Vectors.of(np.append(COLUMN, COLUMN[:5])[:, None]), Y, WEIGHTS)


@pytest.mark.parametrize("order", [1, 2, 3, 4])
@pytest.mark.parametrize("strength", [1e-5, 1e-2, 3.0])
def test_all_numbers_are_those_of_the_dense_path(order, strength):
    line = LinePath(order, COLUMN, KNOTS)
    t = (COLUMN - 11.0)[:, None]
    dense = DensePath(Polyharmonic(order)(t).copy(), t ** np.arange(order), KNOTS)
    ours, theirs = line.balance(strength), dense.balance(strength)
    for name in ("freedom", "squares", "objective", "energy", "log_determinant"):
        np.testing.assert_allclose(getattr(ours, name), getattr(theirs, name), rtol=2e-6, err_msg=name)
    np.testing.assert_allclose(line.missed(strength), dense.missed(strength), rtol=1e-5, atol=1e-8)
    scale = np.abs(dense.expansion(strength).coefficients).max()
    np.testing.assert_allclose(line.coefficients(strength), dense.expansion(strength).coefficients, atol=1e-6 * scale)


@pytest.mark.parametrize("order", [1, 2, 3, 4])
def test_the_limit_of_interpolation_has_the_coefficients_of_the_jumps(order):
    """Of a polynomial spline with one knot inside: c there is the jump of its highest derivative."""
    column = np.linspace(0.0, 1.0, 9)
    degree = 2 * order - 1
    kernel = Polyharmonic(order)
    pulls = RNG.normal(size=9)
    # Coefficients that polynomials of low degree do not see.
    low = column[:, None] ** np.arange(order)
    pulls -= low @ np.linalg.lstsq(low, pulls, rcond=None)[0]
    values = kernel(column[:, None]) @ pulls
    line = LinePath(order, column, Knots.of(Vectors.of(column[:, None]), values[:, None], np.ones(9)))
    np.testing.assert_allclose(line.coefficients(line.least)[:, 0], pulls, rtol=1e-5, atol=1e-5 * np.abs(pulls).max())
    assert degree == 2 * line.unpenalized - 1


@pytest.mark.parametrize("order", [1, 2, 3, 4])
def test_highest_derivatives_are_those_of_a_polynomial(order):
    """x^(2m−1) has the constant derivative (2m − 1)!."""
    degree, ends = 2 * order - 1, np.array([0.5, 2.0, 2.3])
    power = np.polynomial.Polynomial([0.0] * degree + [1.0])
    states = np.stack([power.deriv(k)(ends) if k else power(ends) for k in range(order)], axis=1)[:, :, None]
    expected = float(np.prod(np.arange(1, degree + 1)))
    np.testing.assert_allclose(top_derivatives(np.diff(ends), states), expected, rtol=1e-7)


def test_the_order_of_the_examples_and_the_origin_do_not_matter():
    line = LinePath(2, COLUMN, KNOTS)
    shuffled = RNG.permutation(35)
    knots = Knots(np.arange(35), np.arange(35), KNOTS.means[shuffled], KNOTS.total_weights[shuffled])
    other = LinePath(2, COLUMN[shuffled] + 1e3, knots)
    np.testing.assert_allclose(other.coefficients(0.1), line.coefficients(0.1)[shuffled], rtol=1e-6, atol=1e-8)
    assert other.balance(0.1).freedom == pytest.approx(line.balance(0.1).freedom)


def test_strengths_reach_from_interpolation_to_straight_lines():
    line = LinePath(2, COLUMN, KNOTS)
    low, high = line.strengths
    assert line.balance(low).freedom > 34.0
    assert line.balance(high).freedom == pytest.approx(2.0, abs=1e-2)
