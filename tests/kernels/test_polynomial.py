"""The polynomial kernel, homogeneous and not."""

from math import comb, sqrt

import numpy as np
import pytest
from kernels.formula_checks import assert_follows, assert_positive, assert_refuses, inner, points
from sklearn.metrics.pairwise import polynomial_kernel

from drupe.inputs.vectors import Vectors
from drupe.kernels import Linear, Polynomial


@pytest.mark.spec("H.K08", "H.K09", "M.K02", "M.K03", "C.B08", "C.B09", "G.K-02", "G.K-03")
@pytest.mark.parametrize("degree", [1, 2, 3, 5])
@pytest.mark.parametrize("coef0", [0.0, 1.5])
def test_it_is_the_formula(degree: int, coef0: float) -> None:
    def formula(x, z, p):
        return (p["scale"] * inner(x, z) + p["coef0"]) ** degree

    kernel = Polynomial(degree, coef0, scale=0.7)
    if coef0:
        assert_follows(kernel, formula, points(0, 4, 3))
    # At coef0 = 0 the derivative in coef0 is one-sided; the formula still has it.
    inputs = points(1, 5, 3)
    base = 0.7 * inputs.array @ inputs.array.T + coef0
    np.testing.assert_allclose(kernel.matrix(inputs, inputs), base**degree, rtol=1e-10)
    np.testing.assert_allclose(kernel.gradient(inputs)["coef0"], degree * base ** (degree - 1), rtol=1e-10)


@pytest.mark.spec("H.K08", "C.B08", "G.K-02")
def test_homogeneous_kernel_is_the_inner_product_of_explicit_monomials() -> None:
    def features(x):
        return np.array([x[0] ** 2, sqrt(2.0) * x[0] * x[1], x[1] ** 2])

    x, z = np.array([1.5, -2.0]), np.array([0.5, 3.0])
    assert Polynomial(degree=2)([x], [z]).item() == pytest.approx(features(x) @ features(z), rel=1e-12)
    assert Polynomial(degree=2)([x], [z]).item() == pytest.approx(5.25**2, rel=1e-12)


@pytest.mark.spec("H.K09", "C.B09", "G.K-03")
def test_inhomogeneous_kernel_is_homogeneous_on_extended_vectors() -> None:
    x, z = points(2, 4, 3).array, points(3, 5, 3).array
    extended = [np.hstack([side, np.full((len(side), 1), sqrt(2.0))]) for side in (x, z)]
    np.testing.assert_allclose(Polynomial(3, coef0=2.0)(x, z), Polynomial(3)(*extended), rtol=1e-10)


@pytest.mark.spec("H.K08", "H.K09", "G.K-02", "G.K-03", "C.B08", "C.B09")
@pytest.mark.parametrize(("dimension", "degree"), [(2, 2), (3, 2), (2, 3), (4, 2)])
def test_rank_counts_the_monomials(dimension: int, degree: int) -> None:
    inputs = points(4, 40, dimension)
    exactly, up_to = Polynomial(degree), Polynomial(degree, coef0=1.0)
    assert np.linalg.matrix_rank(exactly.matrix(inputs, inputs)) == comb(dimension + degree - 1, degree)
    assert np.linalg.matrix_rank(up_to.matrix(inputs, inputs)) == comb(dimension + degree, degree)


def test_three_dimensions_and_degree_two_have_six_and_ten_monomials() -> None:
    inputs = points(5, 30, 3)
    ranks = [np.linalg.matrix_rank(Polynomial(2, coef0).matrix(inputs, inputs)) for coef0 in (0.0, 1.0)]
    assert ranks == [6, 10]


@pytest.mark.spec("C.B41")
def test_scaling_by_the_number_of_pixels() -> None:
    x, z = points(6, 3, 256).array, points(7, 2, 256).array
    np.testing.assert_allclose(Polynomial.from_dimension(256, 4)(x, z), (x @ z.T / 256.0) ** 4, rtol=1e-10)
    assert Polynomial.from_dimension(256, 4) == Polynomial(4, 0.0, 1.0 / 256.0)


def test_agrees_with_scikit_learn() -> None:
    x, z = points(8, 6, 3).array, points(9, 4, 3).array
    ours = Polynomial(degree=4, coef0=0.5, scale=0.25)(x, z)
    np.testing.assert_allclose(ours, polynomial_kernel(x, z, degree=4, coef0=0.5, gamma=0.25), rtol=1e-10)


def test_positive_and_the_power_of_the_linear_kernel() -> None:
    inputs = points(10, 15, 3)
    for kernel in (Polynomial(3), Polynomial(2, 1.0), Polynomial(5, 0.5, 2.0)):
        assert_positive(kernel, inputs)
    by_algebra = (Linear() + 1.0) ** 2
    np.testing.assert_allclose(by_algebra.matrix(inputs, inputs), Polynomial(2, 1.0).matrix(inputs, inputs), rtol=1e-10)


def test_odd_powers_keep_the_sign_and_zero_stays_zero() -> None:
    inputs = Vectors.of([[2.0], [-1.0], [0.0]])
    expected = [[64.0, -8.0, 0.0], [-8.0, 1.0, 0.0], [0.0, 0.0, 0.0]]
    np.testing.assert_allclose(Polynomial(3).matrix(inputs, inputs), expected, atol=0)


def test_parameters_out_of_range_are_refused() -> None:
    assert_refuses(lambda: Polynomial(degree=0), naming=r"Polynomial.degree.*got 0")
    assert_refuses(lambda: Polynomial(degree=2.5), naming=r"Polynomial.degree.*whole numbers.*got 2.5")
    assert_refuses(lambda: Polynomial(coef0=-1.0), naming=r"Polynomial.coef0.*got -1.0")
    assert_refuses(lambda: Polynomial(scale=0.0), naming=r"Polynomial.scale.*got 0.0")
    assert_refuses(lambda: Polynomial.from_dimension(0), naming=r"Polynomial.dimension.*got 0")
