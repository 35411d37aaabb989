"""Arrays in files: read without being mapped, and what is wrong with them is said."""

from pathlib import Path

import numpy as np
import pytest
from inputs.rows.tables import check_contract

from drupe.foundation.errors import InputError
from drupe.inputs.rows.npy_rows import NpyFile, NpyRows


@pytest.fixture
def x(tmp_path: Path) -> str:
    np.save(tmp_path / "x.npy", np.arange(140_000, dtype=np.float32).reshape(70_000, 2))
    return str(tmp_path / "x.npy")


@pytest.mark.parametrize("kind", ["<f4", "<f8", ">f8", "<i2", "|b1"])
def test_entries_are_those_of_numpy(tmp_path: Path, kind: str) -> None:
    array = (np.arange(60).reshape(20, 3) % 2).astype(kind)
    np.save(tmp_path / "x.npy", array)
    rows = NpyRows.of([(str(tmp_path / "x.npy"), None)])
    assert (next(rows.batches(0)).inputs.array == array).all()


def test_parts_and_places(x: str, tmp_path: Path) -> None:
    np.save(tmp_path / "y.npy", np.arange(70_000) % 3)
    rows = NpyRows.of([(x, str(tmp_path / "y.npy"))] * 2)
    assert rows.counts == (65_536, 4464, 65_536, 4464)
    check_contract(rows)
    assert rows.place(70_001) == f"{x}, row 1"


def test_a_file_cut_short_is_refused(x: str) -> None:
    content = Path(x).read_bytes()
    Path(x).write_bytes(content[:-8])
    with pytest.raises(InputError, match="is it complete"):
        NpyFile.of(x)


def test_a_file_that_changes_is_an_error(x: str) -> None:
    rows = NpyRows.of([(x, None)])
    batches = rows.batches(0)
    next(batches)
    np.save(x, np.zeros((70_000, 2), dtype=np.float32))
    with pytest.raises(InputError, match="has changed"):
        list(batches)


@pytest.mark.parametrize(
    ("array", "words"),
    [
        (np.arange(3.0), "a table of numbers"),
        (np.array([["a", "b"]]), "a table of numbers"),
        (np.asfortranarray(np.ones((3, 2))), "column by column"),
        (np.empty((0, 2)), "no rows"),
        (np.array([[{}]], dtype=object), "Python objects"),
    ],
)
def test_what_is_no_table_is_refused(tmp_path: Path, array: np.ndarray, words: str) -> None:
    np.save(tmp_path / "x.npy", array, allow_pickle=True)
    with pytest.raises(InputError, match=words):
        NpyRows.of([(str(tmp_path / "x.npy"), None)])


def test_targets_must_match(x: str, tmp_path: Path) -> None:
    np.save(tmp_path / "y.npy", np.arange(5))
    with pytest.raises(InputError, match="has 70000 rows"):
        NpyRows.of([(x, str(tmp_path / "y.npy"))])
