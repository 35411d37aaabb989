"""Rows of every kind of place: the same vectors, whoever reads them, however they lie, and clear errors."""

import pickle
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest
from inputs.rows.tables import arrow, as_arrow, as_csv, as_parquet, check_contract, flights, matrix, targets

import drupe
from drupe.foundation.errors import BudgetError, InputError, InputTypeError, ParameterError
from drupe.inputs.readers import Options
from drupe.inputs.rows import Division, EncodedRows, Reason, Side
from drupe.inputs.vectors import Vectors

N = 21_000


@pytest.fixture(scope="module")
def frame() -> pd.DataFrame:
    return flights(N)


def expected(frame: pd.DataFrame, learned: np.ndarray) -> np.ndarray:
    """The vectors of all rows, with means and deviations of those to learn from."""
    days = (pd.to_datetime(frame["day"]) - pd.Timestamp("1970-01-01")).dt.days.astype(float)
    parts = []
    for column in (frame["distance"], frame["seats"].astype(float)):
        scaled = (column - column[learned].mean()) / column[learned].std(ddof=0)
        parts.append(scaled.fillna(0.0))
        if column.isna().any():
            parts.append(column.isna().astype(float))
    parts += [(frame["carrier"] == name).astype(float) for name in ("AA", "DL", "UA")]
    parts.append(frame["carrier"].isna().astype(float))
    parts.append((days - days[learned].mean()) / days[learned].std(ddof=0))
    return np.column_stack(parts)


def test_every_format_gives_the_same_vectors_and_they_are_right(frame: pd.DataFrame, tmp_path: Path) -> None:
    division = Division(0.2, seed=5)
    sources = {
        "parquet": as_parquet(frame, tmp_path / "flights.parquet"),
        "arrow": as_arrow(frame, tmp_path / "flights.arrow"),
        "csv": as_csv(frame, tmp_path / "flights.csv"),
        "semicolons": as_csv(frame, tmp_path / "german.csv", sep=";"),
        "table": arrow(frame),
        "function": lambda: arrow(frame).to_batches(max_chunksize=3000),
        "reader": lambda: arrow(frame).to_reader(),
    }
    found = {name: drupe.rows(source, target="late", held_out=division) for name, source in sources.items()}
    first = found["parquet"]
    held_out = division.mask(first.held_out.side, 0, N)
    right = expected(frame, ~held_out)
    assert first.names == (
        *(
            "distance",
            "distance is empty",
            "seats",
            "carrier=AA",
            "carrier=DL",
            "carrier=UA",
            "carrier is empty",
            "day",
        ),
    )
    np.testing.assert_allclose(matrix(first), right[~held_out], rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(matrix(first.held_out), right[held_out], rtol=1e-5, atol=1e-6)
    for name, rows in found.items():
        assert rows.encoding.features == first.encoding.features, name
        np.testing.assert_allclose(matrix(rows), matrix(first), rtol=1e-6, atol=1e-6, err_msg=name)
        assert targets(rows) == frame["late"][~held_out].tolist()
        assert targets(rows.held_out) == frame["late"][held_out].tolist()
        assert dict(rows.labels) == frame["late"][~held_out].value_counts().sort_index().to_dict()
        for side in (rows, rows.held_out, rows.whole):
            check_contract(side)


@pytest.mark.parametrize("library", [pd, pl])
def test_frames_are_tables(frame: pd.DataFrame, library: object) -> None:
    small = frame.head(500)
    data = small if library is pd else pl.from_pandas(small)
    rows = drupe.rows(data, target="late", held_out=0.0)
    np.testing.assert_allclose(matrix(rows), expected(small, np.ones(500, bool)), rtol=1e-5, atol=1e-6)


def test_many_files_are_one_table_in_the_order_of_their_names(frame: pd.DataFrame, tmp_path: Path) -> None:
    whole = drupe.rows(as_parquet(frame, tmp_path / "whole.parquet"), target="late")
    for number, piece in enumerate(np.array_split(np.arange(N), 3)):
        as_parquet(frame.iloc[piece], tmp_path / f"part-{number}.parquet")
        as_csv(frame.iloc[piece], tmp_path / f"part-{number}.csv")
    for pattern in ("part-*.parquet", "part-*.csv"):
        rows = drupe.rows(str(tmp_path / pattern), target="late")
        np.testing.assert_allclose(matrix(rows), matrix(whole), rtol=1e-6, atol=1e-6)
        assert targets(rows) == targets(whole)
    listed = drupe.rows([tmp_path / f"part-{number}.parquet" for number in (0, 1, 2)], target="late")
    assert (matrix(listed) == matrix(drupe.rows(str(tmp_path / "part-*.parquet"), target="late"))).all()


def test_rows_travel_and_read_by_themselves(frame: pd.DataFrame, tmp_path: Path) -> None:
    for path in (as_parquet(frame, tmp_path / "f.parquet"), as_csv(frame, tmp_path / "f.csv")):
        rows = drupe.rows(path, target="late")
        sent = pickle.loads(pickle.dumps(rows))
        assert (matrix(sent) == matrix(rows)).all()
        assert sent.fingerprint == rows.fingerprint


def test_labels_that_appear_only_in_the_last_part_are_known(tmp_path: Path) -> None:
    n = 70_000
    frame = pd.DataFrame({"x": np.random.default_rng(0).normal(size=n), "y": ["1"] * (n - 50) + ["unknown"] * 50})
    frame.loc[: n // 2, "y"] = "0"
    for path in (as_csv(frame, tmp_path / "f.csv"), as_parquet(frame, tmp_path / "f.parquet", 30_000)):
        rows = drupe.rows(path, target="y", held_out=0.0)
        assert dict(rows.labels) == {"0": n // 2 + 1, "1": n - 50 - n // 2 - 1, "unknown": 50}
        assert len(rows.counts) > 1
        assert targets(rows) == frame["y"].tolist()


def test_a_label_that_is_held_out_entirely_is_no_label_and_not_lost(tmp_path: Path) -> None:
    division = Division(0.5)
    held_out = np.flatnonzero(division.mask(Side.HELD_OUT, 0, 100))
    y = np.array(["0", "1"] * 50, dtype=object)
    y[held_out[3]] = "odd"
    path = as_csv(pd.DataFrame({"x": np.arange(100) % 7 + 0.5, "y": y}), tmp_path / "f.csv")
    rows = drupe.rows(path, target="y", held_out=division)
    assert "odd" not in rows.labels
    assert targets(rows.held_out) == y[held_out].tolist()


def test_what_is_held_out_teaches_nothing(frame: pd.DataFrame) -> None:
    division = Division(0.3)
    spoiled = frame.copy()
    held_out = division.mask(Side.HELD_OUT, 0, N)
    spoiled.loc[held_out, "distance"] = 1e6
    spoiled.loc[held_out, "carrier"] = "XX"
    one, other = (drupe.rows(arrow(data), target="late", held_out=division) for data in (frame, spoiled))
    assert one.encoding == other.encoding
    assert one.labels == other.labels


def test_rows_say_whether_they_were_held_out(frame: pd.DataFrame) -> None:
    rows = drupe.rows(frame, target="late")
    sides = [side.held_out_by_position for side in (rows, rows.learned, rows.held_out, rows.whole)]
    assert sides == [False, False, True, None]
    fresh = drupe.rows(frame, target="late", held_out=0.0)
    assert (fresh.held_out_by_position, fresh.held_out) == (None, None)


def test_sorted_files_hold_out_from_every_class(tmp_path: Path) -> None:
    n = 40_000
    frame = pd.DataFrame({"x": np.random.default_rng(0).normal(size=n), "y": np.repeat(np.arange(4), n // 4)})
    rows = drupe.rows(as_parquet(frame, tmp_path / "f.parquet"), target="y")
    held_out = np.bincount(targets(rows.held_out))
    assert (np.abs(held_out - 1000) < 150).all()
    assert list(rows.labels) == [0, 1, 2, 3]


def test_nan_in_the_last_row_is_missing_in_a_table_and_refused_in_an_array(tmp_path: Path) -> None:
    x = np.random.default_rng(0).normal(size=(70_000, 2))
    x[-1, 1] = np.nan
    rows = drupe.rows(as_parquet(pd.DataFrame(x, columns=["a", "b"]), tmp_path / "f.parquet"), held_out=0.0)
    assert matrix(rows)[-1, 1] == 0.0
    np.save(tmp_path / "x.npy", x)
    plain = drupe.rows(str(tmp_path / "x.npy"), held_out=0.0)
    with pytest.raises(InputError, match=r"x\.npy, row 69999: column 'column 2'"):
        matrix(plain)


def test_infinity_is_named_by_file_row_and_column(tmp_path: Path) -> None:
    frame = pd.DataFrame({"a": np.arange(30_000) % 10 * 1.5, "b": np.arange(30_000) % 7 * 1.0})
    frame.loc[29_998, "b"] = -np.inf
    with pytest.raises(InputError, match=r"f\.parquet, row 29999: column 'b' holds a number that is infinite"):
        drupe.rows(as_parquet(frame, tmp_path / "f.parquet"), held_out=0.0)


def test_a_missing_target_is_named_or_its_row_left_out(tmp_path: Path) -> None:
    frame = flights(20_000)
    frame.loc[[7, 19_000], "late"] = None
    for path in (as_parquet(frame, tmp_path / "f.parquet"), as_csv(frame, tmp_path / "f.csv")):
        with pytest.raises(InputError, match=rf"{path.name}, row 8: the target is missing"):
            drupe.rows(path, target="late")
        rows = drupe.rows(path, target="late", untold="drop")
        assert len(rows) + len(rows.held_out) == len(rows.whole) == 19_998
        assert targets(rows.whole) == frame["late"].dropna().tolist()
        check_contract(rows)
        assert rows.whole.place(7) == f"{path}, row 9"


def test_columns_that_say_nothing_are_left_out_and_said() -> None:
    n = 200
    frame = {
        "row": np.arange(n),
        "unit": ["kg"] * n,
        "nothing": [None] * n,
        "name": [f"name {i}" for i in range(n)],
        "asked": np.random.default_rng(1).normal(size=n),
        "x": np.random.default_rng(0).normal(size=n),
    }
    rows = drupe.rows(frame, exclude=["asked"], held_out=0.0)
    assert rows.names == ("x",)
    assert {one.name: one.reason for one in rows.encoding.left_out} == {
        "asked": Reason.ASKED,
        "row": Reason.IDENTIFIER,
        "unit": Reason.CONSTANT,
        "nothing": Reason.EMPTY,
        "name": Reason.IDENTIFIER,
    }
    assert drupe.rows(frame, include=["row"], held_out=0.0).names == ("row",)


def test_new_tables_are_read_by_the_encoding_of_the_old(frame: pd.DataFrame, tmp_path: Path) -> None:
    rows = drupe.rows(as_parquet(frame, tmp_path / "old.parquet"), target="late", held_out=0.0)
    new = frame.head(50)[["carrier", "seats", "day", "distance"]].copy()
    new.loc[0, "carrier"] = "never seen"
    read = drupe.rows(as_csv(new, tmp_path / "new.csv"), encoding=rows.encoding)
    assert len(read) == 50
    assert next(read.batches(0)).targets is None
    np.testing.assert_allclose(matrix(read)[1:], matrix(rows)[1:50], rtol=1e-6, atol=1e-6)
    assert matrix(read)[0, 3:7].tolist() == [0.0, 0.0, 0.0, 0.0]
    known = drupe.rows(frame.head(50), encoding=rows.encoding, target="late")
    assert targets(known) == frame["late"].head(50).tolist()
    with pytest.raises(InputError, match="column 'seats' of training"):
        drupe.rows(new.drop(columns="seats"), encoding=rows.encoding)


def test_arrays_stay_as_they_are_unless_they_are_to_be_scaled(tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    x, y = rng.normal(3.0, 2.0, size=(70_000, 3)), rng.integers(0, 2, 70_000)
    np.save(tmp_path / "x.npy", x)
    np.save(tmp_path / "y.npy", y)
    pair = (str(tmp_path / "x.npy"), str(tmp_path / "y.npy"))
    for source in ((x, y), pair, [pair], lambda: [(x[:100], y[:100]), (x[100:], y[100:])]):
        rows = drupe.rows(source, held_out=0.0)
        assert (matrix(rows) == x.astype(np.float32)).all()
        assert targets(rows) == y.tolist()
        assert list(rows.labels) == [0, 1]
        check_contract(rows)
        scaled = matrix(drupe.rows(source, held_out=0.0, scaled=True))
        np.testing.assert_allclose(scaled, (x - x.mean(0)) / x.std(0), atol=1e-5)


def test_quantities_have_no_labels(frame: pd.DataFrame) -> None:
    n = 12_000
    rows = drupe.rows((np.ones((n, 1)) * np.arange(n)[:, None], np.random.default_rng(0).normal(size=n)))
    assert rows.targets.kind.value == "numbers"
    with pytest.raises(InputError, match="too many different targets"):
        _ = rows.labels
    with pytest.raises(InputError, match="there are no targets"):
        _ = drupe.rows(frame[["seats"]]).labels


def test_words_among_numbers_are_named_and_may_be_categories(tmp_path: Path) -> None:
    n = 30_000
    code = np.array([str(i % 5) for i in range(n)], dtype=object)
    code[n - 3] = "x"
    path = as_csv(pd.DataFrame({"code": code, "z": np.random.default_rng(0).normal(size=n)}), tmp_path / "f.csv")
    with pytest.raises(
        InputError, match=r"column 'code' holds words and numbers: 'x' at .*f\.csv, row \d+, 0 at .*row 1;"
    ):
        drupe.rows(path, held_out=0.0)
    rows = drupe.rows(path, held_out=0.0, options=Options(categorical=("code",)))
    assert rows.names == (*(f"code={digit}" for digit in "01234"), "code: other", "z")
    assert (matrix(rows)[:, :6].sum(axis=0) == [6000, 6000, 6000 - 1, 6000, 6000, 1]).all()


@pytest.mark.parametrize("word", ["oops", "inf"])
@pytest.mark.parametrize("row", [0, 17, 30, 2500])
def test_a_word_among_numbers_is_named_wherever_it_stands(tmp_path: Path, word: str, row: int) -> None:
    """Also among the first rows, from which the kind of a column is guessed, and in a row that is held out."""
    z = np.random.default_rng(0).normal(size=3000).astype(object)
    z[row] = word
    path = as_csv(pd.DataFrame({"z": z, "w": np.arange(3000) % 7}), tmp_path / "f.csv")
    held_out = Division(0.1).mask(Side.HELD_OUT, row, 1)[0]
    assert held_out == (row == 30)
    place = "" if held_out else rf" at .*f\.csv, row {row + 1}\b"
    with pytest.raises(InputError, match=rf"column 'z' holds words and numbers: '{word}'{place}"):
        drupe.rows(path)
    assert drupe.rows(path, exclude=["z"]).names == ("w",)


def test_words_some_of_which_are_numbers_are_categories(tmp_path: Path) -> None:
    frame = pd.DataFrame({"deck": ["A", "B", "3", "B", "3", "A"] * 20, "z": np.arange(120) % 11})
    for source in (frame, as_csv(frame, tmp_path / "f.csv")):
        assert drupe.rows(source).names == ("deck=3", "deck=A", "deck=B", "z")


def test_a_file_with_names_alone_has_no_rows(tmp_path: Path) -> None:
    path = as_csv(pd.DataFrame({"a": [], "b": []}), tmp_path / "f.csv")
    with pytest.raises(InputError, match=r"f\.csv: there are no rows"):
        drupe.rows(path, spill=tmp_path / "spill")
    assert [one.name for one in tmp_path.iterdir()] == ["f.csv"]


def test_sparse_rows_are_no_table(tmp_path: Path) -> None:
    encoding = drupe.rows({"a": [1.0, 2.0], "b": [2.0, 1.0]}, held_out=0.0).encoding
    (tmp_path / "f.svm").write_text("1 1:0.5\n-1 2:1\n")
    with pytest.raises(InputError, match="sparse vectors, but training had a table with the columns 'a', 'b'"):
        drupe.rows(tmp_path / "f.svm", encoding=encoding)


def test_decimal_commas(tmp_path: Path) -> None:
    frame = pd.DataFrame({"a": np.arange(1000) / 8, "b": np.arange(1000) % 13 / 4})
    path = as_csv(frame, tmp_path / "f.csv", sep=";", decimal=",")
    rows = drupe.rows(path, held_out=0.0, options=Options(decimal=","))
    np.testing.assert_allclose(matrix(rows), (frame - frame.mean()) / frame.std(ddof=0), atol=1e-6)
    with pytest.raises(InputError, match=r"'0,0' at .*f\.csv, row 1, with a comma .* pass Options\(decimal=','\)"):
        drupe.rows(path, held_out=0.0)


def test_a_promise_of_memory_is_checked_before_anything_is_read(frame: pd.DataFrame) -> None:
    assert drupe.rows(frame, target="late", memory="1GB").bytes_needed < 10**9
    with pytest.raises(BudgetError, match="reading these rows needs"):
        drupe.rows(frame, target="late", memory="100KB")


@pytest.mark.parametrize(
    ("source", "kind", "words"),
    [
        ("nowhere/*.parquet", InputError, "there are no such files"),
        (iter([1]), InputTypeError, "can be read once"),
        (3.5, InputTypeError, "rows are a path"),
        (([[1.0]], [1, 2]), InputError, "they must match"),
        (list, InputError, "no rows"),
    ],
)
def test_what_is_no_source_is_refused(source: object, kind: type[Exception], words: str) -> None:
    with pytest.raises(kind, match=words):
        drupe.rows(source)


def test_wrong_words_at_the_border(frame: pd.DataFrame) -> None:
    with pytest.raises(InputError, match="no target column 'lat'"):
        drupe.rows(frame, target="lat")
    with pytest.raises(InputError, match="no column 'typo'"):
        drupe.rows(frame, exclude=["typo"])
    with pytest.raises(ParameterError, match="untold"):
        drupe.rows(frame, untold="maybe")
    with pytest.raises(InputError, match="bring their targets along"):
        drupe.rows((np.ones((3, 1)), [0, 1, 2]), target="y")


def test_rows_of_an_encoding_say_what_they_are(frame: pd.DataFrame) -> None:
    rows = drupe.rows(frame, target="late")
    assert isinstance(rows, EncodedRows)
    assert repr(rows) == (
        f"EncodedRows: {len(rows)} rows to learn from and {N - len(rows)} held out, in 1 parts, 8 columns; "
        "read: those to learn from"
    )
    assert isinstance(next(rows.batches(0)).inputs, Vectors)
    assert next(rows.batches(0)).inputs.single
