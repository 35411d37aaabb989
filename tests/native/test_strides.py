"""Views with any strides give the bits that contiguous copies give."""

from collections.abc import Callable

import numpy as np
import pytest
import scipy.sparse as sp

from drupe.inputs import Vectors
from drupe.kernels import Gaussian, Laplacian, Linear

VIEWS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "columns first": np.asfortranarray,
    "transposed": lambda x: np.ascontiguousarray(x.T).T,
    "rows backwards": lambda x: x[::-1],
    "columns backwards": lambda x: x[:, ::-1],
    "both backwards": lambda x: x[::-1, ::-1],
    "every second row": lambda x: x[::2],
    "every third column": lambda x: x[:, ::3],
    "a window": lambda x: x[7:150, 3:17],
    "one row, repeated": lambda x: np.broadcast_to(x[0], x.shape),
    "one column, repeated": lambda x: np.broadcast_to(x[:, :1], x.shape),
    "read-only": lambda x: _read_only(x),
    "the other byte order": lambda x: x.astype(x.dtype.newbyteorder()),
    "a field of records": lambda x: _field(x),
}


def _read_only(x: np.ndarray) -> np.ndarray:
    view = x.view()
    view.flags.writeable = False
    return view


def _field(x: np.ndarray) -> np.ndarray:
    """Rows that start at addresses which are no multiples of a number's size."""
    records = np.zeros(len(x), dtype=[("label", "i1"), ("x", x.dtype, x.shape[1])])
    records["x"] = x
    return records["x"]


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("kernel", [Gaussian(5.0), Laplacian(20.0), Linear()])
def test_a_view_is_as_good_as_a_copy(kernel: Gaussian, dtype: type, view: Callable[..., np.ndarray]) -> None:
    x = np.random.default_rng(0).standard_normal((300, 25)).astype(dtype)
    seen = view(x)
    strided, plain = Vectors.of(seen), Vectors.of(np.array(seen, dtype=dtype, order="C"))
    expected = kernel.matrix(plain, plain)
    assert expected.dtype == dtype
    np.testing.assert_array_equal(kernel.matrix(strided, strided), expected)
    np.testing.assert_array_equal(kernel.prepare(strided).block(plain), kernel.prepare(plain).block(plain))
    np.testing.assert_array_equal(kernel.prepare(plain).block(strided), kernel.prepare(plain).block(plain))
    index = np.array([0, 5, 2, 5])
    np.testing.assert_array_equal(kernel.prepare(strided).rows(index), kernel.prepare(plain).rows(index))


@pytest.mark.parametrize("weights", [np.ones((2, 300)).T, np.ones((600, 2))[::2], np.ones((300, 2), dtype=np.float32)])
def test_weights_may_have_any_strides(weights: np.ndarray) -> None:
    prepared = Gaussian(5.0).prepare(Vectors.of(np.random.default_rng(1).standard_normal((300, 4))))
    expected = prepared.gram_product(np.ones((300, 2)))
    np.testing.assert_array_equal(prepared.gram_product(weights), expected)


@pytest.mark.parametrize("kind", [np.int32, np.int64])
def test_sparse_indices_may_have_either_width(kind: type) -> None:
    x = sp.random_array((50, 20), density=0.2, format="csr", random_state=np.random.default_rng(2))
    other = sp.csr_array((x.data, x.indices.astype(kind), x.indptr.astype(kind)), shape=x.shape)
    np.testing.assert_array_equal(Gaussian(1.0)(other), Gaussian(1.0)(x))
