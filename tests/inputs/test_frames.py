"""Frames of three libraries: numbers and names come through, everything else is refused by the column's name."""

from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import scipy.sparse as sp

from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs import Vectors

MAKERS = [pd.DataFrame, pl.DataFrame, pa.table]


@pytest.mark.parametrize("make", MAKERS)
def test_mixed_numbers_become_one_double_table_with_names(make):
    frame = make({"age": np.array([1, 2]), "height": np.array([0.5, 1.5], np.float32), "tall": np.array([True, False])})
    x = Vectors.of(frame)
    assert x.names == ("age", "height", "tall")
    assert x.dtype == np.float64
    assert x.array.tolist() == [[1.0, 0.5, 1.0], [2.0, 1.5, 0.0]]


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_frame_of_one_type_keeps_it(make, dtype):
    x = Vectors.of(make({"a": np.array([1, 2], dtype), "b": np.array([3, 4], dtype)}))
    assert x.dtype == dtype
    assert x.array.tolist() == [[1.0, 3.0], [2.0, 4.0]]


def test_half_and_single_precision_stay_single():
    frame = pd.DataFrame({"a": np.array([0.1], np.float16), "b": np.array([0.1], np.float32)})
    assert Vectors.of(frame).dtype == np.float32


def test_a_block_of_pandas_is_not_copied():
    values = np.arange(12.0).reshape(4, 3)
    frame = pd.DataFrame(values, columns=list("abc"), copy=False)
    assert np.shares_memory(Vectors.of(frame).array, values)


def test_extension_types_of_pandas_are_numbers_too():
    frame = pd.DataFrame(
        {
            "a": pd.array([1, 2], dtype="Int64"),
            "b": pd.array([True, False], dtype="boolean"),
            "c": pd.array([1.5, 2.5], dtype="double[pyarrow]"),
            "d": np.array([0.25, 0.5], dtype=np.longdouble),
            "e": np.array([1, 2.5], dtype=object),
        }
    )
    assert Vectors.of(frame).array.tolist() == [[1.0, 1.0, 1.5, 0.25, 1.0], [2.0, 0.0, 2.5, 0.5, 2.5]]


@pytest.mark.parametrize("columns", [[0, 1], [("a", 0), ("b", 1)]])
def test_names_that_are_no_text_are_not_kept(columns):
    x = Vectors.of(pd.DataFrame(np.eye(2), columns=columns))
    assert x.names is None
    assert x.array.tolist() == [[1.0, 0.0], [0.0, 1.0]]


@pytest.mark.parametrize(("columns", "word"), [([0, "a"], "some columns are named by text"), (["a", "a"], "different")])
def test_confused_names_are_refused(columns, word):
    with pytest.raises(InputError, match=word):
        Vectors.of(pd.DataFrame(np.eye(2), columns=columns))


@pytest.mark.parametrize(
    "frame",
    [
        pd.DataFrame({"a": [1.0, 2.0], "b": ["x", "y"]}),
        pd.DataFrame({"a": [1.0, 2.0], "b": pd.Categorical(["x", "y"])}),
        pd.DataFrame({"a": [1.0, 2.0], "b": pd.to_datetime(["2020-01-01", "2020-01-02"])}),
        pd.DataFrame({"a": [1.0, 2.0], "b": [{}, 1.0]}),
        pl.DataFrame({"a": [1.0, 2.0], "b": ["x", "y"]}),
        pl.DataFrame({"a": [1.0, 2.0], "b": [[1], [2]]}),
        pl.DataFrame({"a": [1.0], "b": [Decimal("1.1")]}),
        pl.DataFrame({"a": [1.0], "b": pl.Series([1], dtype=pl.Int128)}),
        pa.table({"a": [1.0, 2.0], "b": ["x", "y"]}),
        pd.DataFrame.sparse.from_spmatrix(sp.eye_array(2, format="csr"), columns=["b", "c"]),
    ],
)
def test_a_column_that_holds_no_numbers_is_named(frame):
    with pytest.raises(InputTypeError, match=r"column 'b'.*OneHotEncoder"):
        Vectors.of(frame)


@pytest.mark.parametrize(
    "frame",
    [
        pd.DataFrame({"a": [1.0, 2.0], "b": [1.0, np.nan]}),
        pd.DataFrame({"a": [1, 2], "b": pd.array([1, None], dtype="Int64")}),
        pd.DataFrame({"a": [1, 2], "b": np.array([1, None], dtype=object)}),
        pl.DataFrame({"a": [1, 2], "b": [1.0, None]}),
        pl.DataFrame({"a": [1, 2], "b": [1.0, float("nan")]}),
        pa.table({"a": [1, 2], "b": [1.0, None]}),
    ],
)
def test_a_missing_value_is_named_by_row_and_column(frame):
    with pytest.raises(InputError, match=r"NaN\) at row 1, column 'b'"):
        Vectors.of(frame)


def test_a_number_too_long_for_double_is_named():
    for frame in (pd.DataFrame({"id": [1, 2**53 + 1]}), pl.DataFrame({"id": [1, 2**53 + 1]})):
        with pytest.raises(InputError, match="row 1, column 'id' cannot be held by float64"):
            Vectors.of(frame)


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (pl.LazyFrame({"a": [1.0]}), "collect"),
        (pl.Series([1.0, 2.0]), "Reshape your data"),
        (pd.Series([1.0, 2.0]), "to_frame"),
        (pd.DataFrame({"a": [1j]}), "Complex data not supported"),
        (pd.DataFrame({"a": [1.0, np.inf]}), "infinity.* row 1, column 'a'"),
        (pd.DataFrame({"a": []}), r"0 sample\(s\) \(shape=\(0, 1\)\)"),
        (pd.DataFrame(index=[0, 1]), r"0 feature\(s\) \(shape=\(2, 0\)\)"),
    ],
)
def test_other_refusals(data, word):
    with pytest.raises(InputError, match=word):
        Vectors.of(data)


def test_a_frame_is_not_changed():
    frame = pd.DataFrame({"a": [1, 2], "b": [0.5, 1.5]})
    before = frame.copy(deep=True)
    Vectors.of(frame)
    pd.testing.assert_frame_equal(frame, before)
