"""The polyharmonic spline kernel on the line."""

from itertools import pairwise
from math import factorial

import mpmath
import numpy as np
import pytest
from kernels.formula_checks import assert_conditionally_positive, assert_follows, assert_refuses, points
from scipy.spatial.distance import cdist

from drupe.foundation.errors import InputError
from drupe.inputs.vectors import Vectors
from drupe.kernels import CubicSpline, LinearSpline, Polyharmonic, ThinPlate


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


@pytest.mark.spec("S.K08")
@pytest.mark.parametrize(("order", "dimension"), [(2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (3, 5), (5, 4), (4, 6)])
def test_it_inverts_the_laplacian_to_the_power_of_its_order(order: int, dimension: int) -> None:
    """(−Δ)^order k = δ: zero away from the center, and the flux of ∇(−Δ)^(order − 1) k through a sphere is −1."""

    def radial(r):
        wave = r ** (2 * order - dimension) * (1 if dimension % 2 else mpmath.log(r))
        return constant * wave

    def laplacian(function):
        return lambda r: mpmath.diff(function, r, 2) + (dimension - 1) / r * mpmath.diff(function, r)

    with mpmath.workdps(60):
        origin, there = np.zeros((1, dimension)), np.eye(1, dimension) * 2.0
        value = Polyharmonic(order, dimension)(origin, there).item()
        constant = mpmath.mpf(value) / (2 ** (2 * order - dimension) * (1 if dimension % 2 else mpmath.log(2)))
        function = radial
        for _ in range(order - 1):
            function = (lambda f: lambda r: -laplacian(f)(r))(function)
        r = mpmath.mpf("0.7")
        sphere = 2 * mpmath.pi ** (mpmath.mpf(dimension) / 2) / mpmath.gamma(mpmath.mpf(dimension) / 2)
        flux = sphere * r ** (dimension - 1) * mpmath.diff(function, r)
        assert float(flux) == pytest.approx(-1.0, rel=1e-8)


@pytest.mark.spec("S.K08", "S.K09")
def test_in_the_plane_and_in_space() -> None:
    plane, space = points(6, 7, 2), points(7, 7, 3)
    thin = ThinPlate().matrix(plane, plane) / (8.0 * np.pi)
    np.testing.assert_allclose(Polyharmonic(2, 2).matrix(plane, plane), thin, rtol=1e-12, atol=1e-15)
    distances = cdist(space.array, space.array)
    np.testing.assert_allclose(Polyharmonic(2, 3).matrix(space, space), -distances / (8.0 * np.pi), atol=1e-14)


@pytest.mark.parametrize(("order", "dimension"), [(2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 3)])
def test_conditionally_positive_in_every_dimension(order: int, dimension: int) -> None:
    inputs = Vectors.of(np.random.default_rng(8).uniform(size=(40, dimension)))
    kernel = Polyharmonic(order, dimension)
    assert_conditionally_positive(kernel, inputs, kernel.null_space(inputs))


def test_refuses_dimensions_that_its_order_cannot_serve() -> None:
    assert_refuses(lambda: Polyharmonic(2, 4), naming=r"Polyharmonic.order must be more than half.*got 2; take 3")
    assert_refuses(lambda: Polyharmonic(2, 0), naming=r"Polyharmonic.dimension.*got 0")
    with pytest.raises(InputError, match=r"made for 2 columns, but the data have 3; pass dimension=3"):
        Polyharmonic(2, 2)([[0.0, 1.0, 2.0]])
