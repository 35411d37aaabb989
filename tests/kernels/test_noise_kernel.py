"""The noise kernel adds to an example's comparison with itself, and to nothing else."""

import numpy as np
import pytest
from kernels.plain import WORDS, Letters
from scipy.spatial.distance import cdist
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process import kernels as peer

from drupe.foundation.errors import ParameterError
from drupe.inputs import Vectors
from drupe.kernels import Gaussian, Linear, Noise


@pytest.fixture
def training():
    return Vectors.of(np.random.default_rng(0).normal(size=(6, 2)))


@pytest.mark.spec("H.K20", "G.K-10", "C.B35")
def test_gram_matrix_gets_a_diagonal_and_test_points_get_nothing(training):
    k, test = Gaussian() + Noise(0.3), Vectors.of(training.array)
    K = Gaussian().matrix(training, training)
    np.testing.assert_allclose(k.matrix(training, training), K + 0.3 * np.eye(6), rtol=1e-14)
    np.testing.assert_allclose(k.matrix(test, training), K, rtol=1e-12)
    np.testing.assert_allclose(k.diagonal(test), np.full(6, 1.3))


@pytest.mark.spec("G.K-10", "H.K20")
def test_sameness_is_that_of_the_example_and_not_of_its_values():
    twins = Vectors.of([[1.0, 2.0], [1.0, 2.0]])
    np.testing.assert_array_equal(Noise(2.0).matrix(twins, twins), 2.0 * np.eye(2))


@pytest.mark.spec("G.K-10")
def test_sub_samples_keep_their_identity(training):
    some = training.take(np.array([4, 1, 4]))
    expected = np.equal.outer([4, 1, 4], np.arange(6)).astype(float)
    np.testing.assert_array_equal(Noise(1.0).matrix(some, training), expected)
    np.testing.assert_array_equal(Noise(1.0).matrix(training, some), expected.T)
    np.testing.assert_array_equal(Noise(1.0).matrix(some, some), np.equal.outer([4, 1, 4], [4, 1, 4]))
    ready = Noise(1.0).prepare(training)
    np.testing.assert_array_equal(ready.rows(np.array([4, 1])), expected[:2])
    np.testing.assert_array_equal(ready.product(some, np.eye(6)), expected)


def test_views_keep_the_identity(training):
    np.testing.assert_array_equal(Noise(1.0).on([1]).matrix(training, training), np.eye(6))
    np.testing.assert_array_equal(Noise(1.0).after(lambda X: X**2).matrix(training, training), np.eye(6))


@pytest.mark.spec("C.B35", "G.K-10")
def test_soft_margin_shifts_every_eigenvalue(training):
    shifted = (Linear() + Noise.from_soft_margin(C=4.0)).matrix(training, training)
    eigenvalues = np.linalg.eigvalsh(Linear().matrix(training, training))
    np.testing.assert_allclose(np.linalg.eigvalsh(shifted), eigenvalues + 0.25, atol=1e-12)
    with pytest.raises(ParameterError, match=r"Noise\.C must lie in \(0\.0, inf\), got 0"):
        Noise.from_soft_margin(0)


@pytest.mark.spec("G.K-05")
def test_radial_kernel_of_go(training):
    # exp(−‖x − z‖²/σ²) + λ 1[same example]: σ is √2 times our width.
    sigma, ridge = 1.5, 0.2
    k = Gaussian(sigma / np.sqrt(2)) + Noise(ridge)
    X = training.array
    expected = np.exp(-cdist(X, X, "sqeuclidean") / sigma**2) + ridge * np.eye(6)
    np.testing.assert_allclose(k.matrix(training, training), expected, rtol=1e-12)


@pytest.mark.spec("H.K20")
def test_gaussian_process_with_noise_in_the_kernel(training):
    y, Z = np.sin(training.array[:, 0]), np.random.default_rng(1).normal(size=(4, 2))
    k = Gaussian(0.8) + Noise(0.1)
    predicted = k(Z, training) @ np.linalg.solve(k.matrix(training, training), y)
    process = GaussianProcessRegressor(peer.RBF(0.8) + peer.WhiteKernel(0.1), optimizer=None).fit(training.array, y)
    np.testing.assert_allclose(predicted, process.predict(Z), rtol=1e-8)


def test_serves_examples_of_any_kind():
    K = (Letters() + Noise(0.5)).matrix(WORDS, WORDS)
    np.testing.assert_allclose(K - Letters().matrix(WORDS, WORDS), 0.5 * np.eye(len(WORDS)))
    np.testing.assert_array_equal(Noise(0.5).diagonal(WORDS), np.full(len(WORDS), 0.5))


def test_slope_is_the_identity(training):
    np.testing.assert_array_equal(Noise(3.0).gradient(training)["variance"], np.eye(6))


@pytest.mark.parametrize("variance", [-0.1, np.nan, "much"])
def test_variance_is_not_negative(variance):
    with pytest.raises(ParameterError, match=r"Noise\.variance must lie in"):
        Noise(variance)


def test_slopes_of_examples_that_are_there_twice():
    once = Vectors.of([[0.0], [1.0], [2.0]])
    twice = once.take(np.array([0, 1, 1]))
    weights = np.array([[1.0, 2.0, 3.0], [2.0, 4.0, 5.0], [3.0, 5.0, 6.0]])
    assert Noise(3.0).slopes(once, weights) == {"variance": 11.0}
    assert Noise(3.0).slopes(twice, weights) == {"variance": 21.0}
