"""The Laplacian kernel."""

import mpmath
import numpy as np
import pytest
from kernels.formula_checks import assert_follows, assert_positive, assert_refuses, points
from scipy.integrate import quad
from sklearn.metrics.pairwise import laplacian_kernel

from drupe.inputs.vectors import Vectors
from drupe.kernels import Laplacian


def test_it_is_the_formula() -> None:
    def formula(x, z, p):
        return mpmath.exp(-sum(abs(a - b) for a, b in zip(x, z, strict=True)) / p["width"])

    assert_follows(Laplacian(0.7), formula, points(0, 5, 3))


def test_agrees_with_scikit_learn() -> None:
    x, z = points(1, 6, 4).array, points(2, 5, 4).array
    np.testing.assert_allclose(Laplacian.from_gamma(0.3)(x, z), laplacian_kernel(x, z, gamma=0.3), rtol=1e-10)
    assert Laplacian.from_gamma(0.25).gamma == pytest.approx(0.25, rel=1e-14)


@pytest.mark.spec("S.K04")
@pytest.mark.parametrize("omega", [0.0, 0.7, 3.0])
def test_half_of_it_has_the_spectrum_of_a_low_pass(omega: float) -> None:
    """½ exp(−γ|u|) has the Fourier transform γ/(γ² + ω²), not 1/(1 + ω²)."""
    kernel = 0.5 * Laplacian.from_gamma(2.0)

    def integrand(u: float) -> float:
        return float(kernel([[0.0]], [[u]]).item() * np.cos(omega * u))

    assert 2.0 * quad(integrand, 0.0, 20.0, limit=200)[0] == pytest.approx(2.0 / (4.0 + omega**2), rel=1e-7)


@pytest.mark.spec("C.B38")
def test_on_histograms_with_the_one_norm() -> None:
    x, z, sigma = [0.5, 0.25, 0.25], [0.25, 0.75, 0.0], 1.5
    assert Laplacian(sigma**2)([x], [z]).item() == pytest.approx(np.exp(-1.0 / sigma**2), rel=1e-12)


def test_positive() -> None:
    assert_positive(Laplacian(0.9), points(3, 15, 3))
    assert_positive(Laplacian(5.0), Vectors.of(np.linspace(0.0, 1.0, 12)[:, None]))


def test_parameters_out_of_range_are_refused() -> None:
    assert_refuses(lambda: Laplacian(-1.0), naming=r"Laplacian.width.*got -1.0")
    assert_refuses(lambda: Laplacian.from_gamma(0.0), naming=r"Laplacian.gamma.*got 0.0")
