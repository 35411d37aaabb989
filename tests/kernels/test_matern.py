"""The Matérn kernels of half-integer order."""

import mpmath
import numpy as np
import pytest
from kernels.formula_checks import assert_follows, assert_positive, assert_refuses, points, squared
from sklearn.gaussian_process import kernels as peers

from drupe.inputs.vectors import Vectors
from drupe.kernels import Laplacian, Matern12, Matern32, Matern52

ORDERS = [(Matern12, 0.5), (Matern32, 1.5), (Matern52, 2.5)]


def matern(order: float, distance):
    """Matérn's formula with the modified Bessel function, for any order."""
    if not distance:
        return mpmath.mpf(1)
    a = mpmath.sqrt(2 * mpmath.mpf(order)) * distance
    return 2 ** (1 - mpmath.mpf(order)) / mpmath.gamma(order) * a**order * mpmath.besselk(order, a)


@pytest.mark.parametrize(("kind", "order"), ORDERS)
def test_it_is_the_bessel_formula(kind, order: float) -> None:
    def formula(x, z, p):
        return matern(order, mpmath.sqrt(squared(x, z)) / p["width"])

    assert_follows(kind(0.8), formula, points(0, 4, 3))


@pytest.mark.parametrize(("kind", "order"), ORDERS)
def test_agrees_with_scikit_learn(kind, order: float) -> None:
    x, z = points(1, 5, 3).array, points(2, 6, 3).array
    np.testing.assert_allclose(kind(1.3)(x, z), peers.Matern(length_scale=1.3, nu=order)(x, z), rtol=1e-10)


@pytest.mark.parametrize(("kind", "order"), ORDERS)
def test_positive_and_refuses_widths_out_of_range(kind, order: float) -> None:
    assert_positive(kind(0.9), points(3, 15, 3))
    assert_refuses(lambda: kind(0.0), naming=rf"{kind.__name__}.width.*got 0.0")


@pytest.mark.spec("G.K-07")
def test_the_printed_kernel_with_the_plain_norm() -> None:
    assert Matern12(width=2.0)([[0.0, 0.0]], [[3.0, 4.0]]).item() == pytest.approx(np.exp(-2.5), rel=1e-12)


@pytest.mark.spec("C.B38")
def test_on_histograms_with_the_two_norm() -> None:
    x, z, sigma = [0.5, 0.1, 0.4], [0.2, 0.5, 0.3], 1.5
    expected = np.exp(-np.linalg.norm(np.subtract(x, z)) / sigma**2)
    assert Matern12(sigma**2)([x], [z]).item() == pytest.approx(expected, rel=1e-12)


def test_on_the_line_the_first_is_the_laplacian() -> None:
    line = points(4, 8, 1)
    np.testing.assert_allclose(Matern12(0.6).matrix(line, line), Laplacian(0.6).matrix(line, line), rtol=1e-10)


def test_tiny_distances_far_from_the_origin_are_not_lost() -> None:
    x, z = Vectors.of([[1e6, 1e6]]), Vectors.of([[1e6, 1e6 + 2.0**-20]])
    assert Matern12(1e-6).matrix(x, z).item() == pytest.approx(np.exp(-(2.0**-20) / 1e-6), rel=1e-12)
