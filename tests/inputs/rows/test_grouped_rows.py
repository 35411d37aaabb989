"""Files that hold rows in groups: parts, damage, changes while they are read, columns that differ."""

import os
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from inputs.rows.tables import as_arrow, as_parquet, check_contract, flights, matrix

import drupe
from drupe.foundation.errors import DrupeError, FileError, InputError
from drupe.inputs.rows.arrow_rows import ArrowRows
from drupe.inputs.rows.base import BATCH
from drupe.inputs.rows.parquet_rows import ParquetRows


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return as_parquet(flights(60_000), tmp_path / "flights.parquet", 20_000)


def test_small_groups_are_one_part_and_large_ones_stay_whole(tmp_path: Path) -> None:
    frame = flights(50_000)
    small = ParquetRows.of([str(as_parquet(frame, tmp_path / "small.parquet", 1000))])
    large = ParquetRows.of([str(as_parquet(frame, tmp_path / "large.parquet", 40_000))])
    assert small.counts == (17_000, 17_000, 16_000)
    assert large.counts == (40_000, 10_000)
    for rows in (small, large, ArrowRows.of([str(as_arrow(frame, tmp_path / "f.arrow"))])):
        check_contract(rows)
        assert len(rows) == 50_000
        assert next(rows.batches(0)).inputs.column("seats").values[:5].tolist() == frame["seats"].head(5).tolist()


def test_places_are_files_and_rows(tmp_path: Path) -> None:
    paths = [str(as_parquet(flights(n), tmp_path / f"{n}.parquet", 17_000)) for n in (20_000, 3000)]
    rows = ParquetRows.of(paths)
    assert [rows.place(position) for position in (0, 17_000, 19_999, 20_000)] == [
        *(f"{paths[0]}, row {row}" for row in (1, 17_001, 20_000)),
        f"{paths[1]}, row 1",
    ]


def test_only_the_columns_that_are_read_are_decoded(path: Path) -> None:
    rows = ParquetRows.of([str(path)]).selecting(("seats", "distance"))
    batch = next(rows.batches(0))
    assert batch.inputs.names == ("seats", "distance")


@pytest.mark.parametrize("kept", [0.999, 0.5, 0.01, 4])
def test_a_file_cut_short_is_refused_by_name(path: Path, kept: float) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: int(kept if kept > 1 else kept * len(content))])
    with pytest.raises(InputError, match=r"flights\.parquet"):
        drupe.rows(path, target="late")


def test_damage_in_the_middle_is_an_error_and_no_crash(path: Path) -> None:
    content = bytearray(path.read_bytes())
    rng = np.random.default_rng(0)
    for place in range(1000, len(content) - 8000, 5000):
        content[place : place + 40] = rng.bytes(40)
    path.write_bytes(content)
    with pytest.raises(DrupeError, match=r"flights\.parquet"):
        matrix(drupe.rows(path, target="late"))


def test_a_file_that_is_written_to_between_passes_is_an_error(path: Path) -> None:
    rows = drupe.rows(path, target="late")
    as_parquet(flights(60_000, seed=1), path, 20_000)
    with pytest.raises(InputError, match=r"flights\.parquet: the file has changed"):
        list(rows.batches(0))


def test_a_file_that_is_written_to_during_a_pass_is_an_error(path: Path) -> None:
    rows = ParquetRows.of([str(path)])
    batches = rows.batches(0)
    next(batches)
    status = os.stat(path)
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns + 1))
    with pytest.raises(InputError, match="the file has changed"):
        list(batches)


def test_a_file_that_is_removed_is_an_error(path: Path) -> None:
    rows = drupe.rows(path, target="late")
    path.unlink()
    with pytest.raises(FileError, match=r"flights\.parquet: cannot be read"):
        list(rows.batches(1))


def test_files_with_other_columns_are_named(path: Path, tmp_path: Path) -> None:
    other = as_parquet(flights(100).drop(columns="seats"), tmp_path / "other.parquet")
    with pytest.raises(InputError, match=r"other\.parquet: there is no column 'seats'"):
        drupe.rows([path, other], target="late")


def test_files_whose_types_differ_are_named_and_nothing_is_guessed(tmp_path: Path) -> None:
    one, other = pd.DataFrame({"x": [1.0, 2.0] * 30}), pd.DataFrame({"x": ["a", "b"] * 30})
    paths = [as_parquet(one, tmp_path / "one.parquet"), as_parquet(other, tmp_path / "other.parquet")]
    with pytest.raises(InputError, match=r"'x' holds words and numbers: 'a' at .*other\.parquet, row \d+, \d at .*one"):
        drupe.rows(paths)


def test_kinds_of_columns(tmp_path: Path) -> None:
    table = pa.table(
        {
            "whole": pa.array([1, None, 3], pa.int32()),
            "truth": pa.array([True, False, None]),
            "half": pa.array([0.5, 1.5, None], pa.float32()),
            "day": pa.array([0, 1, None], pa.date32()),
            "stamp": pa.array([0, 43_200_000_000, None], pa.timestamp("us")),
            "time": pa.array([0, 21_600, None], pa.time32("s")),
            "coded": pa.array(["a", "b", None]).dictionary_encode(),
            "decimal": pa.array([1, 2, None]).cast(pa.decimal128(30, 2)),
            "written": pa.array(["1970-01-02", "1970-01-03", None]),
            "large": pa.array([" a", "na", None], pa.large_string()),
            "empty": pa.nulls(3),
        }
    )
    pq.write_table(table, tmp_path / "f.parquet")
    columns = next(ParquetRows.of([str(tmp_path / "f.parquet")]).batches(0)).inputs
    nan = np.nan
    for name, values in {
        "whole": [1, nan, 3],
        "truth": [1, 0, nan],
        "half": [0.5, 1.5, nan],
        "day": [0, 1, nan],
        "stamp": [0, 0.5, nan],
        "time": [0, 0.25, nan],
        "decimal": [1, 2, nan],
        "written": [1, 2, nan],
        "empty": [nan, nan, nan],
    }.items():
        np.testing.assert_array_equal(columns.column(name).values, values, err_msg=name)
    assert columns.column("coded").codes.tolist() == [0, 1, -1]
    assert columns.column("large").words == ("a",)
    assert columns.column("large").codes.tolist() == [0, -1, -1]


def test_lists_and_numbers_beyond_float64_are_refused(tmp_path: Path) -> None:
    pq.write_table(pa.table({"x": [[1, 2], [3]]}), tmp_path / "lists.parquet")
    with pytest.raises(InputError, match=r"lists\.parquet: column 'x' holds list"):
        drupe.rows(tmp_path / "lists.parquet")
    pq.write_table(pa.table({"x": [2**60 + 1, 1]}), tmp_path / "large.parquet")
    with pytest.raises(InputError, match=r"large\.parquet: column 'x' does not fit into float64"):
        drupe.rows(tmp_path / "large.parquet")


def test_an_empty_table_is_refused(tmp_path: Path) -> None:
    pq.write_table(pa.table({"x": pa.array([], pa.float64())}), tmp_path / "f.parquet")
    with pytest.raises(InputError, match="there are no rows"):
        drupe.rows(tmp_path / "f.parquet")


def test_a_folder_that_is_moved_is_the_same_data(path: Path, tmp_path: Path) -> None:
    before = drupe.rows(path, target="late").fingerprint
    (tmp_path / "elsewhere").mkdir()
    moved = path.rename(tmp_path / "elsewhere" / path.name)
    os.utime(moved)
    assert drupe.rows(moved, target="late").fingerprint == before
    other = as_parquet(flights(60_000, seed=1), tmp_path / path.name, 20_000)
    assert drupe.rows(other, target="late").fingerprint != before
    assert drupe.rows(moved, target="late", held_out=0.2).fingerprint != before


def test_batches_are_no_larger_than_promised(path: Path) -> None:
    assert max(map(len, ParquetRows.of([str(path)]).batches(0))) == BATCH
