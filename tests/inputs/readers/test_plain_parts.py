"""Tables are read at once where they are plain, with the values, the lines and the errors of the careful way."""

import csv
import io
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drupe.foundation.errors import InputError
from drupe.inputs.readers import Missing, Options, delimited, plain_part, read
from drupe.native import read_plain_table

FILL = Options(missing=Missing.FILL)


@pytest.fixture
def file(tmp_path):
    """Writes a file and gives its path."""

    def written(content, name="table.csv"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return written


@pytest.fixture
def carefully(monkeypatch):
    """Reads one row at a time only, as Python's csv module takes it apart."""

    def careful(*arguments, **named):
        with monkeypatch.context() as patch:
            patch.setattr(delimited, "plain_part", lambda *_: None)
            return read(*arguments, **named)

    return careful


def same(one, other):
    assert one.recipe == other.recipe
    np.testing.assert_array_equal(one.X.view(np.int64), other.X.view(np.int64))
    np.testing.assert_array_equal(one.targets, other.targets)
    np.testing.assert_array_equal(one.rows, other.rows)


def outcome(way, path):
    """What was read, or the error."""
    try:
        return way(path, options=FILL)
    except InputError as error:
        return error


def long_table(odd="", at=5000, rows=9000):
    rng = np.random.default_rng(0)
    lines = [f"{a!r},{b:.3f},{'red' if b > 0 else 'green'},{i % 3}" for i, (a, b) in enumerate(rng.normal(size=(rows, 2)).tolist())]  # fmt: skip  # noqa: E501
    lines.insert(at, odd) if odd else None
    return "a,b,color,y\n" + "\n".join(lines) + "\n"


@pytest.mark.parametrize("odd", [
    "", '1,"2",red,0', '1,2,"a ""b""\nc",0', " 1 , 2.5 ,  red, 2 ", "1,,red,1", "NA,?,red,1", "1,2,,1", "\r",
    " , , , ", "1e400,1,red,1", "1e-400,5e-324,red,1", "0x10,1,red,1", "1_0,1,red,1", "1,2,blau,0", "1,2,blå,0",
])  # fmt: skip
def test_odd_rows_in_the_midst_of_plain_ones(odd, file, carefully):
    path = file(long_table(odd))
    found, wanted = (outcome(way, path) for way in (read, carefully))
    assert type(found) is type(wanted)
    assert str(found) == str(wanted) if isinstance(wanted, InputError) else same(found, wanted) is None


def test_plain_tables_are_not_read_row_by_row(file, monkeypatch):
    seen = []
    monkeypatch.setattr(delimited, "_add", lambda *given, add=delimited._add: (seen.append(len(given[1])), add(*given)))
    assert len(read(file(long_table()))) == 9000
    assert sum(seen) < delimited.FEW
    quoted = long_table('1,"2",red,0').replace("\n", "\r\n")
    seen.clear()
    assert len(read(file(quoted))) == 9001
    assert sum(seen) < 2 * delimited.FEW


def test_blocks_end_where_lines_end(file, carefully, monkeypatch):
    path = file(long_table(rows=400).rstrip("\n"))
    wanted = carefully(path)
    for size in (1, 7, 100, 1000):
        monkeypatch.setattr(plain_part, "BLOCK_BYTES", size)
        same(read(path), wanted)


@pytest.mark.parametrize("encoding", ["latin-1", "cp1252", "utf-8", "utf-16", "utf-8-sig"])
def test_words_in_many_encodings(encoding, file, carefully):
    path = file(long_table().replace("green", "grün").encode(encoding))
    options = Options(encoding=encoding)
    table = read(path, options=options)
    assert "color=grün" in table.recipe.features
    same(table, carefully(path, options=options))


def test_wrong_encoding_behind_many_plain_lines_is_found(file):
    content = long_table().encode() + "1,2,grün,0\n".encode("latin-1")
    with pytest.raises(InputError, match=r"line 9002: byte 7 \(0xfc\) is not utf-8"):
        read(file(content))


@given(st.lists(st.tuples(st.floats(allow_nan=False, allow_infinity=False), st.floats(-1e6, 1e6), st.integers()), min_size=1))  # fmt: skip  # noqa: E501
@settings(max_examples=200, deadline=None)
def test_the_same_bits_as_float(rows):
    texts = [[repr(a), f"{b:.4f}", str(c)] for a, b, c in rows]
    content = io.StringIO()
    csv.writer(content, lineterminator="\n").writerows(texts)
    numbers, words, count, used = read_plain_table(content.getvalue().encode(), ",", ".", [True, True, True], [""])
    assert words == []
    assert used <= len(content.getvalue())
    for column, cells in zip(numbers, zip(*texts[:count], strict=True), strict=True):
        assert [math.copysign(1.0, value) * value for value in column] == [abs(float(cell)) for cell in cells]
    assert count == len(rows) or not math.isfinite(float(texts[count][2]))


def test_native_border_refuses_what_does_not_fit():
    with pytest.raises(ValueError, match="no columns"):
        read_plain_table(b"1\n", ",", ".", [], [])
    with pytest.raises(ValueError, match="one character each"):
        read_plain_table(b"1\n", ",,", ".", [True], [])


def test_decimal_commas_in_columns_targets_and_files_to_predict(file):
    rows = "".join(f"{i},5;{i % 7},25;{i % 11},75\n" for i in range(300))
    path = file("a;b;y\n" + rows)
    with pytest.raises(InputError, match=r"line 2, column 'a': '0,5' has a comma before its decimals"):
        read(path)
    table = read(path, options=Options(decimal=","))
    assert table.X[7].tolist() == [7.5, 0.25]
    assert table.targets[:2].tolist() == [0.75, 1.75]
    assert read(path, recipe=table.recipe).X.tolist() == table.X.tolist()
    labels = read(file("a;y\n1,5;x,y\n2,5;z\n"), options=Options(decimal=","))
    assert labels.targets.tolist() == ["x,y", "z"]


def test_decimal_comma_where_training_had_points(file):
    training = read(file("a;y\n1.5;0\n2.5;1\n"))
    with pytest.raises(InputError, match="has a comma before its decimals"):
        read(file("a;y\n1,5;0\n", "new.csv"), recipe=training.recipe)
    with pytest.raises(InputError, match="'x' is no number, but training had numbers here; mend it or drop the row"):
        read(file("a;y\nx;0\n", "new.csv"), recipe=training.recipe)


def test_column_whose_first_value_comes_late(file):
    late = "a,b,y\n" + "".join(f"{i},{'word' if i > 200 else ''},{i % 2}\n" for i in range(300))
    table = read(file(late), options=FILL)
    assert table.recipe.features == ("a", "b=", "b=word")
    assert table.X[:, 2].sum() == 99
    empty = "a,b,y\n" + "".join(f"{i},,{i % 2}\n" for i in range(300))
    assert (read(file(empty), options=FILL).X[:, 1] == 0.0).all()


@pytest.mark.parametrize(("content", "named"), [
    ("ham,hello\nspam,buy\nham,bye\n", False),
    ("kind,text\nspam,buy\nham,bye\n", True),
    ("class,text\nclass,buy\nham,bye\n", True),
    ("red,green\n1,2\n3,4\n", True),
    ("x,x\ny,z\n", False),
])  # fmt: skip
def test_headers_are_told_by_what_stands_below(content, named, file):
    table = read(file(content), target=None)
    assert table.recipe.named is named
    assert len(table) == content.count("\n") - named


def test_rows_are_named_by_the_line_they_begin_on(file):
    table = read(file('a,b,y\n1,"x\nz",0\n2,x,1\n'))
    assert table.rows.tolist() == [2, 4]
    with pytest.raises(InputError, match="line 3: the row has a quote that does not close"):
        read(file('a,b,y\n1,x,0\n2,"x,1\n' + "3,x,0\n" * 500))
    with pytest.raises(InputError, match="line 1: a carriage return stands inside of the line"):
        read(file("a,b,y\r1,2,0\r3,4,1\r"))


def test_target_by_its_number(file):
    content = "2,b,1\n5,6,0\n7,8,1\n"
    assert read(file(content), target="1", options=Options(header=True)).recipe.target == "1"
    assert read(file(content), target="3", options=Options(header=True)).recipe.target == "1"
    assert read(file(content), target="2", options=Options(header=False)).recipe.target == "2"
    with pytest.raises(InputError, match=r"no target column '9'.*numbers from 1 to 3"):
        read(file(content), target="9", options=Options(header=False))
    with pytest.raises(InputError, match="is it 'fruit'"):
        read(file("a,fruit\n1,x\n2,z\n"), target="Fruit")


def test_categorical_target_is_text(file):
    table = read(file("a,y\n1,10\n2,20\n"), options=Options(categorical=("y",)))
    assert table.targets.tolist() == ["10", "20"]


def test_text_with_a_number_in_it_is_no_table(file):
    table = read(file("buy it 3\nsell it 4\n", "words.txt"))
    assert list(table.X) == ["buy it 3", "sell it 4"]


def test_file_of_another_kind_says_so(file):
    table = read(file("a,b,y\n1,2,0\n3,4,1\n"))
    sparse = read(file("+1 1:2\n-1 1:3\n", "heart_scale"))
    with pytest.raises(InputError, match=r"it looks like a table with delimiters .*, but training had sparse rows"):
        read(file("a,b,y\n1,2,0\n"), recipe=sparse.recipe)
    with pytest.raises(InputError, match=r"it looks like sparse rows .*, but training had a table"):
        read(file("+1 1:2\n-1 1:3\n", "heart_scale"), recipe=table.recipe)


def test_sparse_rows_have_no_target_column_and_no_endless_width(file):
    with pytest.raises(InputError, match="the target '2' names nothing here; labels stand first on each line"):
        read(file("+1 1:2\n-1 1:3\n", "heart_scale"), target="2")
    wide = file("+1 2000000000:2\n-1 1:3\n", "heart_scale")
    with pytest.raises(InputError, match="the largest index is 2000000000"):
        read(wide)
    assert read(wide, options=Options(dimension=2_000_000_000)).X.shape == (2, 2_000_000_000)
