"""Parquet, .npz, FASTA and lines of text, packed or not: found out by their content and their names."""

import bz2
import gzip
import io
import lzma
import sys

import numpy as np
import pytest
import scipy.sparse as sp

from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs import Sequences
from drupe.inputs.readers import Missing, Options, read
from drupe.inputs.readers.formats import Format, recognized


@pytest.fixture
def file(tmp_path):
    """Writes a file and gives its path."""

    def written(content, name):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return written


@pytest.mark.parametrize(
    ("name", "head", "expected"),
    [
        ("table.CSV", b"anything", Format.DELIMITED),
        ("table.csv.gz", b"anything", Format.DELIMITED),
        ("table.csv", b"PAR1...", Format.PARQUET),
        ("data", b"PK\x03\x04", Format.NPZ),
        ("data", b">seq\nACGT\n", Format.FASTA),
        ("heart_scale", b"+1 1:0.5 2:1\n-1 1:1\n", Format.LIBSVM),
        ("a9a.t", b"-1 3:1 11:1 \n-1 5:1 7:1 \n", Format.LIBSVM),
        ("data", b"1,2,3\n4,5,6\n", Format.DELIMITED),
        ("data", b"1 2 3\n4 5 6\n", Format.DELIMITED),
        ("text.txt", b"once upon a time\nthere was a king\n", Format.LINES),
        ("times", b"at 12:30 we met\nat 13:00 we left\n", Format.LINES),
    ],
)
def test_format_is_recognized(name, head, expected):
    assert recognized(name, head) is expected


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_packed_files_are_unpacked(pack, file):
    packed = pack(b"a,y\n1,0\n2,1\n")
    assert read(file(packed, "table.csv")).X.tolist() == [[1.0], [2.0]]
    with pytest.raises(InputError, match="damaged or cut short"):
        read(file(pack(b"a,y\n" + b"1,0\n2,1\n" * 1000)[:-20], "table.csv"))


# -------------------------------------------------------------------------------------------------------------- npz


def npz(**arrays):
    content = io.BytesIO()
    np.savez(content, **arrays)
    return content.getvalue()


def test_arrays_are_read_by_name(file):
    table = read(file(npz(X=np.eye(3), y=[0.0, 1.0, 1.0]), "data.npz"))
    assert table.X.tolist() == np.eye(3).tolist()
    assert table.targets.tolist() == [0, 1, 1]
    other = read(
        file(npz(train=np.eye(3), goal=[0, 1, 1], extra=np.eye(2)), "data.npz"),
        target="goal",
        options=Options(examples="train"),
    )
    assert other.targets.tolist() == [0, 1, 1]
    new = read(file(npz(train=np.ones((2, 3))), "new.npz"), recipe=other.recipe)
    assert new.X.tolist() == np.ones((2, 3)).tolist()
    assert new.targets is None


def test_sparse_matrix_of_scipy(file):
    content = io.BytesIO()
    sp.save_npz(content, sp.csr_matrix(np.eye(3)))
    assert read(file(content.getvalue(), "data.npz")).X.toarray().tolist() == np.eye(3).tolist()


def lying_npz():
    """An archive whose array claims to be vast."""
    content = npz(X=np.eye(2))
    return content.replace(b"(2, 2)", b"(2,99)")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (npz(a=np.eye(2), b=np.eye(2)), "which of its arrays"),
        (npz(X=np.eye(2), y=[1, 1]), "every target is '1'"),
        (npz(X=np.eye(2), y=[1.0, np.nan]), "line 2, column 'y': the target is nan"),
        (npz(X=np.eye(2), y=[1, 2, 3]), "for 2 examples"),
        (npz(X=np.array([[1.0, np.inf]])), "infinity"),
        (npz(X=np.array([[1, "a"]], dtype=object)), "Python objects"),
        (npz(X=np.eye(2))[:150], "cannot be read"),
        (lying_npz(), "cut short|cannot be read"),
        (b"PK\x03\x04" + bytes(100), "cannot be read"),
    ],
    ids=range(9),
)
def test_bad_arrays_are_refused(content, message, file):
    path = file(content, "data.npz")
    with pytest.raises(InputError, match=message) as raised:
        read(path)
    assert str(raised.value).startswith(str(path))


# ---------------------------------------------------------------------------------------------------------- Parquet


@pytest.fixture
def parquet(tmp_path):
    """Writes a Parquet file of these columns."""
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")

    def written(name="table.parquet", **columns):
        pq.write_table(pa.table(columns), tmp_path / name)
        return tmp_path / name

    return written


def test_parquet_table(parquet):
    table = read(parquet(a=[1.5, 2.0, 3.0], b=["x", "y", "x"], c=[True, False, True], y=[0, 1, 1]))
    assert table.inputs.names == ("a", "b=x", "b=y", "c")
    assert table.X.tolist() == [[1.5, 1, 0, 1], [2, 0, 1, 0], [3, 1, 0, 1]]
    assert table.targets.tolist() == [0, 1, 1]
    new = read(parquet("new.parquet", c=[False], b=["y"], a=[9]), recipe=table.recipe)
    assert new.X.tolist() == [[9, 0, 1, 0]]


def test_parquet_and_csv_give_the_same(parquet, file):
    wide = read(
        parquet(a=[1.5, None, 3.5], b=["x", "y", None], y=["p", "q", "q"]), options=Options(missing=Missing.FILL)
    )
    text = read(file("a,b,y\n1.5,x,p\n,y,q\n3.5,,q\n", "t.csv"), options=Options(missing=Missing.FILL))
    assert wide.recipe == text.recipe
    assert wide.X.tolist() == text.X.tolist()
    assert wide.targets.tolist() == text.targets.tolist()


@pytest.mark.parametrize(("targets", "left"), [([0, None, 1], [0, 1]), (["p", None, "q"], ["p", "q"])])
def test_rows_of_parquet_without_target_are_left_out(parquet, targets, left):
    table = read(parquet(a=[1.0, 2.0, 3.0], y=targets), options=Options(missing=Missing.DROP))
    assert (table.targets.tolist(), table.rows.tolist()) == (left, [1, 3])
    assert table.targets.dtype.kind in "iU"


def test_bad_parquet_is_refused(parquet, file):
    pa = pytest.importorskip("pyarrow")
    with pytest.raises(InputError, match="column 'a': the cell is empty"):
        read(parquet(a=[1.0, None], y=[0, 1]))
    with pytest.raises(InputError, match=r"column 'a': the column holds timestamp.*Options\(dropped="):
        read(parquet(a=pa.array([0, 1], pa.timestamp("s")), y=[0, 1]))
    with pytest.raises(InputError, match="does not fit into float64"):
        read(parquet(a=[2**60 + 1, 2], y=[0, 1]))
    with pytest.raises(InputError, match="every target is '0'"):
        read(parquet(a=[1, 2], y=[0, 0]))
    with pytest.raises(InputError, match="line 2, column 'y': the target is nan"):
        read(parquet(a=[1.0, 2.0], y=[0.5, None]))
    with pytest.raises(InputError, match="the table cannot be read"):
        read(file(b"PAR1" + bytes(200), "t.parquet"))
    with pytest.raises(InputError, match="infinite"):
        read(parquet(a=[1.0, float("inf")], y=[0, 1]))


def test_parquet_without_pyarrow_is_refused_with_advice(file, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(InputError, match="pip install pyarrow"):
        read(file(b"PAR1" + bytes(200), "t.parquet"))


# ------------------------------------------------------------------------------------------------- FASTA and lines


def test_fasta(file):
    table = read(file(">a one class=1\nACGT\nAC gt\n;note\n\n>b two class=2\nG\n", "genes.fa"), target="class")
    assert isinstance(table.inputs, Sequences)
    assert table.X == ["ACGTACgt", "G"]
    assert table.targets.tolist() == [1, 2]
    assert table.rows.tolist() == [1, 6]
    assert read(file(">a one\nAC\n>b two\nG\n", "g.fa"), target=1).targets.tolist() == ["one", "two"]
    assert read(file(">c\nTT\n", "new.fa"), recipe=table.recipe).targets is None


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("ACGT\n>a\nAC\n", "line 1: letters come before the first description"),
        (">a\n>b\nAC\n", "line 1: no letters follow"),
        (">a\nAC\n>b\n", "line 3: no letters follow"),
        ("\n\n", "there are no sequences"),
        (">a class=1\nAC\n>b\nG\n", "line 3: the description has no target 'class'"),
        (">a class=1\nAC\n>b class=1\nG\n", "every target is '1'"),
    ],
)
def test_bad_fasta_is_refused(content, message, file):
    with pytest.raises(InputError, match=message):
        read(file(content, "genes.fa"), target="class")


def test_lines_of_text(file):
    table = read(file("once upon a time\n\nthere was\n", "text.txt"))
    assert table.X == ["once upon a time", "", "there was"]
    labelled = read(
        file("spam\tbuy now\nham\thello\tyou\n", "mail.txt"), target="label", options=Options(format=Format.LINES)
    )
    assert labelled.targets.tolist() == ["spam", "ham"]
    assert labelled.X == ["buy now", "hello\tyou"]
    with pytest.raises(InputError, match="line 2: there is no tab"):
        read(file("spam\tbuy now\nham\n", "mail.txt"), target="label", options=Options(format=Format.LINES))


def test_files_of_another_kind_than_training_are_refused(file):
    recipe = read(file(npz(X=np.eye(2), y=[0, 1]), "data.npz")).recipe
    with pytest.raises(InputTypeError, match="but training had numpy arrays"):
        read(file("a,y\n1,0\n", "t.csv"), recipe=recipe)


def test_table_as_a_sample(file):
    table = read(file("a,y\n1,0\n2,1\n", "t.csv"))
    assert len(table) == len(table.dataset) == 2
    with pytest.raises(InputError, match="without targets"):
        _ = read(file("a,y\n1,0\n2,1\n", "t.csv"), target=None).dataset
