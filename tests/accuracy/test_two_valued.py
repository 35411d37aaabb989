"""Vectors of zeros and one other value, which may be counted instead of summed: as accurate as all others."""

import numpy as np
import pytest
import scipy.sparse as sp

from drupe.kernels import Gaussian

WIDTH = 2.0


def two_valued(value: float, dtype: type) -> np.ndarray:
    return (value * (np.random.default_rng(0).random((300, 60)) < 0.2)).astype(dtype)


def exact(x: np.ndarray, z: np.ndarray) -> np.ndarray:
    squared = ((x[:, None].astype(np.longdouble) - z[None].astype(np.longdouble)) ** 2).sum(axis=2)
    return np.exp(-squared / (2.0 * WIDTH**2))


@pytest.mark.parametrize("sparse", [False, True], ids=["dense", "sparse"])
@pytest.mark.parametrize(("dtype", "tolerance"), [(np.float32, 1e-5), (np.float64, 1e-12)])
@pytest.mark.parametrize("value", [1.0, 0.1, -3.0, 1e4, 1e-4])
@pytest.mark.parametrize("noise", [0.0, 0.1], ids=["on the left too", "near them on the left"])
def test_gaussian(value: float, noise: float, dtype: type, tolerance: float, sparse: bool) -> None:
    z = two_valued(value, dtype)
    x = (z[:40] + noise * np.random.default_rng(1).standard_normal((40, 60))).astype(dtype)
    kernel = Gaussian(WIDTH)
    computed = kernel(sp.csr_array(x), sp.csr_array(z)) if sparse else kernel(x, z)
    np.testing.assert_allclose(computed, exact(x, z).astype(np.float64), rtol=0, atol=tolerance)
    assert computed.dtype == dtype


@pytest.mark.parametrize("noise", [0.0, 0.1])
def test_a_background_that_is_not_zero(noise: float) -> None:
    z = 1.0 + two_valued(1.0, np.float64)
    x = z[:40] + noise * np.random.default_rng(2).standard_normal((40, 60))
    for left in (x, sp.csr_array(x)):
        for right in (z, sp.csr_array(z)):
            np.testing.assert_allclose(Gaussian(WIDTH)(left, right), exact(x, z).astype(float), rtol=0, atol=1e-12)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_all_alike_are_all_alike(dtype: type) -> None:
    """Columns without a zero, without a one, and rows without either."""
    for x in (np.zeros((5, 3)), np.ones((5, 3)), np.full((5, 300), 0.1)):
        np.testing.assert_array_equal(Gaussian(WIDTH)(x.astype(dtype)), np.ones((5, 5)))
