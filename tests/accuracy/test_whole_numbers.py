"""Vectors of small whole numbers, or of multiples of one fraction: products and distances that do not round."""

import numpy as np
import pytest
import scipy.sparse as sp

from drupe.inputs import Vectors
from drupe.kernels import Gaussian, Linear
from drupe.kernels.base import Kernel
from drupe.kernels.forms import Form, squared_distance


class SquaredDistance(Kernel[Vectors]):
    """‖x − z‖² itself, so that nothing hides its errors."""

    def form(self) -> Form:
        return squared_distance(1.0)


def images(rows: int, seed: int, low: int = 0, high: int = 255, zeros: float = 0.6) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return np.where(rng.random((rows, 131)) < zeros, 0, rng.integers(low, high, (rows, 131), endpoint=True))


SHAPES = pytest.mark.parametrize(
    ("low", "high", "zeros"), [(0, 255, 0.8), (0, 16, 0.0), (-1000, 1000, 0.1), (1, 3, 0.0)]
)


@SHAPES
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_dot_products_and_distances_are_exact(low: int, high: int, zeros: float, dtype: type) -> None:
    """Up to one rounding, where the result is not a number of that precision."""
    x, z = images(70, 0, low, high, zeros), images(130, 1, low, high, zeros)
    apart = ((x[:, None] - z[None]) ** 2).sum(axis=2)
    for left in (x.astype(dtype), sp.csr_array(x.astype(dtype))):
        for right in (z.astype(dtype), sp.csr_array(z.astype(dtype)), np.asfortranarray(z.astype(dtype))):
            np.testing.assert_array_equal(Linear()(left, right), (x @ z.T).astype(dtype))
            np.testing.assert_array_equal(SquaredDistance()(left, right), apart.astype(dtype))


@pytest.mark.parametrize("denominator", [255.0, 1000.0, 15.0, 3.0, 64.0])
@pytest.mark.parametrize(("dtype", "tolerance"), [(np.float32, 1e-5), (np.float64, 1e-12)])
def test_fractions_keep_the_promised_accuracy(denominator: float, dtype: type, tolerance: float) -> None:
    x, z = ((images(count, seed) / denominator).astype(dtype) for count, seed in ((50, 2), (120, 3)))
    exact = ((x[:, None].astype(np.longdouble) - z[None].astype(np.longdouble)) ** 2).sum(axis=2)
    typical = float(np.sqrt(np.median(exact)))
    for factor in (0.1, 0.3, 1.0, 10.0):
        width = factor * typical
        expected = np.exp(-exact / (2.0 * width**2)).astype(float)
        np.testing.assert_allclose(Gaussian(width)(x, z), expected, rtol=0, atol=tolerance)
    products = x.astype(float) @ z.T.astype(float)
    np.testing.assert_allclose(Linear()(x, z), products, rtol=tolerance)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_other_numbers_on_the_left(dtype: type) -> None:
    """Rows between, beyond and among whole numbers meet the same columns."""
    z = images(130, 4).astype(dtype)
    x = z[:60].copy()
    x[:20] += np.random.default_rng(5).standard_normal((20, 131)).astype(dtype)
    x[20:25] *= 300.0
    exact = ((x[:, None].astype(np.longdouble) - z[None].astype(np.longdouble)) ** 2).sum(axis=2).astype(float)
    tolerance = 1e-5 if dtype == np.float32 else 1e-13
    for left in (x, sp.csr_array(x)):
        np.testing.assert_allclose(SquaredDistance()(left, z), exact, rtol=tolerance)
        np.testing.assert_allclose(Linear()(left, z), x.astype(float) @ z.T.astype(float), rtol=tolerance)
    np.testing.assert_array_equal(SquaredDistance()(x, z)[30, 30], 0.0)


def test_one_entry_that_is_not_whole_spoils_nothing() -> None:
    x = images(200, 6).astype(float)
    x[150, 7] = np.pi
    apart = ((x[:, None] - x[None]) ** 2).sum(axis=2)
    np.testing.assert_allclose(SquaredDistance()(x, x), apart, rtol=1e-12, atol=1e-8)
    np.testing.assert_allclose(Linear()(x, x), x @ x.T, rtol=1e-13)
