"""Tables as they are: what becomes of every kind of column of a data frame, and what is refused."""

import datetime

import numpy as np
import pandas as pd
import pytest

from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs import Frame


def cells(frame, name):
    return [None if cell != cell else cell for cell in frame.column(name).tolist()]


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([1, 2, 3], [1.0, 2.0, 3.0]),
        ([1.5, None, np.nan], [1.5, None, None]),
        (pd.array([1, None, 3], dtype="Int64"), [1.0, None, 3.0]),
        ([True, False, True], [1.0, 0.0, 1.0]),
        (["a", None, " b "], ["a", None, "b"]),
        (["a", "NA", "?"], ["a", None, None]),
        (pd.Categorical(["u", None, "v"]), ["u", None, "v"]),
        ([1, "two", 3.0], ["1", "two", "3"]),
        (pd.to_datetime(["2020-01-02", None, "2021-02-03"]), ["2020-01-02T00:00:00", None, "2021-02-03T00:00:00"]),
        ([datetime.date(2020, 1, 2), None, datetime.date(2021, 2, 3)], ["2020-01-02", None, "2021-02-03"]),
        ([2**70, 1, 0], [float(2**70), 1.0, 0.0]),
    ],
)
def test_columns_of_a_data_frame(values, expected):
    assert cells(Frame.of(pd.DataFrame({"x": values})), "x") == expected


def test_polars_gives_the_same_as_pandas():
    polars = pytest.importorskip("polars")
    columns = {"a": [1, None, 3], "b": ["x", None, "y"], "c": [True, False, None], "d": [1.5, 2.5, None]}
    ours, theirs = Frame.of(polars.DataFrame(columns)), Frame.of(pd.DataFrame(columns))
    assert ours.names == theirs.names
    for name in columns:
        assert cells(ours, name) == cells(theirs, name)


def test_an_array_with_gaps_is_a_table():
    frame = Frame.of(np.array([[1.0, np.nan], [3.0, 4.0]]))
    assert frame.names == ("column 1", "column 2")
    assert frame.empty("column 2").tolist() == [True, False]


def test_infinity_is_refused_with_its_place():
    with pytest.raises(InputError, match="column 'x' holds infinity at row 1"):
        Frame.of({"x": [0.0, np.inf]})


def test_columns_of_columns_are_refused():
    polars = pytest.importorskip("polars")
    with pytest.raises(InputTypeError, match="column 'x' holds List"):
        Frame.of(polars.DataFrame({"x": [[1], [2]]}))


def test_lengths_must_agree():
    with pytest.raises(InputError, match="columns of one length"):
        Frame.of({"x": [1.0], "y": [1.0, 2.0]})


def test_a_cell_replaced_leaves_the_first_frame_as_it_was():
    frame = Frame.of({"x": [1.0, 2.0], "y": ["a", "b"]})
    other = frame.replacing("x", np.array([5.0, 6.0]))
    assert frame.column("x").tolist() == [1.0, 2.0]
    assert other.column("x").tolist() == [5.0, 6.0]
    assert other.without("x").names == ("y",)
    with pytest.raises(InputError, match="there is no column 'z'"):
        frame.column("z")


def test_new_rows_must_have_the_columns_and_their_kinds():
    frame = Frame.of({"x": [1.0, 2.0], "y": ["a", "b"]})
    frame.check_space(Frame.of({"y": ["c"], "x": [0.0]}), "SVC")
    with pytest.raises(InputError, match="no column 'y'"):
        frame.check_space(Frame.of({"x": [0.0]}), "SVC")
    with pytest.raises(InputTypeError, match="had numbers in column 'x', but X now has words"):
        frame.check_space(Frame.of({"x": ["a"], "y": ["a"]}), "SVC")
