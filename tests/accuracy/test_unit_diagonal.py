"""Whoever meets himself is like himself: K(x, x) = 1 to the last bit, in Gram matrices and in blocks."""

from collections.abc import Callable

import numpy as np
import pytest
import scipy.sparse as sp

from drupe.inputs import Vectors
from drupe.kernels import Cauchy, Gaussian, Kernel, Laplacian, Matern32, Matern52

PLACES: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "at home": lambda x: x,
    "far away": lambda x: x + 1e4,
    "of all scales": lambda x: x * np.logspace(-6, 6, len(x))[:, None],
    "mostly zeros": lambda x: np.where(np.abs(x) < 1.0, 0.0, x),
}


@pytest.mark.parametrize(
    "kernel", [Gaussian(1.3), Gaussian(300.0), Laplacian(2.0), Cauchy(1.0), Matern32(40.0), Matern52()]
)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("dimension", [1, 3, 20, 300, 784])
@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
def test_every_example_is_like_itself(
    kernel: Kernel[Vectors], dtype: type, dimension: int, place: Callable[[np.ndarray], np.ndarray]
) -> None:
    x = place(np.random.default_rng(dimension).standard_normal((130, dimension))).astype(dtype)
    for inputs, other in (
        (Vectors.of(x), Vectors.of(x.copy())),
        (Vectors.of(sp.csr_array(x)), Vectors.of(sp.csr_array(x.copy()))),
    ):
        prepared = kernel.prepare(inputs)
        ones = np.ones(130, dtype=dtype)
        np.testing.assert_array_equal(prepared.gram().diagonal(), ones)
        np.testing.assert_array_equal(prepared.block(other).diagonal(), ones)
        np.testing.assert_array_equal(prepared.block(inputs.take(np.arange(40))).diagonal(), ones[:40])
        np.testing.assert_array_equal(prepared.rows(np.arange(130)).diagonal(), ones)


def test_very_sparse_examples_are_like_themselves() -> None:
    x = sp.random_array((300, 60_000), density=1e-3, format="csr", random_state=np.random.default_rng(0))
    for kind in (np.float32, np.float64):
        inputs = Vectors.of(x.astype(kind))
        np.testing.assert_array_equal(Gaussian(1.0).prepare(inputs).gram().diagonal(), np.ones(300))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_nothing_is_more_like_than_oneself(dtype: type) -> None:
    """Rounding never makes a squared distance negative, so no value exceeds one."""
    x = np.random.default_rng(1).standard_normal((200, 50)).astype(dtype)
    x = np.vstack([x, np.nextafter(x, dtype(np.inf)), x * dtype(1.0 + 1e-6)])
    for width in (1.0, 30.0, 1e4):
        assert Gaussian(width)(x).max() == 1.0
