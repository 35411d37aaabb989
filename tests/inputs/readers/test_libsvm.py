"""LIBSVM's sparse text, against scikit-learn's reader, and with errors that name the line."""

import io
import sys
import tracemalloc

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st
from sklearn.datasets import dump_svmlight_file, load_svmlight_file

from drupe.foundation.errors import InputError
from drupe.inputs.readers import Options, SparseRecipe, libsvm, read
from drupe.inputs.readers.libsvm_block import patient_block, plain_block
from drupe.inputs.readers.location import Location


@pytest.fixture
def file(tmp_path):
    """Writes a file and gives its path."""

    def written(content, name="heart_scale"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return written


def many(rows=500, columns=60, density=0.2):
    X = sp.random_array((rows, columns), density=density, rng=np.random.default_rng(0), format="csr")
    content = io.BytesIO()
    dump_svmlight_file(X, np.arange(rows) % 3 - 1, content, zero_based=False)
    return content.getvalue()


def test_heart_scale_without_extension_just_works(file):
    table = read(file("+1 1:0.708333 2:1 3:1 12:-1 13:-1 \n-1 1:0.583333 2:-1 13:1 \n"))
    assert table.targets.tolist() == [1, -1]
    assert table.X.shape == (2, 13)
    assert table.X.toarray()[0, [0, 12]].tolist() == [0.708333, -1.0]
    assert table.recipe == SparseRecipe(13)


@pytest.mark.parametrize("block", [64, 1000, 2**22])
def test_agrees_with_scikit_learn(block, file, monkeypatch):
    monkeypatch.setattr(libsvm, "BLOCK_BYTES", block)
    path = file(many())
    X, y = load_svmlight_file(str(path), zero_based=False)
    table = read(path)
    assert (sp.csr_array(X) != table.X).nnz == 0
    np.testing.assert_array_equal(table.targets, y)


@given(
    rows=st.lists(
        st.tuples(
            st.floats(-1e6, 1e6),
            st.dictionaries(st.integers(1, 2**31 - 3), st.floats(allow_nan=False, allow_infinity=False), max_size=5),
        ),
        min_size=1,
        max_size=10,
    )
)
def test_fast_and_patient_ways_agree(rows):
    lines = [f"{label!r} " + " ".join(f"{i}:{row[i]!r}" for i in sorted(row)) for label, row in rows]
    content = ("\n".join(lines) + "\n").encode()
    (fast, used), patient = plain_block(content, 1, 1), patient_block(content, 1, 1, Location("x"))
    assert used == len(content)
    for name in ("labels", "values", "indices", "starts", "lines"):
        np.testing.assert_array_equal(getattr(fast, name), getattr(patient, name))
        assert getattr(fast, name).dtype == getattr(patient, name).dtype


def test_comments_queries_blank_lines_and_rows_without_entries(file):
    table = read(file("# made by hand\n1 qid:3 1:2 # first\n\n-1\n\t+2.5 2:1\r\n"))
    assert table.targets.tolist() == [1.0, -1.0, 2.5]
    assert table.X.toarray().tolist() == [[2.0, 0.0], [0.0, 0.0], [0.0, 1.0]]
    assert table.rows.tolist() == [2, 4, 5]


def test_columns_may_count_from_zero(file):
    assert read(file("1 0:5\n0 1:6\n"), options=Options(first_index=0)).X.toarray().tolist() == [[5.0, 0.0], [0.0, 6.0]]


def test_new_file_has_the_width_of_the_training_file(file):
    training = read(file("1 3:1\n0 1:1\n"))
    assert read(file("1 1:1\n", "new"), recipe=training.recipe).X.shape == (1, 3)
    with pytest.raises(InputError, match="line 2: the index 4 lies past the last column 3"):
        read(file("1 1:1\n1 4:1\n", "new"), recipe=training.recipe)
    wider = read(file("1 3:1\n0 1:1\n"), options=Options(dimension=9))
    assert read(file("1 4:1\n", "new"), recipe=wider.recipe).X.shape == (1, 9)


def test_labels_can_be_left_out(file):
    assert read(file("1 1:1\n1 2:1\n"), target=None).targets is None


BAD = {
    "word": ("1 1:2 garbage\n", "line 2: 'garbage' is no index:value pair"),
    "falling": ("1 3:1 2:1\n", "line 2: the index 2 comes after 3"),
    "twice": ("1 2:1 2:1\n", "line 2: the index 2 comes after 2"),
    "letters": ("1 1:abc\n", "line 2: '1:abc' has no finite number"),
    "label": ("A 1:2\n", "line 2: 'A' is no label"),
    "no label": ("1:2 2:3\n", "line 2: '1:2' is an index:value pair where the label should be"),
    "zero": ("1 0:3\n", r"line 2: the index 0 .* Options\(first_index=0\)"),
    "negative": ("1 -1:3\n", "line 2: '-1:3' is no index:value pair"),
    "two labels": ("1,2 1:2\n", "line 2: '1,2' is no label"),
    "nan": ("1 1:nan\n", "no finite number"),
    "huge value": ("1 1:1e999\n", "no finite number"),
    "huge index": ("1 99999999999999:1\n", "is too large"),
    "index too large": ("1 2147483648:1\n", "is too large"),
    "two colons": ("1 1:2:3\n", "no finite number"),
    "blank after colon": ("1 1: 2:3.0.4\n", "'1:' has no finite number"),
    "two points": ("1 1:1.2.3\n", "no finite number"),
    "fraction": ("1 1.5:2\n", "is no index:value pair"),
    "colon missing": ("1 1 2:3:4\n", "'1' is no index:value pair"),
    "sign": ("1 1:+-2\n", "no finite number"),
    "underscore": ("1 1:1_0\n", "no finite number"),
    "hexadecimal": ("1 1:0x10\n", "no finite number"),
    "no ascii": ("1 1:é\n", "belongs to no number"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_line_is_named(case, file):
    line, message = BAD[case]
    path = file("-1 1:1\n" + line + "1 1:1\n", "bad.svm")
    with pytest.raises(InputError, match=message) as raised:
        read(path)
    assert str(raised.value).startswith(f"{path}, line 2: ")


def test_files_of_which_nothing_can_be_learned(file):
    for content, message in (
        ("", "empty"),
        ("\n# nothing\n", "no examples"),
        ("1 1:1\n1 2:1\n", "every target is '1'"),
    ):
        with pytest.raises(InputError, match=message):
            read(file(content, "bad.svm"))


def test_memory_stays_near_the_size_of_the_rows(file):
    content = many(rows=20_000, columns=100, density=0.1)
    path = file(content)
    tracemalloc.start()
    table = read(path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    kept = table.X.data.nbytes + table.X.indices.nbytes + table.X.indptr.nbytes
    # The file as text, its blocks' temporaries and both copies of the rows: far from ten times the file.
    assert peak < 2.5 * kept + 12 * libsvm.BLOCK_BYTES


def test_standard_input(monkeypatch):
    class Standard:
        buffer = io.BytesIO(b"1 1:0.5\n-1 2:1\n")

    monkeypatch.setattr(sys, "stdin", Standard)
    assert read("-").targets.tolist() == [1, -1]
    assert not Standard.buffer.closed
