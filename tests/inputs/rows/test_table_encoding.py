"""Encodings: what cells become, what is said of cells that training had not, and that they outlive a file."""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from inputs.rows.tables import flights, matrix

import drupe
from drupe.foundation.errors import InputError, ParameterError
from drupe.inputs.readers.options import Options
from drupe.inputs.rows import ColumnLeftOut, OneHot, Reason, ScaledNumber, TableEncoding
from drupe.inputs.rows.raw_table import NumberCells, RawTable, WordCells


def test_numbers_are_scaled_in_float64_and_rounded_once() -> None:
    values = 1e9 + np.array([1.0, 2.0, np.nan])
    encoding = TableEncoding((ScaledNumber("t", 1e9 + 1.5, 0.5, marked=True),))
    assert encoding.vectors({"t": values}).array.tolist() == [[-1.0, 0.0], [1.0, 0.0], [0.0, 1.0]]


@pytest.mark.parametrize(
    ("pooled", "marked", "rows"),
    [
        (False, False, [[1, 0], [0, 1], [0, 0], [0, 0]]),
        (True, False, [[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0]]),
        (False, True, [[1, 0, 0], [0, 1, 0], [0, 0, 0], [0, 0, 1]]),
        (True, True, [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]),
    ],
)
def test_categories_others_and_empty_cells(pooled: bool, marked: bool, rows: list[list[int]]) -> None:
    encoding = TableEncoding((OneHot("c", ("a", "b"), pooled, marked),))
    assert encoding.vectors({"c": ["a", " b", "new", None]}).array.tolist() == rows
    assert len(encoding.features) == len(rows[0])


def test_numbers_may_be_categories() -> None:
    encoding = TableEncoding((OneHot("c", ("1", "2.5")),))
    assert encoding.vectors({"c": [1.0, 2.5, np.nan]}).array.tolist() == [[1, 0], [0, 1], [0, 0]]


def test_truths_and_leading_zeros_are_the_same_in_every_format(tmp_path: Path) -> None:
    """Text keeps no zeros in front, and says True where tables say 1: a model of one answers to the other alike."""
    rng = np.random.default_rng(0)
    frame = pd.DataFrame({"away": rng.random(200) < 0.5, "zip": rng.choice(["007", "12", "80331"], 200)})
    text, table = tmp_path / "f.csv", tmp_path / "f.parquet"
    frame.to_csv(text, index=False)
    frame.to_parquet(table)
    sources = (text, table, frame)
    for learned in sources:
        encoding = drupe.rows(learned, held_out=0.0, options=Options(categorical=("zip",))).encoding
        assert encoding is not None
        first, *others = (matrix(drupe.rows(source, encoding=encoding)) for source in sources)
        assert (np.ptp(first, axis=0) > 0.9).all()
        assert all((first == other).all() for other in others)


def test_words_where_training_had_numbers() -> None:
    encoding = TableEncoding((ScaledNumber("x"),))
    assert encoding.vectors({"x": ["1.5", None, "2"]}).array.ravel().tolist() == [1.5, 0.0, 2.0]
    with pytest.raises(InputError, match="'x' holds the word 'two' where training had numbers"):
        encoding.vectors({"x": ["1.5", "two"]})
    with pytest.raises(InputError, match="'x' of training is not there"):
        encoding.vectors({"z": [1.0]})


def test_an_encoding_outlives_a_file(tmp_path: Path) -> None:
    rows = drupe.rows(flights(300), target="late", exclude=["seats"])
    drupe.save(rows.encoding, tmp_path / "encoding.drupe")
    loaded = drupe.load(tmp_path / "encoding.drupe")
    assert loaded == rows.encoding
    assert loaded.left_out == (ColumnLeftOut("seats", Reason.ASKED),)
    new = flights(20, seed=1)
    assert (loaded.vectors(new).array == rows.encoding.vectors(new).array).all()


def test_a_spread_is_positive() -> None:
    with pytest.raises(ParameterError, match="spread"):
        ScaledNumber("x", 0.0, 0.0)


@given(st.lists(st.sampled_from(["a", "b", "", None, "na", "c "]), max_size=20))
def test_cells_come_back(cells: list[str | None]) -> None:
    coded = WordCells.coded(cells)
    plain = [None if cell is None or cell in ("", "na") else cell.strip() for cell in cells]
    table = RawTable(
        (coded, NumberCells(np.arange(len(cells), dtype=float))), drupe.inputs.base.Origin.new(len(cells)), ("w", "n")
    )
    assert table.values() == list(zip(plain, map(float, range(len(cells))), strict=True))
    index = np.arange(len(cells))[::2]
    assert table.take(index).values() == table.values()[::2]
    assert table.between(1, 3).values() == table.values()[1:3] if len(cells) >= 3 else True


def test_data_frames_of_pandas_are_taken_as_they_are() -> None:
    frame = pd.DataFrame({"x": [1, 2], "when": pd.to_datetime(["1970-01-02", "1970-01-03"])})
    encoding = TableEncoding((ScaledNumber("when"), ScaledNumber("x")))
    assert encoding.vectors(frame).array.tolist() == [[1.0, 1.0], [2.0, 2.0]]
