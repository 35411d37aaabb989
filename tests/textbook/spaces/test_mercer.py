"""Mercer expansions against kernels whose spectrum is known."""

import math
from dataclasses import dataclass

import numpy as np
import pytest

from drupe.foundation.arrays import Matrix
from drupe.foundation.errors import InputError, ParameterError
from drupe.inputs import Vectors
from drupe.kernels import Gaussian, Kernel, Linear, Periodic
from drupe.textbook.spaces import FourierFeatures, Measure, MercerExpansion, interpolant

rng = np.random.default_rng(11)
ANGLES = Vectors.of(rng.uniform(0.0, 2.0 * np.pi, size=(9, 1)))


@dataclass(frozen=True)
class Brownian(Kernel[Vectors]):
    """min(s, t), the covariance of Brownian motion."""

    def matrix(self, left: Vectors, right: Vectors) -> Matrix:
        return np.minimum(left.array, right.array.T)


@pytest.mark.spec("S.S04", "C.B18", "M.K15", "G.K-21", "C.B19", "S.K02")
def test_spectrum_of_a_periodic_kernel() -> None:
    coefficients = (1.0, *(1.0 / (1 + p**2) for p in range(1, 6)))
    expansion = MercerExpansion.of(Periodic(coefficients), Measure.circle(32))
    expected = [2 * np.pi, *np.repeat(np.pi * np.array(coefficients[1:]), 2)]
    np.testing.assert_allclose(expansion.eigenvalues, expected, rtol=1e-12)
    np.testing.assert_allclose(expansion.eigenvalues[:7:2], [6.283185, 1.570796, 0.628319, 0.314159], atol=5e-7)
    # Eigenspaces come in pairs: sine and cosine of one frequency, in some rotation.
    waves = np.hstack([np.cos(ANGLES.array), np.sin(ANGLES.array)]) / np.sqrt(np.pi)
    pair = expansion.eigenfunctions(ANGLES)[:, 1:3]
    np.testing.assert_allclose(pair @ pair.T, waves @ waves.T, atol=1e-12)


@pytest.mark.spec("S.S04", "C.B18", "M.K15", "G.K-21")
def test_spectrum_of_brownian_motion() -> None:
    coarse, expansion = (MercerExpansion.of(Brownian(), Measure.interval(0.0, 1.0, q), rank=6) for q in (100, 200))
    k = np.arange(1, 7)
    exact = 4.0 / ((2 * k - 1) ** 2 * np.pi**2)
    np.testing.assert_allclose(expansion.eigenvalues, exact, rtol=2e-3)
    # The kernel has a kink: twice the nodes, a quarter of the error.
    gained = (coarse.eigenvalues - exact) / (expansion.eigenvalues - exact)
    np.testing.assert_allclose(gained, 4.0, rtol=0.05)
    at = np.linspace(0.0, 1.0, 21)[:, None]
    ours = expansion.eigenfunctions(Vectors.of(at))
    theirs = np.sqrt(2.0) * np.sin((k - 0.5) * np.pi * at)
    np.testing.assert_allclose(ours * np.sign((ours * theirs).sum(axis=0)), theirs, atol=2e-3)


@pytest.mark.spec("S.S04", "C.B18", "M.K15", "G.K-21")
@pytest.mark.parametrize(("width", "deviation"), [(1.0, 1.0), (0.7, 1.5)])
def test_spectrum_of_the_gaussian_kernel_under_a_gaussian_measure(width: float, deviation: float) -> None:
    expansion = MercerExpansion.of(Gaussian(width), Measure.gaussian(160, deviation=deviation), rank=8)
    a, b = 1.0 / (4.0 * deviation**2), 1.0 / (2.0 * width**2)
    c = math.sqrt(a * a + 2.0 * a * b)
    expected = math.sqrt(2.0 * a / (a + b + c)) * (b / (a + b + c)) ** np.arange(8)
    np.testing.assert_allclose(expansion.eigenvalues, expected, rtol=1e-9)
    x = np.linspace(-2.0, 2.0, 9)
    first = np.exp(-(c - a) * x**2) * (c / a) ** 0.25
    np.testing.assert_allclose(np.abs(expansion.eigenfunctions(Vectors.of(x[:, None]))[:, 0]), first, rtol=1e-9)


@pytest.mark.spec("S.S04", "C.B18")
@pytest.mark.parametrize(
    "measure", [Measure.interval(-1.0, 1.0, 30), Measure.empirical(Vectors.of(rng.normal(size=(30, 1))))]
)
def test_eigenfunctions_are_orthonormal_and_reproduced_by_the_operator(measure: Measure[Vectors]) -> None:
    expansion = MercerExpansion.of(Gaussian(0.8), measure, rank=6)
    phi = expansion.node_values
    np.testing.assert_allclose(phi.T @ (measure.weights[:, None] * phi), np.eye(6), atol=1e-10)
    np.testing.assert_allclose(expansion.operator(phi, measure.nodes), expansion.eigenvalues * phi, atol=1e-12)
    np.testing.assert_allclose(expansion.eigenfunctions(measure.nodes), phi, atol=1e-9)


@pytest.mark.spec("S.S06", "M.K15", "C.B18")
def test_features_reproduce_the_kernel_at_new_points() -> None:
    expansion = MercerExpansion.of(Gaussian(0.8), Measure.interval(-1.0, 1.0, 40))
    x = Vectors.of(rng.uniform(-1.0, 1.0, size=(7, 1)))
    np.testing.assert_allclose(expansion.features(x) @ expansion.features(x).T, Gaussian(0.8).matrix(x, x), atol=1e-8)
    np.testing.assert_allclose(expansion.matrix(x, x), Gaussian(0.8).matrix(x, x), atol=1e-8)


@pytest.mark.spec("S.S06")
def test_features_of_a_finite_kernel_are_as_many_as_its_rank() -> None:
    x = Vectors.of(rng.normal(size=(50, 3)))
    expansion = MercerExpansion.of(Linear(), Measure.empirical(x))
    assert expansion.rank == 3
    np.testing.assert_allclose(expansion.matrix(x, x), Linear().matrix(x, x), atol=1e-11)


@pytest.mark.spec("C.B18", "G.K-21")
def test_rescaled_features_give_the_same_kernel_in_their_own_metric() -> None:
    expansion = MercerExpansion.of(Periodic((1.0, 0.5, 0.2)), Measure.circle(16))
    scales = rng.uniform(0.5, 3.0, size=expansion.rank) * np.array([-1, 1, 1, 1, 1])
    features = expansion.rescaled_features(ANGLES, scales)
    metric = expansion.eigenvalues / scales**2
    np.testing.assert_allclose((features * metric) @ features.T, expansion.kernel.matrix(ANGLES, ANGLES), atol=1e-12)
    # Rescaled by the eigenvalues themselves the metric is 1/λ, that of functions.
    features = expansion.rescaled_features(ANGLES, expansion.eigenvalues)
    lengths = np.sum(features**2 / expansion.eigenvalues, axis=1)
    np.testing.assert_allclose(lengths, expansion.kernel.diagonal(ANGLES), rtol=1e-12)
    with pytest.raises(InputError, match="5 eigenfunctions need as many scales"):
        expansion.rescaled_features(ANGLES, np.ones(3))


@pytest.mark.spec("S.S05")
def test_norm_of_a_kernel_section_from_its_coefficients() -> None:
    kernel = Periodic((0.5, 1.0, 0.3, 0.1))
    expansion = MercerExpansion.of(kernel, Measure.circle(24))
    nodes, x, z = expansion.measure.nodes, ANGLES.take(np.array([0])), ANGLES.take(np.array([1]))
    section = expansion.coefficients(kernel.matrix(nodes, x)[:, 0])
    np.testing.assert_allclose(section, expansion.eigenvalues * expansion.eigenfunctions(x)[0], atol=1e-12)
    assert expansion.squared_norm(section) == pytest.approx(kernel.diagonal(x).item(), rel=1e-12)
    other = expansion.coefficients(kernel.matrix(nodes, z)[:, 0])
    assert expansion.inner_product(section, other) == pytest.approx(kernel.matrix(x, z).item(), rel=1e-10)


@pytest.mark.spec("S.S05")
def test_norm_from_coefficients_is_the_norm_of_the_expansion() -> None:
    kernel = Periodic((0.5, 1.0, 0.3, 0.1))
    f = interpolant(kernel, ANGLES.take(np.arange(4)), [1.0, -0.5, 0.3, 2.0])
    expansion = MercerExpansion.of(kernel, Measure.circle(24))
    coefficients = expansion.coefficients(f(expansion.measure.nodes))
    assert expansion.squared_norm(coefficients) == pytest.approx(f.squared_norm(), rel=1e-9)
    np.testing.assert_allclose(expansion.eigenfunctions(ANGLES) @ coefficients, f(ANGLES), atol=1e-10)


def test_quadrature_rules_integrate() -> None:
    line = Measure.interval(1.0, 4.0, 10)
    assert line.integral(1.0 / line.nodes.array[:, 0]) == pytest.approx(math.log(4.0), rel=1e-9)
    circle = Measure.circle(9)
    assert circle.integral(np.cos(circle.nodes.array[:, 0]) ** 2) == pytest.approx(np.pi)
    normal = Measure.gaussian(20, mean=2.0, deviation=3.0)
    assert normal.integral(normal.nodes.array[:, 0] ** 2) == pytest.approx(13.0)
    assert Measure.gaussian(400).integral(np.ones(len(Measure.gaussian(400).nodes))) == pytest.approx(1.0)


def test_bad_measures_are_refused() -> None:
    with pytest.raises(InputError, match="2 nodes needs as many weights, all above zero"):
        Measure(Vectors.of([[1.0], [2.0]]), np.array([1.0, 0.0]))
    with pytest.raises(ParameterError, match="high must lie in"):
        Measure.interval(1.0, 1.0, 5)
    with pytest.raises(ParameterError, match="count"):
        Measure.circle(0)


@pytest.mark.spec("C.B19")
def test_fourier_features() -> None:
    kernel = Periodic((0.7, 0.0, 0.4, 0.1))
    mapping = FourierFeatures.of(kernel)
    features = mapping.features(ANGLES)
    np.testing.assert_allclose(features @ features.T, kernel.matrix(ANGLES, ANGLES), atol=1e-13)
    assert mapping.names() == ["1", "sin 2x", "cos 2x", "sin 3x", "cos 3x"]
    # A frequency without weight is no feature: the rank is 1 + 2 · 2.
    assert np.linalg.matrix_rank(kernel.matrix(ANGLES, ANGLES)) == mapping.dimension == 5
    assert FourierFeatures((0.0, 2.0)).names() == ["sin 1x", "cos 1x"]
    assert FourierFeatures((0.0,)).features(ANGLES).shape == (9, 0)


@pytest.mark.spec("C.B19")
def test_gram_matrix_on_a_grid_is_circulant() -> None:
    kernel = Periodic((0.7, 0.3, 0.4, 0.1))
    gram = kernel.matrix(grid := Measure.circle(12).nodes, grid)
    np.testing.assert_allclose(gram, np.array([np.roll(gram[0], i) for i in range(12)]), atol=1e-13)
    np.testing.assert_allclose(np.sort(np.fft.fft(gram[0]).real), np.linalg.eigvalsh(gram), atol=1e-12)


def test_bad_fourier_features_are_refused() -> None:
    with pytest.raises(ParameterError, match="coefficients"):
        FourierFeatures((1.0, -0.5))
    with pytest.raises(InputError, match="2 columns"):
        FourierFeatures((1.0,)).features(Vectors.of([[1.0, 2.0]]))
