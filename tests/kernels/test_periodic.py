"""The periodic kernel."""

import mpmath
import numpy as np
import pytest
from kernels.formula_checks import assert_follows, assert_positive, assert_refuses, points

from drupe.foundation.errors import InputError
from drupe.inputs.vectors import Vectors
from drupe.kernels import Periodic


def grid(size: int) -> Vectors:
    return Vectors.of(2.0 * np.pi * np.arange(size)[:, None] / size)


@pytest.mark.spec("C.B19", "S.K02", "M.K07")
def test_it_is_the_fourier_series() -> None:
    def formula(x, z, p):
        return sum(p[f"coefficients.{i}"] * mpmath.cos(i * (x[0] - z[0])) for i in range(4))

    assert_follows(Periodic((1.0, 0.5, 0.0, 0.25)), formula, points(0, 5, 1, scale=3.0))


@pytest.mark.spec("C.B19")
def test_it_is_the_product_of_explicit_features() -> None:
    line, a = points(1, 6, 1), (0.3, 1.0, 0.0, 2.0)
    x = line.array
    waves = np.hstack(
        [np.full_like(x, np.sqrt(a[0])), *(np.sqrt(a[i]) * f(i * x) for i in (1, 2, 3) for f in (np.cos, np.sin))]
    )
    np.testing.assert_allclose(Periodic(a).matrix(line, line), waves @ waves.T, rtol=1e-10, atol=1e-12)


@pytest.mark.spec("C.B19")
def test_on_a_grid_it_is_circulant_with_the_transform_as_spectrum() -> None:
    gram = Periodic((1.0, 0.5, 0.2, 0.1)).matrix(grid(16), grid(16))
    for i in range(16):
        np.testing.assert_allclose(gram[i], np.roll(gram[0], i), atol=1e-12)
    spectrum = np.sort(np.fft.fft(gram[0]).real)
    np.testing.assert_allclose(np.linalg.eigvalsh(gram), spectrum, atol=1e-12)


@pytest.mark.spec("C.B19")
def test_rank_counts_the_frequencies() -> None:
    inputs = points(2, 25, 1, scale=3.0)
    for coefficients, rank in [((1.0, 0.5, 0.0, 0.25), 5), ((0.0, 1.0), 2), ((2.0,), 1)]:
        assert np.linalg.matrix_rank(Periodic(coefficients).matrix(inputs, inputs)) == rank


@pytest.mark.spec("S.K02")
def test_eigenvalues_of_the_integral_operator() -> None:
    """2π a₀ once and π aₙ twice: here aₙ = 1/(1 + n²)."""
    circle = grid(64)
    gram = Periodic(tuple(1.0 / (1.0 + n**2) for n in range(4))).matrix(circle, circle)
    largest = np.linalg.eigvalsh(2.0 * np.pi / 64 * gram)[::-1][:8]
    expected = [6.283185, 1.570796, 1.570796, 0.628319, 0.628319, 0.314159, 0.314159, 0.0]
    np.testing.assert_allclose(largest, expected, atol=1e-6)


@pytest.mark.spec("S.K02")
def test_power_decay() -> None:
    assert Periodic.power_decay(1.0, 3).coefficients == pytest.approx((1.0, 1.0, 1 / 4, 1 / 9), rel=1e-14)
    assert Periodic.power_decay(3.0, 2).coefficients == pytest.approx((1.0, 1.0, 2.0**-6), rel=1e-14)
    assert Periodic.power_decay(2.0, 0).coefficients == (1.0,)


def test_it_has_the_period() -> None:
    x, z = points(3, 4, 1), points(4, 5, 1)
    kernel = Periodic.power_decay(1.0, 5)
    moved = Vectors.of(x.array + 2.0 * np.pi)
    np.testing.assert_allclose(kernel.matrix(moved, z), kernel.matrix(x, z), rtol=1e-9, atol=1e-12)


def test_positive_and_a_value() -> None:
    assert_positive(Periodic.power_decay(0.6, 8), points(5, 12, 1, scale=2.0))
    assert Periodic([1, 0.5]) == Periodic(np.array([1.0, 0.5]))


def test_refuses_what_is_no_series_on_the_circle() -> None:
    assert_refuses(lambda: Periodic((1.0, -0.1)), naming=r"Periodic.coefficients.*got -0.1")
    assert_refuses(lambda: Periodic(()), naming=r"Periodic.coefficients.*one number or more")
    assert_refuses(lambda: Periodic.power_decay(0.0, 3), naming=r"Periodic.smoothness.*got 0.0")
    assert_refuses(lambda: Periodic.power_decay(1.0, -1), naming=r"Periodic.frequencies.*got -1")
    with pytest.raises(InputError, match="2 columns"):
        Periodic((1.0,))([[0.0, 1.0]])
