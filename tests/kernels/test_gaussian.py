"""The Gaussian kernel, and the conventions of the literature for its width."""

import mpmath
import numpy as np
import pytest
from kernels.formula_checks import assert_follows, assert_positive, assert_refuses, points, squared
from scipy.stats import multivariate_normal
from sklearn.metrics.pairwise import rbf_kernel

from drupe.inputs.vectors import Vectors
from drupe.kernels import Exponential, Gaussian, RankOne


@pytest.mark.spec("H.K10", "M.K04", "G.K-04", "S.K03")
@pytest.mark.parametrize("width", [0.3, 1.0, 4.0])
def test_it_is_the_formula(width: float) -> None:
    def formula(x, z, p):
        return mpmath.exp(-squared(x, z) / (2 * p["width"] ** 2))

    assert_follows(Gaussian(width), formula, points(0, 5, 3))


@pytest.mark.spec("H.K10", "C.B10", "M.K04", "G.K-05")
def test_conventions_without_the_two() -> None:
    """exp(−‖x − z‖² / c): the mean squared distance from the center of {0, 1, 2} at c = 1 is 0.499095."""
    gram = Gaussian.from_gamma(1.0)([[0.0], [1.0], [2.0]])
    assert gram[0, 2] == pytest.approx(np.exp(-4.0), rel=1e-12)
    assert gram.diagonal().mean() - gram.mean() == pytest.approx(0.499095, abs=5e-7)


@pytest.mark.spec("M.K10", "C.B41")
def test_width_by_the_number_of_pixels() -> None:
    kernel = Gaussian.from_dimension(256, factor=0.3)
    assert 1.0 / kernel.gamma == pytest.approx(76.8, rel=1e-12)
    x, z = points(1, 3, 256).array, points(2, 2, 256).array
    expected = np.exp(-((x[:, None] - z) ** 2).sum(axis=2) / (256.0 * 1.7**2))
    np.testing.assert_allclose(Gaussian.from_dimension(256, 1.7**2)(x, z), expected, rtol=1e-10)


def test_agrees_with_scikit_learn() -> None:
    x, z = points(3, 6, 4).array, points(4, 5, 4).array
    np.testing.assert_allclose(Gaussian.from_gamma(0.7)(x, z), rbf_kernel(x, z, gamma=0.7), rtol=1e-10)
    assert Gaussian.from_gamma(0.7).gamma == pytest.approx(0.7, rel=1e-14)


@pytest.mark.spec("H.K10")
def test_unit_length_and_shift_invariance() -> None:
    inputs = points(5, 8, 3)
    moved = Vectors.of(inputs.array + np.array([5.0, -2.0, 1.0]))
    kernel = Gaussian(0.8)
    assert (kernel.diagonal(inputs) == 1.0).all()
    np.testing.assert_allclose(kernel.matrix(moved, moved), kernel.matrix(inputs, inputs), rtol=1e-9)


@pytest.mark.spec("G.K-04", "G.K-06")
def test_it_is_the_exponential_kernel_normalized() -> None:
    inputs = points(6, 8, 3)
    normalized = Exponential(1.3).normalized()
    np.testing.assert_allclose(normalized.matrix(inputs, inputs), Gaussian(1.3).matrix(inputs, inputs), rtol=1e-10)


@pytest.mark.spec("G.K-04")
def test_narrow_it_tells_all_examples_apart() -> None:
    inputs = points(7, 8, 3)
    np.testing.assert_allclose(Gaussian(1e-3).matrix(inputs, inputs), np.eye(8), atol=1e-12)


@pytest.mark.spec("H.K10")
def test_expansion_is_a_weighted_window_estimate() -> None:
    centers, x = points(8, 5, 2), points(9, 3, 2)
    alpha = np.array([1.0, -2.0, 0.5, 0.0, 3.0])
    surface = Gaussian(0.9).prepare(centers).product(x, alpha[:, None])[:, 0]
    by_hand = [
        sum(a * np.exp(-((p - c) ** 2).sum() / 1.62) for a, c in zip(alpha, centers.array, strict=True))
        for p in x.array
    ]
    np.testing.assert_allclose(surface, by_hand, rtol=1e-10)


@pytest.mark.spec("M.K04")
def test_positive_with_full_rank_at_distinct_points() -> None:
    inputs = points(10, 12, 2)
    assert_positive(Gaussian(0.5), inputs)
    assert np.linalg.matrix_rank(Gaussian(0.5).matrix(inputs, inputs)) == 12


@pytest.mark.spec("C.B44")
def test_conformal_change_is_a_product_with_a_rank_one_kernel() -> None:
    """f(x) f(z) k(x, z) magnifies the metric where f is large and stays positive."""

    def magnification(x):
        return 1.0 + np.exp(-(x**2).sum(axis=1))

    inputs = points(11, 7, 2)
    changed = RankOne(magnification) * Gaussian(1.0)
    factor = magnification(inputs.array)
    np.testing.assert_allclose(
        changed.matrix(inputs, inputs), factor[:, None] * Gaussian(1.0).matrix(inputs, inputs) * factor, rtol=1e-10
    )
    assert_positive(changed, inputs)


@pytest.mark.parametrize("dimension", [1, 2, 3])
def test_mass_is_the_inverse_of_the_normal_density_at_its_mean(dimension: int) -> None:
    density = multivariate_normal(np.zeros(dimension), 1.5**2 * np.eye(dimension)).pdf(np.zeros(dimension))
    assert Gaussian(1.5).mass(dimension) == pytest.approx(1.0 / density, rel=1e-12)


def test_parameters_out_of_range_are_refused() -> None:
    assert_refuses(lambda: Gaussian(0.0), naming=r"Gaussian.width must lie in \[1e-150, 1e\+150\], got 0.0")
    assert_refuses(lambda: Gaussian(float("nan")), naming="Gaussian.width")
    assert_refuses(lambda: Gaussian.from_gamma(-1.0), naming="Gaussian.gamma")
    assert_refuses(lambda: Gaussian.from_dimension(2, factor=0.0), naming="Gaussian.factor")
    assert_refuses(lambda: Gaussian.from_dimension(1.5), naming="Gaussian.dimension")
