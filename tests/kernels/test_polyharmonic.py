"""The polyharmonic spline kernel on the line."""

from itertools import pairwise
from math import factorial

import mpmath
import numpy as np
import pytest
from kernels.formula_checks import assert_conditionally_positive, assert_follows, assert_refuses, points

from drupe.foundation.errors import InputError
from drupe.inputs.vectors import Vectors
from drupe.kernels import CubicSpline, LinearSpline, Polyharmonic


@pytest.mark.spec("S.K08")
@pytest.mark.parametrize("order", [1, 2, 3, 5])
def test_it_is_the_formula(order: int) -> None:
    def formula(x, z, _):
        degree = 2 * order - 1
        return (-1) ** order * abs(x[0] - z[0]) ** degree / (2 * mpmath.factorial(degree))

    assert_follows(Polyharmonic(order), formula, points(0, 6, 1))


@pytest.mark.spec("S.K06", "S.K07", "S.K08")
def test_the_first_two_are_the_named_splines() -> None:
    line = points(1, 6, 1)
    for order, named in [(1, LinearSpline()), (2, CubicSpline())]:
        np.testing.assert_allclose(Polyharmonic(order).matrix(line, line), named.matrix(line, line), rtol=1e-12)
        assert Polyharmonic(order).definiteness == named.definiteness
    assert Polyharmonic(3)([[0.0]], [[1.0]]).item() == pytest.approx(-1.0 / 240.0, rel=1e-14)


@pytest.mark.spec("S.K08", "M.K09")
@pytest.mark.parametrize("order", [1, 2, 3])
def test_conditionally_positive_of_its_order_and_not_with_the_other_sign(order: int) -> None:
    line = Vectors.of(np.random.default_rng(2).uniform(size=(8, 1)))
    free = np.vander(line.array[:, 0], order, increasing=True)
    kernel = Polyharmonic(order)
    assert kernel.definiteness.order == order
    np.testing.assert_allclose(kernel.null_space(line), free, rtol=1e-14)
    basis = np.linalg.qr(free, mode="complete")[0][:, order:]
    assert np.linalg.eigvalsh(basis.T @ kernel.matrix(line, line) @ basis)[0] > 0
    assert_conditionally_positive(Polyharmonic(order), points(3, 8, 1), np.vander(points(3, 8, 1).array[:, 0], order))


@pytest.mark.spec("S.K08")
@pytest.mark.parametrize("order", [1, 2, 3, 4])
def test_quadratic_form_is_the_energy_of_the_derivative(order: int) -> None:
    """∫ (f⁽ᵐ⁾)² = cᵀKc if c is orthogonal to the polynomials of degree below m; piecewise Gauss quadrature is exact."""
    knots = np.sort(np.random.default_rng(4).uniform(-1.0, 1.0, size=8))
    free = np.vander(knots, order)
    c = np.linalg.qr(free, mode="complete")[0][:, order:] @ np.random.default_rng(5).standard_normal(8 - order)

    def derivative(x):
        u = x[:, None] - knots
        return (-1.0) ** order * (np.sign(u) ** order * np.abs(u) ** (order - 1) / (2 * factorial(order - 1))) @ c

    nodes, weights = np.polynomial.legendre.leggauss(6)
    energy = sum(
        (high - low) / 2 * weights @ derivative((low + high) / 2 + (high - low) / 2 * nodes) ** 2
        for low, high in pairwise(knots)
    )
    gram = Polyharmonic(order)(knots[:, None])
    assert c @ gram @ c == pytest.approx(energy, rel=1e-8)


def test_refuses_what_is_out_of_range() -> None:
    assert_refuses(lambda: Polyharmonic(0), naming=r"Polyharmonic.order.*got 0")
    assert_refuses(lambda: Polyharmonic(86), naming=r"Polyharmonic.order.*got 86")
    assert_refuses(lambda: Polyharmonic(1.5), naming=r"Polyharmonic.order.*whole numbers")
    with pytest.raises(InputError, match=r"Polyharmonic compares numbers"):
        Polyharmonic()([[0.0, 1.0]])


def test_the_highest_order_is_still_a_number() -> None:
    assert 0.0 < -Polyharmonic(85)([[0.0]], [[30.0]]).item() < np.inf
