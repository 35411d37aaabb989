"""In single precision the Gaussian kernel is within 1e-5 of the truth, wherever the data lie and however wide it is."""

import numpy as np
import pytest
import scipy.sparse as sp

from drupe.inputs import Vectors
from drupe.kernels import Gaussian, Kernel, Laplacian, Matern52

TOLERANCE = 1e-5
SIZE = 50

WIDTHS = [0.1, 0.3, 0.56, 0.75, 1.0, 1.33, 3.0, 10.0, 100.0]
"""In typical distances."""


def cloud(kind: str, dimension: int) -> np.ndarray:
    rng = np.random.default_rng(dimension)
    shape = (SIZE, dimension)
    return {
        "normal": rng.standard_normal(shape),
        "uniform": rng.random(shape),
        "zeros and ones": (rng.random(shape) < 0.3).astype(float),
        "fat tails": rng.standard_t(2, shape),
        "columns alike": rng.random((SIZE, 1)) * np.ones(dimension),  # every term of a sum is rounded the same way
    }[kind]


def offsets(name: str) -> np.ndarray | float:
    sides = np.where(np.random.default_rng(9).random((SIZE, 1)) < 0.5, -1.0, 1.0)
    return {"at home": 0.0, "far away": 1e4, "on both sides": 1e4 * sides}[name]


def squared_distances(x: np.ndarray, z: np.ndarray) -> np.ndarray:
    return ((x[:, None].astype(np.float64) - z[None].astype(np.float64)) ** 2).sum(axis=2)


def assert_accurate(computed: np.ndarray, expected: np.ndarray, what: str) -> None:
    assert computed.dtype == np.float32
    error = np.abs(computed - expected).max()
    assert error <= TOLERANCE, f"{what}: off by {error:.1e}"


@pytest.mark.parametrize("dimension", [1, 3, 20, 100, 784])
@pytest.mark.parametrize("place", ["at home", "far away", "on both sides"])
@pytest.mark.parametrize("kind", ["normal", "uniform", "zeros and ones", "fat tails", "columns alike"])
def test_gaussian(kind: str, place: str, dimension: int) -> None:
    x = (cloud(kind, dimension) + offsets(place)).astype(np.float32)
    other = x[::-2].copy()
    squared = squared_distances(x, x)
    for factor in WIDTHS:
        width = factor * float(np.sqrt(np.median(squared[squared > 0])))
        prepared = Gaussian(width).prepare(Vectors.of(x))
        expected = np.exp(-squared / (2.0 * width**2))
        assert_accurate(prepared.gram(), expected, f"Gram matrix, width {factor} typical distances")
        assert_accurate(prepared.block(Vectors.of(other)), expected[::-2], f"block, width {factor} typical distances")


@pytest.mark.parametrize("dimension", [20, 784])
@pytest.mark.parametrize("scale", [1.0, 1e4])
def test_gaussian_of_sparse_rows(dimension: int, scale: float) -> None:
    rng = np.random.default_rng(3)
    x = (scale * rng.standard_normal((SIZE, dimension)) * (rng.random((SIZE, dimension)) < 0.2)).astype(np.float32)
    squared = squared_distances(x, x)
    for factor in WIDTHS:
        width = factor * float(np.sqrt(np.median(squared[squared > 0])))
        assert_accurate(Gaussian(width)(sp.csr_array(x)), np.exp(-squared / (2.0 * width**2)), f"width {factor}")


@pytest.mark.parametrize("place", ["at home", "far away", "on both sides"])
def test_others_as_well(place: str) -> None:
    x = (cloud("normal", 20) + offsets(place)).astype(np.float32)
    distance = np.sqrt(squared_distances(x, x))
    a = np.sqrt(5.0) * distance / 5.0
    kernels: list[tuple[Kernel[Vectors], np.ndarray]] = [
        (Matern52(5.0), (1.0 + a + a * a / 3.0) * np.exp(-a)),
        (Laplacian(20.0), np.exp(-np.abs(x[:, None].astype(float) - x).sum(axis=2) / 20.0)),
    ]
    for kernel, expected in kernels:
        assert_accurate(kernel(x), expected, str(kernel))


def test_far_examples_on_the_left_of_near_ones() -> None:
    """Whether the fast formula cancels depends on both sides."""
    near = cloud("normal", 20).astype(np.float32)
    far = (cloud("normal", 20)[:10] + 1e4).astype(np.float32)
    left = np.vstack([near, far])
    for right in (near, far):
        squared = squared_distances(left, right)
        for width in (5.0, 5e4):
            expected = np.exp(-squared / (2.0 * width**2))
            assert_accurate(Gaussian(width)(left, right), expected, f"width {width}")
