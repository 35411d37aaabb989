"""Text is decoded once: the folder is complete or gone, used again for the same files, and full disks lose nothing."""

import gc
import re
import resource
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from inputs.rows.tables import as_csv, check_contract, flights, matrix, targets
from sklearn.datasets import dump_svmlight_file

import drupe
from drupe.foundation.errors import FileError, InputError
from drupe.inputs.readers import Options
from drupe.inputs.rows import csv_spill, spill


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return as_csv(flights(40_000), tmp_path / "flights.csv")


def test_a_temporary_folder_goes_with_the_rows(path: Path) -> None:
    rows = drupe.rows(path, target="late")
    folder = Path(rows.source.spill.folder)
    assert folder.is_dir()
    held_out = rows.held_out
    del rows
    gc.collect()
    assert folder.is_dir()
    assert len(targets(held_out)) == len(held_out)
    del held_out
    gc.collect()
    assert not folder.exists()


def test_a_named_folder_stays_and_is_used_again(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "spill"
    first = drupe.rows(path, target="late", spill=folder)
    expected = matrix(first)

    def never(*_: object) -> None:
        raise AssertionError("decoded again")

    with monkeypatch.context() as patch:
        patch.setattr(csv_spill, "CsvDecoder", never)
        again = drupe.rows(path, target="late", spill=folder)
    assert (matrix(again) == expected).all()
    as_csv(flights(40_000, seed=1), path)
    other = drupe.rows(path, target="late", spill=folder)
    assert targets(other.whole) == flights(40_000, seed=1)["late"].tolist()
    with pytest.raises(FileError, match="no longer there"):  # and not the rows of another file
        list(first.batches(0))
    with pytest.raises(InputError, match="no column"):
        drupe.rows(path, target="late", spill=folder, exclude=["typo"])
    assert (folder / spill.CONTENTS).exists()


def test_who_comes_second_takes_what_the_first_has_decoded(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, pieces = tmp_path / "spill", csv_spill.CsvDecoder.pieces

    def slower(self: object, name: str) -> object:
        monkeypatch.setattr(csv_spill.CsvDecoder, "pieces", pieces)
        drupe.rows(path, target="late", spill=folder)  # another process is done meanwhile
        yield from pieces(self, name)  # type: ignore[arg-type]

    monkeypatch.setattr(csv_spill.CsvDecoder, "pieces", slower)
    rows = drupe.rows(path, target="late", spill=folder)
    assert len(rows.whole) == len(targets(rows.whole)) == 40_000
    assert sorted(one.name for one in tmp_path.iterdir()) == ["flights.csv", "spill"]


def test_a_folder_with_something_else_in_it_is_not_touched(path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "thesis.txt").write_text("years of work")
    with pytest.raises(FileError, match="something else"):
        drupe.rows(path, target="late", spill=folder)
    assert [one.name for one in folder.iterdir()] == ["thesis.txt"]


def test_what_is_broken_in_a_late_line_is_named_and_nothing_is_left(path: Path, tmp_path: Path) -> None:
    with open(path, "a") as file:
        file.write("1,2\n")
    with pytest.raises(InputError, match=r"flights\.csv, line 40002: the row has 2 cells"):
        drupe.rows(path, target="late", spill=tmp_path / "spill")
    assert [one.name for one in tmp_path.iterdir()] == ["flights.csv"]


def test_a_file_that_grows_while_it_is_decoded_is_an_error(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pieces = csv_spill.CsvDecoder.pieces

    def growing(self: object, name: str) -> object:
        for number, piece in enumerate(pieces(self, name)):  # type: ignore[arg-type]
            yield piece
            if number == 1:
                with open(path, "a") as file:
                    file.write("1000,100,AA,2013-01-01,late\n")

    monkeypatch.setattr(csv_spill.CsvDecoder, "pieces", growing)
    with pytest.raises(InputError, match=r"flights\.csv: the file has changed"):
        drupe.rows(path, target="late")


FULL = """
import resource, signal, sys
import drupe
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))
try:
    drupe.rows(sys.argv[1], target="late", spill=sys.argv[2])
except drupe.foundation.errors.FileError as error:
    print(error)
"""


@pytest.mark.skipif(not hasattr(resource, "RLIMIT_FSIZE"), reason="this system has no limit of file sizes")
def test_a_full_disk_is_said_and_leaves_nothing(path: Path, tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", FULL, str(path), str(tmp_path / "spill")], capture_output=True, text=True, check=True
    )
    assert re.search(r"spill: what was decoded cannot be written \(.*\); nothing of it was kept\.", run.stdout)
    assert [one.name for one in tmp_path.iterdir()] == ["flights.csv"]
    assert len(drupe.rows(path, target="late", spill=tmp_path / "spill").whole) == 40_000


def test_a_spill_that_is_damaged_or_gone_is_named(path: Path, tmp_path: Path) -> None:
    rows = drupe.rows(path, target="late", spill=tmp_path / "spill")
    (part,) = (tmp_path / "spill").glob("part-*-000000.npys")
    part.write_bytes(part.read_bytes()[:-1000])
    with pytest.raises(FileError, match="damaged"):
        list(rows.batches(0))
    part.unlink()
    with pytest.raises(FileError, match="no longer there"):
        list(rows.batches(0))


def test_a_column_of_words_that_are_all_different_is_left_out(tmp_path: Path) -> None:
    n = 30_000
    frame = pd.DataFrame({"text": [f"t{i}" for i in range(n)], "x": np.random.default_rng(0).normal(size=n)})
    rows = drupe.rows(as_csv(frame, tmp_path / "f.csv"))
    assert rows.names == ("x",)
    assert "too many different words" in str(rows.encoding.left_out[0])
    with pytest.raises(InputError, match="column 'text' holds too many different words"):
        drupe.rows(tmp_path / "f.csv", include=["text", "x"])


def test_odd_text(tmp_path: Path) -> None:
    path = tmp_path / "odd.csv"
    lines = [f'{i % 7 + 0.5}|"a ""b"" | c"|{"" if i % 3 else "?"}|{i % 2}' for i in range(500)]
    path.write_text("x|word|hole|y\n" + "\n".join(lines) + "\n\n", encoding="latin-1")
    rows = drupe.rows(path, target="y", held_out=0.0, options=Options(encoding="latin-1"))
    assert rows.names == ("x",)
    assert list(rows.labels) == [0, 1]
    assert len(rows) == 500


def test_numbers_without_names(tmp_path: Path) -> None:
    x = np.random.default_rng(0).normal(size=(3000, 3))
    np.savetxt(tmp_path / "f.txt", x, delimiter="\t")
    rows = drupe.rows(tmp_path / "f.txt", target=2, held_out=0.0)
    assert rows.names == ("1", "2")
    np.testing.assert_allclose(targets(rows), x[:, 2])


@pytest.fixture
def sparse(tmp_path: Path) -> tuple[Path, sp.csr_array, np.ndarray]:
    rng = np.random.default_rng(0)
    x = sp.random(40_000, 50, 0.1, format="csr", random_state=rng)
    y = np.where(rng.random(40_000) < 0.5, -1, 1)
    dump_svmlight_file(x, y, str(tmp_path / "f.svm"), zero_based=False)
    return tmp_path / "f.svm", x, y


def test_sparse_rows_stay_sparse(sparse: tuple[Path, sp.csr_array, np.ndarray]) -> None:
    path, x, y = sparse
    rows = drupe.rows(path, held_out=0.0)
    assert rows.dimension == 50
    assert all(batch.inputs.sparse and batch.inputs.single for batch in rows.batches(0))
    assert (matrix(rows) == x.toarray().astype(np.float32)).all()
    assert targets(rows) == y.tolist()
    assert list(rows.labels) == [-1, 1]
    check_contract(drupe.rows(path))


def test_a_broken_line_of_sparse_text_is_named(sparse: tuple[Path, sp.csr_array, np.ndarray]) -> None:
    path, _, _ = sparse
    with open(path, "a") as file:
        file.write("1 3:x\n")
    with pytest.raises(InputError, match=r"f\.svm, line 40001: '3:x'"):
        drupe.rows(path)


def test_sparse_files_together_have_the_widest_of_them(tmp_path: Path) -> None:
    (tmp_path / "a.svm").write_text("1 1:1\n-1 2:1\n")
    (tmp_path / "b.svm").write_text("1 7:1\n-1 1:2\n")
    rows = drupe.rows([tmp_path / "a.svm", tmp_path / "b.svm"], held_out=0.0)
    assert rows.dimension == 7
    assert matrix(rows).shape == (4, 7)


def test_what_a_user_has_put_beside_is_never_removed(path: Path, tmp_path: Path) -> None:
    drupe.rows(path, target="late", spill=tmp_path / "spill")
    (tmp_path / "spill" / "notes.txt").write_text("mine")
    as_csv(flights(100), path)
    with pytest.raises(FileError, match="cannot be written"):
        drupe.rows(path, target="late", spill=tmp_path / "spill")
    assert (tmp_path / "spill" / "notes.txt").read_text() == "mine"


def test_a_file_that_was_written_to_is_decoded_again_whatever_its_size(tmp_path: Path) -> None:
    n = 200_000
    path = tmp_path / "f.csv"
    path.write_text("x,y\n" + "".join(f"{i % 10},{i % 2}\n" for i in range(n)))
    first = drupe.rows(path, target="y", spill=tmp_path / "spill", held_out=0.0)
    text = path.read_text()
    middle = len(text) // 2 // 4 * 4  # where no sample lies, perhaps
    path.write_text(text[:middle] + text[middle:].replace("3,1", "4,0", 1))
    again = drupe.rows(path, target="y", spill=tmp_path / "spill", held_out=0.0)
    assert again.labels[0] == first.labels[0] + 1


@pytest.mark.parametrize("wrong", [{"target": "lat"}, {"target": "late", "exclude": ["typo"]}, {"include": ["typo"]}])
def test_a_column_that_is_not_there_is_said_before_anything_is_decoded(
    path: Path, wrong: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object) -> None:
        raise AssertionError("decoded")

    monkeypatch.setattr(csv_spill, "table_arrays", never)
    with pytest.raises(InputError, match=r"flights\.csv: there is no column '(lat|typo)'; there are 'distance', "):
        drupe.rows(path, **wrong)


def test_columns_that_options_drop_are_excluded(path: Path) -> None:
    rows = drupe.rows(path, target="late", options=Options(dropped=("day", "carrier")))
    assert rows.names == ("distance", "distance is empty", "seats")


def test_a_file_without_rows_is_refused(tmp_path: Path) -> None:
    (tmp_path / "f.csv").write_text("size,y\n")
    with pytest.raises(InputError, match=r"f\.csv: there are no rows"):
        drupe.rows(tmp_path / "f.csv", target="y")
