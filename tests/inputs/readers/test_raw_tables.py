"""Tables read as they are: kinds of columns whatever the order of rows, empty cells, and recipes."""

import csv

import numpy as np
import pytest

from drupe.foundation.errors import InputError
from drupe.inputs.readers import Options
from drupe.inputs.readers.options import Missing
from drupe.inputs.readers.read import read

RAW = Options(raw=True, missing=Missing.FILL)


def written(path, rows):
    with path.open("w", newline="") as file:
        csv.writer(file).writerows(rows)
    return path


def columns(table):
    return {name: table.inputs.column(name).tolist() for name in table.inputs.names}


def test_cells_stay_as_they_are(tmp_path):
    path = written(tmp_path / "t.csv", [["n", "w", "y"], ["1", "a b", "0"], ["", "?", "1"], ["2.50", " c", "0"]])
    table = read(path, target="y", options=RAW)
    assert np.array_equal(table.inputs.column("n"), [1.0, np.nan, 2.5], equal_nan=True)
    assert table.inputs.column("w").tolist() == ["a b", None, "c"]
    assert table.targets.tolist() == [0, 1, 0]


@pytest.mark.parametrize("late", [0, 1, 70, 5000])
def test_a_word_among_numbers_makes_words_of_all_wherever_it_stands(tmp_path, late):
    """Rows are read in parts; a word may come in the first or in any other."""
    cells = ["1", "2.50", "", "007"] * 2000
    cells.insert(late, "unknown")
    path = written(tmp_path / "t.csv", [["x", "z", "y"], *([cell, "1", str(i % 2)] for i, cell in enumerate(cells))])
    table = read(path, target="y", options=RAW)
    expected = ["1", "2.5", None, "7"] * 2000
    expected.insert(late, "unknown")
    assert table.inputs.column("x").tolist() == expected
    assert table.inputs.column("z").dtype == np.float64
    again = read(path, recipe=table.recipe, options=RAW)
    assert columns(again) == columns(table)


def test_rows_without_a_target_are_left_out_and_counted(tmp_path):
    path = written(tmp_path / "t.csv", [["x", "y"], ["1", "a"], ["2", ""], ["3", "b"], ["4", "NA"]])
    for missing in (Missing.FILL, Missing.DROP):
        table = read(path, target="y", options=Options(raw=True, missing=missing))
        assert table.inputs.column("x").tolist() == [1.0, 3.0]
        assert (table.left_out, table.rows.tolist()) == (2, [2, 4])
    with pytest.raises(InputError, match="the target is missing"):
        read(path, target="y", options=Options(raw=True))


def test_empty_cells_are_refused_or_dropped_on_request(tmp_path):
    path = written(tmp_path / "t.csv", [["x", "y"], ["1", "a"], ["", "b"], ["3", "b"]])
    with pytest.raises(InputError, match=r"3.*the cell is empty"):
        read(path, target="y", options=Options(raw=True))
    table = read(path, target="y", options=Options(raw=True, missing=Missing.DROP))
    assert table.inputs.column("x").tolist() == [1.0, 3.0]


def test_decimal_commas_are_named_with_the_remedy_and_read_on_request(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("x;y\n1,5;a\n2,5;b\n", encoding="utf-8")
    with pytest.raises(InputError, match="comma before its decimals"):
        read(path, target="y", options=RAW)
    table = read(path, target="y", options=Options(raw=True, missing=Missing.FILL, decimal=","))
    assert table.inputs.column("x").tolist() == [1.5, 2.5]


def test_a_word_where_training_had_numbers_is_refused(tmp_path):
    first = read(written(tmp_path / "a.csv", [["x", "y"], ["1", "a"], ["2", "b"]]), target="y", options=RAW)
    with pytest.raises(InputError, match="'many' is no number, but training had numbers here"):
        read(written(tmp_path / "b.csv", [["x"], ["many"]]), recipe=first.recipe, options=RAW)


def test_columns_that_are_not_used_need_not_be_there(tmp_path):
    first = read(
        written(tmp_path / "a.csv", [["id", "x", "y"], ["7", "1", "a"], ["8", "2", "b"]]), target="y", options=RAW
    )
    used = first.recipe.using(["x"])
    assert read(written(tmp_path / "b.csv", [["x"], ["5"]]), recipe=used, options=RAW).inputs.names == ("x",)
    with_id = read(written(tmp_path / "c.csv", [["id", "x"], ["9", "5"]]), recipe=used, options=RAW)
    assert with_id.inputs.names == ("x",)


def test_parquet_gives_the_same_cells(tmp_path):
    pa = pytest.importorskip("pyarrow")
    import datetime

    import pyarrow.parquet as pq

    columns_ = {
        "n": [1.0, None, 2.5],
        "w": ["a", None, "b"],
        "d": [datetime.date(2020, 1, 2), None, datetime.date(2021, 2, 3)],
        "y": [0.0, 1.0, None],
    }
    pq.write_table(pa.table(columns_), tmp_path / "t.parquet")
    table = read(tmp_path / "t.parquet", target="y", options=RAW)
    assert table.inputs.column("w").tolist() == ["a", None]
    assert table.inputs.column("d").tolist() == ["2020-01-02", None]
    assert np.array_equal(table.inputs.column("n"), [1.0, np.nan], equal_nan=True)
    assert (table.targets.tolist(), table.left_out) == ([0.0, 1.0], 1)
