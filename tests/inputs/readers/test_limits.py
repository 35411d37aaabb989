"""Small files and pipes without end are refused before they take memory or time; honest ones are read."""

import gzip
import os
import threading
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

from drupe import read
from drupe.foundation.errors import BudgetError, InputError, ParameterError
from drupe.inputs.cells import is_date, number
from drupe.inputs.readers import delimited, tabular
from drupe.inputs.readers.formats import delimiter_of
from drupe.inputs.readers.limits import RATIO, SMALL
from drupe.inputs.readers.location import Location
from drupe.inputs.readers.options import Options
from drupe.inputs.readers.recipe import NumberColumn, TableRecipe
from drupe.inputs.readers.text import LONGEST_LINE

MANY = 10**6
"""So many that what takes time with their square does not end."""


@contextmanager
def memory_below(limit: int) -> Iterator[None]:
    tracemalloc.start()
    try:
        yield
        assert tracemalloc.get_traced_memory()[1] < limit
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("end", ["", ".", ".5", "e5", "x", "e", ".5x", "e5x", ",5"])
def test_long_numbers_take_time_with_their_length(end: str) -> None:
    assert number("1" * MANY + end) is None  # beyond float64, or none
    assert number("0" * MANY + end) == (0.5 * (end == ".5") if end in ("", ".", ".5", "e5") else None)
    assert not is_date("1" * MANY + end)


def test_long_words_are_no_numbers() -> None:
    assert delimiter_of([b"1 2", b"1" * MANY + b"x y"]) is None
    assert delimiter_of([b"1 2", b"1" * MANY + b" 2"]) == " "


def test_wide_tables_take_time_with_their_width() -> None:
    names = [f"gene {j}" for j in range(MANY // 4)]
    assert delimited.column_names_of((1, names), True, Location("wide.csv")) == names
    with pytest.raises(InputError, match=f"column {MANY // 4 + 1}: the name 'gene 7' stands at column 8 too"):
        delimited.column_names_of((1, [*names, "gene 7"]), True, Location("wide.csv"))
    recipe = TableRecipe(tuple(NumberColumn(name) for name in names))
    tabular._check_same(names[::-1], recipe, Location("wide.csv"))
    with pytest.raises(InputError, match="'gene 7' of training is not there"):
        tabular._check_same([name for name in names if name != "gene 7"], recipe, Location("wide.csv"))


@pytest.mark.parametrize(
    ("name", "before", "unit"),
    [
        ("line.csv", b"a,b\n1,2\n", b"1,"),
        ("line.txt", b"one\ntwo\n", b"a"),
        ("line.fa", b">a\n", b"ACGT"),
        ("line.svm", b"1 1:2\n", b"1:1 "),
        ("plain.csv", b"a,b\n" + b"1,2\n" * 100, b"1"),
    ],
)
def test_lines_without_end(name: str, before: bytes, unit: bytes, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(before + unit * (6 * LONGEST_LINE // len(unit)))
    place = f"{name}, line {before.count(10) + 1}: the line is longer than 16.0 MiB"
    with memory_below(5 * LONGEST_LINE), pytest.raises(InputError, match=place):
        read(tmp_path / name, target=None)


def test_wide_letters_without_line_ends(tmp_path: Path) -> None:
    (tmp_path / "line.csv").write_bytes(("a" * (LONGEST_LINE + 1)).encode("utf-16"))
    with pytest.raises(InputError, match="line 1: the line is longer"):
        read(tmp_path / "line.csv", target=None, options=Options(encoding="utf-16"))


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_wide_encodings_are_named(encoding: str, tmp_path: Path) -> None:
    file = tmp_path / "wide.csv"
    file.write_bytes("\ufeffa,y\n1,0\n2,1\n".encode(encoding))
    with pytest.raises(InputError, match=f"the file is in {encoding[:6].upper()}, not in utf-8"):
        read(file)
    assert read(file, options=Options(encoding=encoding[:6])).X.tolist() == [[1.0], [2.0]]


@pytest.mark.parametrize("dtype", [np.float64, np.uint8])
def test_arrays_are_measured_before_they_are_unpacked(dtype: type, tmp_path: Path) -> None:
    file = tmp_path / "bomb.npz"
    np.savez_compressed(file, X=np.zeros((2**13, 2**11), dtype=dtype))
    with memory_below(2**24), pytest.raises(BudgetError, match=r"unpack to 128.0 MiB.*Options\(budget"):
        read(file, target=None)
    assert read(file, target=None, options=Options(budget=2**27)).X.shape == (2**13, 2**11)


def test_arrays_that_are_not_packed_may_be_large(tmp_path: Path) -> None:
    np.savez(tmp_path / "large.npz", X=np.zeros((2**10, 2**14)))
    assert read(tmp_path / "large.npz", target=None).X.nbytes == 2**27


def test_tables_of_parquet_are_measured_before_they_are_unpacked(tmp_path: Path) -> None:
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    file = tmp_path / "bomb.parquet"
    pq.write_table(pa.table({"a": np.zeros(2**24), "b": np.ones(2**24)}), file)
    with pytest.raises(BudgetError, match=r"unpack to 256\.0 MiB"):
        read(file, target=None)


def test_packed_text_has_a_limit(tmp_path: Path) -> None:
    file, rows = tmp_path / "bomb.csv.gz", b"0,0\n0,1\n" * 2**17
    with gzip.open(file, "wb") as packed:
        packed.write(b"a,y\n")
        for _ in range(SMALL // len(rows) + 1):
            packed.write(rows)
    assert file.stat().st_size * RATIO < SMALL
    with pytest.raises(BudgetError, match=r"bomb.csv.gz: .* unpack to more than 64.0 MiB"):
        read(file)


@contextmanager
def endless(text: bytes) -> Iterator[str]:
    """The path of a pipe into which someone writes as long as anybody reads."""
    reading, writing = os.pipe()

    def write() -> None:
        with open(writing, "wb", buffering=0) as pipe:
            try:
                while True:
                    pipe.write(text * 1000)
            except BrokenPipeError:
                return

    writer = threading.Thread(target=write)
    writer.start()
    try:
        yield f"/dev/fd/{reading}"
    finally:
        os.close(reading)
        writer.join()


@pytest.mark.parametrize(
    "text",
    [b"1,2,3\n", b"1 1:2 2:3\n", b"words\n", gzip.compress(b"1,2,3\n" * 100)],
    ids=["table", "sparse", "text", "compressed"],
)
def test_pipes_without_end(text: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drupe.inputs.readers.source.PIPED", 2**22)
    with endless(text) as path, pytest.raises(BudgetError, match=r"there is no end|unpack to more than 4\.0 MiB"):
        read(path, target=None)
    with endless(text) as path, pytest.raises(BudgetError, match=r"more than 1.0 MiB"):
        read(path, target=None, options=Options(budget=2**20))


def test_budgets_are_numbers_of_bytes() -> None:
    for wrong in (0, -1, 1.5, "1G", True):
        with pytest.raises(ParameterError, match="budget"):
            Options(budget=wrong)  # type: ignore[arg-type]
