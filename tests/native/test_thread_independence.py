"""The same bits whatever the number of threads, and from whichever thread of Python."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp

from drupe.inputs import Vectors
from drupe.kernels import Gaussian, Laplacian, Linear, Matern32, Noise, Polynomial
from drupe.kernels.prepared import Prepared

SIZE = 1500  # several blocks of rows, several tiles of columns, neither of them whole

KERNELS = [Gaussian(3.0), Laplacian(9.0), (Matern32(4.0) + Polynomial(2, 1.0)).normalized() + Noise(0.1)]

REQUESTS: dict[str, Callable[[Prepared[Vectors], Vectors, Any], Any]] = {
    "gram": lambda prepared, left, weights: prepared.gram(),
    "block": lambda prepared, left, weights: prepared.block(left),
    "rows": lambda prepared, left, weights: prepared.rows(np.arange(SIZE)[::-1].copy()),
    "product": lambda prepared, left, weights: prepared.product(left, weights),
    "gram_product": lambda prepared, left, weights: prepared.gram_product(weights),
    "wide gram_product": lambda prepared, left, weights: prepared.gram_product(np.tile(weights, 4)),
}


def vectors(seed: int, dtype: type, sparse: bool) -> Vectors:
    rng = np.random.default_rng(seed)
    x = rng.standard_normal((SIZE, 30)) * (rng.random((SIZE, 30)) < 0.3)
    return Vectors.of(sp.csr_array(x.astype(dtype)) if sparse else x.astype(dtype))


@pytest.mark.parametrize("request_", REQUESTS.values(), ids=REQUESTS)
@pytest.mark.parametrize("sparse", [False, True], ids=["dense", "sparse"])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_threads_do_not_change_a_bit(request_: Callable[..., Any], sparse: bool, dtype: type) -> None:
    right, left = vectors(0, dtype, sparse), vectors(1, dtype, sparse)
    weights = np.random.default_rng(2).standard_normal((SIZE, 3))
    for kernel in KERNELS:
        alone, *others = (request_(kernel.prepare(right, threads=k), left, weights) for k in (1, 2, 3, 7))
        for other in others:
            np.testing.assert_array_equal(other, alone)


def test_lists_of_entries_do_not_depend_on_threads() -> None:
    """Very sparse vectors, which the core keeps as lists."""
    wide = Vectors.of(
        sp.random_array((SIZE, 40_000), density=1e-3, format="csr", random_state=np.random.default_rng(3))
    )
    grams = [Gaussian(2.0).prepare(wide, threads=k).gram() for k in (1, 2, 3)]
    np.testing.assert_array_equal(grams[1], grams[0])
    np.testing.assert_array_equal(grams[2], grams[0])


@pytest.mark.parametrize("sparse", [False, True], ids=["dense", "sparse"])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("columns", [30, 300])
def test_all_requests_round_alike(sparse: bool, dtype: type, columns: int) -> None:
    """A value does not depend on what else was asked for: one row, many, a block or the whole matrix."""
    rng = np.random.default_rng(5)
    x = rng.standard_normal((200, columns)) * (rng.random((200, columns)) < (0.3 if sparse else 1.0))
    inputs = Vectors.of(sp.csr_array(x.astype(dtype)) if sparse else x.astype(dtype))
    for kernel in KERNELS:
        prepared = kernel.prepare(inputs)
        gram = prepared.gram()
        np.testing.assert_array_equal(gram, gram.T)
        np.testing.assert_array_equal(prepared.block(inputs), gram)
        for index in (np.arange(200), np.arange(13), np.arange(3), np.array([77])):
            np.testing.assert_array_equal(prepared.rows(index), gram[index])
            np.testing.assert_array_equal(prepared.block(inputs.take(index)), gram[index])


def test_the_same_request_again_gives_the_same_bits() -> None:
    prepared = Gaussian(3.0).prepare(vectors(0, np.float32, False), threads=2)
    weights = np.random.default_rng(4).standard_normal((SIZE, 1))
    first = prepared.gram_product(weights)
    for _ in range(5):
        np.testing.assert_array_equal(prepared.gram_product(weights), first)


def test_threads_of_python_may_ask_at_once() -> None:
    right = vectors(0, np.float64, False)
    prepared = Linear().prepare(right, threads=2)
    expected = prepared.gram()
    with ThreadPoolExecutor(4) as pool:
        for gram in pool.map(lambda _: prepared.gram(), range(8)):
            np.testing.assert_array_equal(gram, expected)
