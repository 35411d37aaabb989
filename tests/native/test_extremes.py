"""Inputs at the edges: nothing on the left, one of everything, numbers as large and as small as there are."""

import numpy as np
import pytest
import scipy.sparse as sp
from contracts.kernel_samples import kernel_samples, sample_name

from drupe.foundation.errors import InputError
from drupe.inputs import Vectors
from drupe.kernels import (
    Cauchy,
    Epanechnikov,
    Gaussian,
    GaussianOf,
    InverseMultiquadric,
    Kernel,
    Laplacian,
    Linear,
    Matern12,
    Matern32,
    Matern52,
    RationalQuadratic,
    Uniform,
)

OF_VECTORS = [(kernel, inputs) for kernel, inputs in kernel_samples() if isinstance(inputs, Vectors)]
NOBODY = np.array([], dtype=np.int64)


@pytest.mark.parametrize("sample", OF_VECTORS, ids=sample_name)
def test_single_precision_stays_single(sample: tuple[Kernel[Vectors], Vectors]) -> None:
    kernel, inputs = sample
    if isinstance(kernel, GaussianOf):
        pytest.skip("differences of kernel values are taken in double, whatever the vectors are")
    single = Vectors.of(inputs.array.astype(np.float32))
    prepared = kernel.prepare(single)
    assert prepared.gram().dtype == prepared.rows(np.array([0])).dtype == prepared.block(single).dtype == np.float32
    assert prepared.gram_product(np.ones((len(single), 1))).dtype == np.float64
    assert prepared.product(single, np.ones((len(single), 1))).dtype == np.float64


@pytest.mark.parametrize("mixed", [(np.float32, np.float64), (np.float64, np.float32)])
def test_mixed_precision_is_computed_in_double(mixed: tuple[type, type]) -> None:
    rng = np.random.default_rng(0)
    left, right = (rng.standard_normal((5, 3)).astype(kind) for kind in mixed)
    K = Gaussian(1.0)(left, right)
    assert K.dtype == np.float64
    np.testing.assert_array_equal(K, Gaussian(1.0)(left.astype(np.float64), right.astype(np.float64)))


@pytest.mark.parametrize("sparse", [False, True], ids=["dense", "sparse"])
def test_nothing_on_one_side(sparse: bool) -> None:
    x = np.eye(4, 3)
    inputs = Vectors.of(sp.csr_array(x) if sparse else x)
    none = inputs.take(NOBODY)
    prepared = Gaussian(1.0).prepare(inputs)
    assert prepared.block(none).shape == (0, 4)
    assert prepared.rows(NOBODY).shape == (0, 4)
    assert prepared.product(none, np.ones((4, 2))).shape == (0, 2)
    assert prepared.gram_product(np.ones((4, 0))).shape == (4, 0)
    empty = Gaussian(1.0).prepare(none)
    assert empty.gram().shape == (0, 0)
    assert empty.block(inputs).shape == (4, 0)
    np.testing.assert_array_equal(empty.product(inputs, np.ones((0, 2))), np.zeros((4, 2)))


@pytest.mark.parametrize("rows", [1, 2, 95, 96, 97, 255, 256, 257, 385])
@pytest.mark.parametrize("columns", [1, 2, 17])
def test_every_size_around_the_edges_of_tiles(rows: int, columns: int) -> None:
    rng = np.random.default_rng(rows)
    x, z = rng.standard_normal((rows, columns)), rng.standard_normal((rows + 3, columns))
    inputs = Vectors.of(x)
    prepared = Linear().prepare(inputs)
    near = {"rtol": 1e-12, "atol": 1e-13}
    np.testing.assert_allclose(prepared.gram(), x @ x.T, **near)
    np.testing.assert_allclose(prepared.block(Vectors.of(z)), z @ x.T, **near)
    weights = rng.standard_normal((rows, 2))
    np.testing.assert_allclose(prepared.gram_product(weights), x @ (x.T @ weights), rtol=1e-10, atol=1e-10)
    np.testing.assert_allclose(prepared.product(Vectors.of(z), weights), z @ (x.T @ weights), rtol=1e-10, atol=1e-10)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize(
    "kernel",
    [
        Gaussian(1.0),
        Laplacian(1.0),
        Cauchy(1.0),
        InverseMultiquadric(1.0),
        RationalQuadratic(1.0, 0.7),
        Matern12(1.0),
        Matern32(1.0),
        Matern52(1.0),
        Epanechnikov(1.0),
        Uniform(1.0),
    ],
)
def test_what_is_infinitely_far_is_unlike(kernel: Kernel[Vectors], dtype: type) -> None:
    """Squared distances overflow; the kernel is still 1, or its greatest value, at home and 0 away."""
    huge = np.finfo(dtype).max / 4
    x = np.array([[0.0, 0.0], [huge, huge], [huge, -huge], [-huge, 0.0]], dtype=dtype)
    at_home = kernel(x[:1]).item()
    with np.errstate(all="ignore"):
        np.testing.assert_allclose(kernel(x), at_home * np.eye(4), atol=1e-15)
        np.testing.assert_allclose(kernel(x, x.copy()), at_home * np.eye(4), atol=1e-15)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_the_smallest_numbers_are_as_good_as_zero(dtype: type) -> None:
    x = np.array([[np.finfo(dtype).smallest_subnormal], [0.0], [-np.finfo(dtype).tiny]], dtype=dtype)
    for kernel in (Gaussian(1.0), Laplacian(1.0), Matern32(1.0), Cauchy(1.0)):
        np.testing.assert_array_equal(kernel(x), np.ones((3, 3), dtype=dtype))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("sample", OF_VECTORS, ids=sample_name)
def test_no_number_crashes(sample: tuple[Kernel[Vectors], Vectors], dtype: type) -> None:
    kernel, inputs = sample
    x = np.abs(inputs.array).astype(dtype)
    for scale in (np.finfo(dtype).max / 100, np.finfo(dtype).tiny, np.finfo(dtype).smallest_subnormal):
        with np.errstate(all="ignore"):
            extreme = Vectors.of(np.minimum(x, dtype(10.0)) * dtype(scale))
            assert kernel.prepare(extreme).gram().shape == (9, 9)


@pytest.mark.parametrize("kernel", [Gaussian(1.0), Laplacian(1.0), Linear(), Gaussian(1.0) + Linear()])
def test_columns_must_match(kernel: Kernel[Vectors]) -> None:
    prepared = kernel.prepare(Vectors.of(np.ones((4, 3))))
    wide = Vectors.of(np.ones((2, 4)))
    with pytest.raises(InputError, match="left examples have 4 columns but the right ones have 3"):
        prepared.block(wide)
    with pytest.raises(InputError, match="4 columns"):
        prepared.product(wide, np.ones((4, 1)))
    with pytest.raises(InputError, match="4 columns"):
        prepared.block(Vectors.of(sp.csr_array(np.ones((2, 4)))))
