"""The dictionary of regularizers and kernels, and norms in the domain of frequencies."""

import math
from itertools import pairwise

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.special import j0

from drupe.foundation.errors import InputError
from drupe.inputs import Vectors
from drupe.kernels import CubicSpline, Gaussian, Kernel, Laplacian, Linear, LinearSpline, Polyharmonic, Sinc, ThinPlate
from drupe.textbook.spaces import (
    AllDerivativesEnergy,
    BandLimit,
    BendingEnergy,
    DerivativeEnergy,
    KernelFunction,
    Regularizer,
    ValueAndSlopeEnergy,
    expansion_transform,
    fourier_inner_product,
    fourier_squared_norm,
    regularizer_of,
)

X = np.array([-1.0, 0.3, 1.1, 2.6])
ALPHA = np.array([0.8, -1.5, 0.4, 0.9])


def bump(frequency: float) -> complex:
    """The transform of exp(−x²/2)."""
    return complex(math.sqrt(2 * math.pi) * math.exp(-(frequency**2) / 2))


def shifted(frequency: float) -> complex:
    """The transform of exp(−(x − 1)²/2)."""
    return bump(frequency) * complex(math.cos(frequency), -math.sin(frequency))


def bump_derivative_energy(n: int) -> float:
    """∫ |dⁿ/dxⁿ exp(−x²/2)|² dx."""
    return math.gamma(n + 0.5)


@pytest.mark.spec("S.K10", "S.K13", "M.K17")
@pytest.mark.parametrize("regularizer", [AllDerivativesEnergy(0.6), ValueAndSlopeEnergy(2.0), BandLimit(3.0)], ids=repr)
def test_spectrum_is_the_fourier_transform_of_the_kernel(regularizer: Regularizer) -> None:
    for x in (0.0, 0.4, 1.7):
        top = min(regularizer.band, 60.0)
        weight = {"weight": "cos", "wvar": x, "limit": 200}
        inside = quad(regularizer.spectrum, 0.0, top, **weight)[0]
        outside = quad(regularizer.spectrum, top, math.inf, **weight)[0] if x and regularizer.band == math.inf else 0.0
        if not x and regularizer.band == math.inf:
            outside = quad(regularizer.spectrum, top, math.inf)[0]
        assert (inside + outside) / math.pi == pytest.approx(regularizer.kernel()([[x]], [[0.0]]).item(), abs=1e-7)


@pytest.mark.spec("S.K10")
@pytest.mark.parametrize("width", [0.3, 1.0, 1.3])
def test_norm_of_a_bump_in_the_gaussian_space(width: float) -> None:
    expected = math.sqrt(math.pi / (1 - width**2 / 2)) / (math.sqrt(2 * math.pi) * width)
    assert fourier_squared_norm(AllDerivativesEnergy(width), bump) == pytest.approx(expected, rel=1e-8)
    if width == 1.0:
        assert expected == pytest.approx(1.0)  # the bump is a kernel section: k(0, 0) = 1


@pytest.mark.spec("S.K10", "S.K13")
@pytest.mark.parametrize("rate", [0.5, 1.0, 3.0])
def test_norm_of_a_bump_in_the_laplacian_space(rate: float) -> None:
    expected = rate * bump_derivative_energy(0) + bump_derivative_energy(1) / rate
    assert fourier_squared_norm(ValueAndSlopeEnergy(rate), bump) == pytest.approx(expected, rel=1e-8)


@pytest.mark.spec("S.K10", "S.K13")
@pytest.mark.parametrize("degree", [1, 2, 3])
def test_derivative_energy_of_a_bump(degree: int) -> None:
    expected = bump_derivative_energy(degree)
    assert fourier_squared_norm(DerivativeEnergy(degree), bump) == pytest.approx(expected, rel=1e-8)
    assert fourier_squared_norm(DerivativeEnergy(degree) * 3.0, bump) == pytest.approx(3 * expected, rel=1e-8)


@pytest.mark.spec("S.K10")
def test_norm_of_a_band_limited_function_is_that_of_its_square() -> None:
    def triangle(frequency: float) -> complex:  # (1 − cos x) / (π x²)
        return complex(max(0.0, 1.0 - abs(frequency)))

    energy = 2 * quad(lambda x: ((1 - math.cos(x)) / (math.pi * x**2)) ** 2, 1e-9, 200.0, limit=500)[0]
    assert fourier_squared_norm(BandLimit(2.0), triangle) == pytest.approx(energy, rel=1e-6)


@pytest.mark.spec("S.K10")
@pytest.mark.parametrize("regularizer", [AllDerivativesEnergy(0.8), ValueAndSlopeEnergy(1.5)], ids=repr)
def test_kernel_sections_reproduce_in_the_domain_of_frequencies(regularizer: Regularizer) -> None:
    for t in (-0.5, 0.0, 1.3):
        section = expansion_transform(regularizer, [[t]], [1.0])
        value = fourier_inner_product(regularizer, shifted, section)
        assert value == pytest.approx(math.exp(-((t - 1) ** 2) / 2), rel=1e-7)


@pytest.mark.spec("S.K10", "S.K13")
@pytest.mark.parametrize(
    ("regularizer", "highest", "tolerance"),
    [
        (AllDerivativesEnergy(0.8), math.inf, 1e-8),
        (BandLimit(3.0), math.inf, 1e-8),
        (ValueAndSlopeEnergy(1.5), 4e3, 1e-3),
    ],
    ids=repr,
)
def test_norm_of_an_expansion_is_its_quadratic_form(regularizer: Regularizer, highest: float, tolerance: float) -> None:
    f = KernelFunction.of(regularizer.kernel(), X[:, None], ALPHA)
    transform = expansion_transform(regularizer, X[:, None], ALPHA)
    cut = min(highest, 60.0 * X.size)
    pieces = fourier_squared_norm(regularizer, transform, cut)
    assert pieces == pytest.approx(f.squared_norm(), rel=max(tolerance, 10 / cut if highest < math.inf else 0.0))


@pytest.mark.spec("S.K13", "S.K08")
@pytest.mark.parametrize("degree", [1, 2, 3])
def test_energy_of_a_spline_is_its_quadratic_form(degree: int) -> None:
    x = np.array([0.0, 0.5, 1.2, 2.0, 3.1, 3.3])
    free = np.linalg.svd(np.vander(x, degree, increasing=True).T)[2][degree:]
    alpha = free.T @ np.random.default_rng(2).normal(size=len(x) - degree)
    energy = DerivativeEnergy(degree)
    f = KernelFunction.of(energy.kernel(), x[:, None], alpha)
    # The m-th derivative of a natural spline is a polynomial of degree m − 1 between knots and zero outside.
    factor = (-1.0) ** degree / (2.0 * math.factorial(degree - 1))

    def derivative(t: float) -> float:
        gaps = t - x
        return float(alpha @ (factor * np.sign(gaps) ** degree * np.abs(gaps) ** (degree - 1)))

    pieces = pairwise(x)
    integral = sum(quad(lambda t: derivative(t) ** 2, low, high)[0] for low, high in pieces)
    assert f.squared_norm() == pytest.approx(integral, rel=1e-8)
    assert derivative(x[0] - 1.0) == pytest.approx(0.0, abs=1e-12)
    # And in the domain of frequencies, where the integrand falls like 1/ω^(2m).
    transform = expansion_transform(energy, x[:, None], alpha)
    tail = fourier_inner_product(energy, lambda w: transform(w) if w > 1e-4 else 0.0, transform, highest=150.0)
    assert tail == pytest.approx(integral, rel=0.02 if degree == 1 else 1e-4)


@pytest.mark.spec("S.K13", "S.K09")
def test_bending_energy_is_the_quadratic_form_of_the_thin_plate() -> None:
    points = np.random.default_rng(4).uniform(size=(7, 2))
    free = np.linalg.svd(np.column_stack([np.ones(7), points]).T)[2][3:]
    alpha = free.T @ np.array([1.0, -0.5, 0.3, 0.8])
    f = KernelFunction.of(BendingEnergy().kernel(), points, alpha)
    gaps = np.linalg.norm(points[:, None] - points[None], axis=2)

    # (2π)⁻² ∫ |Σ α e^(−iω·x)|² / ω⁴ dω in polar coordinates: the angles give J₀.
    def shell(frequency: float) -> float:
        return float(
            alpha @ j0(frequency * gaps) @ alpha * BendingEnergy().spectrum(frequency) * frequency / (2 * math.pi)
        )

    energy = quad(shell, 1e-3, 50.0, limit=500)[0] + quad(shell, 50.0, 1000.0, limit=2000)[0]
    assert f.squared_norm() == pytest.approx(energy, rel=1e-3)


@pytest.mark.spec("S.K13")
@pytest.mark.parametrize("width", [0.5, 1.0, 1.2])
def test_gaussian_norm_is_the_series_of_all_derivatives(width: float) -> None:
    regularizer = AllDerivativesEnergy(width)
    weights = regularizer.derivative_weights(120)
    expected = [width ** (2 * n) / (2**n * math.factorial(n)) / (math.sqrt(2 * math.pi) * width) for n in range(5)]
    np.testing.assert_allclose(weights[:5], expected, rtol=1e-13)
    series = sum(weight * bump_derivative_energy(n) for n, weight in enumerate(weights))
    assert series == pytest.approx(fourier_squared_norm(regularizer, bump), rel=1e-7)


@pytest.mark.spec("S.K13")
@pytest.mark.parametrize(
    "kernel",
    [
        LinearSpline(),
        CubicSpline(),
        Polyharmonic(3),
        ThinPlate(),
        ThinPlate() * 2.0,
        Gaussian(0.7),
        Laplacian(0.4),
        0.5 * Laplacian(2.0),
        Sinc(2.5),
    ],
    ids=repr,
)
def test_dictionary_reads_both_ways(kernel: Kernel[Vectors]) -> None:
    regularizer = regularizer_of(kernel)
    data = np.random.default_rng(6).normal(size=(5, regularizer.dimension))
    np.testing.assert_allclose(regularizer.kernel()(data), kernel(data), rtol=1e-12, atol=1e-15)
    assert regularizer.order == kernel.definiteness.order


@pytest.mark.spec("S.K13")
def test_what_costs_nothing() -> None:
    assert [DerivativeEnergy(m).order for m in (1, 2, 3)] == [1, 2, 3]
    assert BendingEnergy().order == 2
    assert AllDerivativesEnergy().order == ValueAndSlopeEnergy().order == BandLimit().order == 0
    assert float(DerivativeEnergy(1).spectrum(0.0)) == math.inf


def test_bad_requests_are_refused() -> None:
    with pytest.raises(InputError, match="no regularizer for Linear"):
        regularizer_of(Linear())
    with pytest.raises(InputError, match="not of 2 variables"):
        fourier_squared_norm(BendingEnergy(), bump)
    with pytest.raises(InputError, match="one number for each of 2 coefficients"):
        expansion_transform(AllDerivativesEnergy(), [[1.0]], [1.0, 2.0])
