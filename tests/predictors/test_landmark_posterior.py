"""A process through landmarks: means, variances and covariances by the formulas, and in files."""

import numpy as np

import drupe
from drupe import GaussianProcessRegressor
from drupe.kernels import Gaussian

RNG = np.random.default_rng(0)
X, NEW = RNG.normal(size=(40, 2)), RNG.normal(size=(6, 2))
y = np.sin(X[:, 0])
KERNEL = 2.0 * Gaussian(1.2)


def process():
    return GaussianProcessRegressor(KERNEL, noise=0.3, alpha=0.0, optimizer=None, landmarks=X[:8]).fit(X, y)


def test_formulas():
    across, inner, new = KERNEL(X, X[:8]), KERNEL(X[:8]), KERNEL(NEW, X[:8])
    told = inner + across.T @ across / 0.3
    mean, covariance = process().predict(NEW, return_cov=True)
    np.testing.assert_allclose(mean, new @ np.linalg.solve(told, across.T @ y / 0.3), atol=1e-7)
    left = KERNEL(NEW) - new @ (np.linalg.inv(inner) - np.linalg.inv(told)) @ new.T
    np.testing.assert_allclose(covariance, left, atol=1e-6)
    np.testing.assert_allclose(process().predict(NEW, return_std=True)[1] ** 2, left.diagonal(), atol=1e-6)


def test_file_gives_back_the_same_answers(tmp_path):
    drupe.save(process(), tmp_path / "process.drupe")
    back = drupe.load(tmp_path / "process.drupe")
    np.testing.assert_array_equal(back.predict(NEW, return_std=True), process().predict(NEW, return_std=True))
