"""The Mahalanobis kernel."""

import mpmath
import numpy as np
import pytest
from kernels.formula_checks import assert_follows, assert_positive, assert_refuses, points

from drupe.kernels import ARD, Gaussian, Mahalanobis

A = [[1.0, -0.5], [0.3, 2.0], [0.0, 0.7]]


@pytest.mark.spec("H.K11")
def test_it_is_the_formula() -> None:
    def formula(x, z, p):
        difference = [a - b for a, b in zip(x, z, strict=True)]
        images = [sum(p[f"transform.{i}.{j}"] * difference[j] for j in range(2)) for i in range(3)]
        return mpmath.exp(-sum(a**2 for a in images) / 2)

    assert_follows(Mahalanobis.of(A), formula, points(0, 4, 2))


@pytest.mark.spec("H.K11")
def test_from_precision_and_the_source_without_the_half() -> None:
    sigma = np.array([[2.0, 0.6], [0.6, 1.0]])
    x, z = points(1, 4, 2).array, points(2, 3, 2).array
    difference = x[:, None] - z
    printed = np.exp(-np.einsum("ijk,kl,ijl->ij", difference, sigma, difference))
    np.testing.assert_allclose(Mahalanobis.from_precision(2.0 * sigma)(x, z), printed, rtol=1e-10)
    np.testing.assert_allclose(Mahalanobis.from_precision(sigma).precision, sigma, rtol=1e-12)


def test_diagonal_and_scalar_matrices_are_the_simpler_kernels() -> None:
    inputs = points(3, 6, 2)
    scalar, diagonal = Mahalanobis.of(np.eye(2) / 0.7), Mahalanobis.of(np.diag([1 / 0.5, 1 / 3.0]))
    np.testing.assert_allclose(scalar.matrix(inputs, inputs), Gaussian(0.7).matrix(inputs, inputs), rtol=1e-10)
    np.testing.assert_allclose(diagonal.matrix(inputs, inputs), ARD((0.5, 3.0)).matrix(inputs, inputs), rtol=1e-10)


def test_positive_also_where_a_direction_is_ignored() -> None:
    inputs = points(4, 12, 2)
    assert_positive(Mahalanobis.of(A), inputs)
    blind = Mahalanobis.from_precision([[1.0, 1.0], [1.0, 1.0]])
    assert_positive(blind, inputs)
    assert blind([[0.0, 0.0]], [[1.0, -1.0]]).item() == pytest.approx(1.0, abs=1e-12)


def test_matrices_that_are_no_precision_are_refused() -> None:
    assert_refuses(
        lambda: Mahalanobis.from_precision([[0.0, 1.0], [1.0, 0.0]]), naming="Mahalanobis.precision.*eigenvalue"
    )
    assert_refuses(
        lambda: Mahalanobis.from_precision([[1.0, 1.0], [0.0, 1.0]]), naming="Mahalanobis.precision.*symmetric"
    )
    assert_refuses(lambda: Mahalanobis.of([[np.inf]]), naming="Mahalanobis.transform.*finite")
