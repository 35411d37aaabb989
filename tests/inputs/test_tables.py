"""The border: what passes is not copied and not changed; what does not pass is refused by name."""

import tracemalloc

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs import coerce, table

BIG = np.arange(4_000_000, dtype=np.float64).reshape(2000, 2000)

VIEWS = {
    "C order": lambda a: a,
    "Fortran order": lambda a: a.T,
    "every other row": lambda a: a[::2],
    "every third column": lambda a: a[:, ::3],
    "backwards": lambda a: a[::-1, ::-1],
    "broadcast": lambda a: np.broadcast_to(a[0], (1000, 2000)),
}


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS.keys())
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_big_array_is_not_copied_whatever_its_strides(view, dtype):
    data = view(BIG.astype(dtype))
    tracemalloc.start()
    array, _ = table(data)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert array is data
    assert peak < data.nbytes / 20


def test_read_only_data_pass_and_stay_as_they_are():
    data = np.eye(3)
    data.flags.writeable = False
    assert table(data)[0] is data


@given(
    hnp.arrays(
        st.sampled_from([np.float32, np.float64, np.int64, np.int8, np.bool_, np.float16]),
        hnp.array_shapes(min_dims=2, max_dims=2),
    )
)
def test_numbers_come_through_unchanged_or_not_at_all(data):
    before = data.copy()
    try:
        array, names = table(data)
    except InputError:
        huge = data.dtype.kind == "i" and any(int(float(int(v))) != int(v) for v in data.flat)
        assert huge or not np.isfinite(data.astype(np.float64)).all()
    else:
        assert names is None
        assert array.dtype in (np.float32, np.float64)
        assert (array == data).all()
    np.testing.assert_array_equal(data, before)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (np.float64(3.0), "Reshape your data"),
        (np.arange(20.0), r"Reshape your data with array.reshape\(-1, 1\).*array.reshape\(1, -1\)"),
        ([1.0, 2.0], "Reshape your data"),
        (np.zeros((2, 3, 4)), r"3 dimensions.*reshape\(len\(array\), -1\)"),
        ([], r"0 sample\(s\) \(shape=\(0,\)\) while a minimum of 1 is required\."),
        (np.empty((0, 3)), r"0 sample\(s\) \(shape=\(0, 3\)\) while a minimum of 1 is required\."),
        (np.empty((12, 0)), r"0 feature\(s\) \(shape=\(\d*, 0\)\) while a minimum of \d* is required\."),
        (sp.csr_array((0, 3)), r"0 sample\(s\)"),
        (sp.csr_array((3, 0)), r"0 feature\(s\)"),
        (np.broadcast_to(0.0, (1, 2**31)), "2147483648 columns"),
        (sp.coo_array((2, 2**40)), "1099511627776 columns"),
        (np.ma.array([[1.0, 2.0]], mask=[[False, True]]), "row 0, column 1"),
        (np.ma.array(np.zeros((2, 2, 2)), mask=True), "3 dimensions"),
    ],
)
def test_shapes_that_are_no_table_are_refused(data, words):
    with pytest.raises(InputError, match=words):
        table(data)


def test_one_dimensional_sparse_data_are_refused():
    with pytest.raises(InputError, match="Reshape your data"):
        table(sp.coo_array(np.array([1.0, 0.0])))


def test_a_masked_array_without_a_mask_passes():
    assert table(np.ma.array([[1.0, 2.0]]))[0].tolist() == [[1.0, 2.0]]


@pytest.mark.filterwarnings("ignore:the matrix subclass")
def test_np_matrix_is_refused():
    with pytest.raises(InputTypeError, match=r"np\.matrix is not supported.*np\.asarray"):
        table(np.matrix([[1.0]]))


class Untouchable:
    def __array__(self, dtype=None, copy=None):
        raise TypeError("the data are elsewhere")


@pytest.mark.parametrize(
    "data", [None, {"a": [1.0]}, {1.0}, (x for x in [1.0]), object(), "abc", b"abc", Untouchable()]
)
def test_things_that_are_no_data_are_refused(data):
    with pytest.raises(InputTypeError):
        table(data)


def test_an_array_of_objects_that_are_numbers_passes():
    values = np.random.default_rng(0).uniform(size=(4, 3))
    assert (coerce(values.astype(object)).array == values).all()
