"""Distances from kernels and kernels from distances."""

import numpy as np
import pytest
from scipy.spatial.distance import cdist

from drupe.foundation.errors import InputError
from drupe.inputs import Vectors
from drupe.kernels import Gaussian, Linear, LinearSpline, Polynomial
from drupe.textbook.spaces import FiniteDomain, Monomials, distances, gram_from_squared_distances, squared_distances

rng = np.random.default_rng(19)
X, Z = rng.normal(size=(6, 3)), rng.normal(size=(4, 3))


@pytest.mark.spec("G.K-13", "G.K-22", "C.B26")
def test_distances_are_those_of_the_features() -> None:
    monomials = Monomials.complete(3, 2, 0.5)
    features = [monomials.features(Vectors.of(side)) for side in (X, Z)]
    np.testing.assert_allclose(distances(Polynomial(2, 0.5), X, Z), cdist(*features), rtol=1e-9)
    np.testing.assert_allclose(distances(Linear(), X, Z), cdist(X, Z), rtol=1e-9)


@pytest.mark.spec("G.K-13")
def test_distance_is_a_metric() -> None:
    d = distances(Gaussian(0.9), X)
    assert np.all(np.diagonal(d) == 0.0)
    np.testing.assert_array_equal(d, d.T)
    assert np.all(d[~np.eye(6, dtype=bool)] > 0)
    assert np.all(d[:, None, :] <= d[:, :, None] + d[None, :, :] + 1e-12)


@pytest.mark.spec("G.K-13")
def test_nearly_equal_examples_have_no_negative_distance() -> None:
    near = X + 1e-12 * rng.normal(size=X.shape)
    assert np.all(squared_distances(Linear() * 1e4, X, near) >= 0.0)


@pytest.mark.spec("G.K-13")
@pytest.mark.parametrize("origin", [0, 3, -1])
def test_kernel_from_distances_is_that_seen_from_the_origin(origin: int) -> None:
    squared = cdist(X, X, "sqeuclidean")
    expected = (X - X[origin]) @ (X - X[origin]).T
    np.testing.assert_allclose(gram_from_squared_distances(squared, origin), expected, atol=1e-12)


@pytest.mark.spec("G.K-13")
def test_kernel_from_distances_seen_from_the_mean_is_centered() -> None:
    centered = X - X.mean(axis=0)
    ours = gram_from_squared_distances(cdist(X, X, "sqeuclidean"))
    np.testing.assert_allclose(ours, centered @ centered.T, atol=1e-12)


@pytest.mark.spec("G.K-13")
def test_kernel_distance_kernel_is_a_round_trip() -> None:
    squared = squared_distances(Gaussian(), X)
    features = FiniteDomain.of(gram_from_squared_distances(squared, origin=2)).features()
    np.testing.assert_allclose(cdist(features, features, "sqeuclidean"), squared, atol=1e-10)


@pytest.mark.spec("G.K-13")
def test_positive_exactly_if_the_negative_squared_distance_is_conditionally_positive() -> None:
    x = rng.normal(size=(8, 1))
    absolute = np.abs(x - x.T)  # |x − z| is a squared distance: −|x − z| is conditionally positive
    assert np.linalg.eigvalsh(gram_from_squared_distances(absolute, origin=0)).min() > -1e-12
    # As a kernel: −|x − z|/2 seen from one point, which is Brownian motion from there.
    origin = Vectors.of(x[:1])
    brownian = LinearSpline().centered(origin)(x)
    np.testing.assert_allclose(brownian, gram_from_squared_distances(absolute, origin=0), atol=1e-12)
    fourth = np.abs(x - x.T) ** 4  # not one: fourth powers bend too much
    assert np.linalg.eigvalsh(gram_from_squared_distances(fourth, origin=0)).min() < -1e-3


@pytest.mark.spec("G.K-13")
def test_distance_of_a_conditionally_positive_kernel() -> None:
    np.testing.assert_allclose(squared_distances(LinearSpline(), [[1.0], [4.0]]), [[0.0, 3.0], [3.0, 0.0]])


def test_bad_distances_are_refused() -> None:
    with pytest.raises(InputError, match="symmetric square matrix"):
        gram_from_squared_distances([[0.0, 1.0], [2.0, 0.0]])
    with pytest.raises(InputError, match="zeros on the diagonal"):
        gram_from_squared_distances([[1.0, 1.0], [1.0, 0.0]])
    with pytest.raises(InputError, match="one of the 2 points, got number 5"):
        gram_from_squared_distances([[0.0, 1.0], [1.0, 0.0]], origin=5)
