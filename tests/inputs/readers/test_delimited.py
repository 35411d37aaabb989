"""Tables in text: what is in them comes out, and what is wrong with them is said with file, line and column."""

import csv
import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.preprocessing import OneHotEncoder

import drupe
from drupe.foundation.errors import FileError, InputError
from drupe.inputs.readers import CategoryColumn, Missing, NumberColumn, Options, TableRecipe, read


@pytest.fixture
def file(tmp_path):
    """Writes a file and gives its path."""

    def written(content, name="table.csv"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return written


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|", " "])
def test_delimiter_is_found(delimiter, file):
    table = read(file(f"a{delimiter}b{delimiter}y\n1{delimiter}2.5{delimiter}0\n3{delimiter}-4e2{delimiter}1\n"))
    assert table.X.tolist() == [[1.0, 2.5], [3.0, -400.0]]
    assert table.targets.tolist() == [0, 1]
    assert table.targets.dtype == np.int64
    assert table.inputs.names == ("a", "b")


def test_any_other_delimiter_can_be_named(file):
    table = read(file("a~y\n1~0\n2~1\n"), options=Options(delimiter="~"))
    assert table.X.tolist() == [[1.0], [2.0]]


def test_names_are_optional(file):
    table = read(file("5.1,3.5,setosa\n7.0,3.2,versicolor\n"), target=-1)
    assert table.recipe == TableRecipe((NumberColumn("1"), NumberColumn("2")), "3", named=False)
    assert table.targets.tolist() == ["setosa", "versicolor"]
    assert read(file("5.1,3.5,setosa\n7.0,3.2,versicolor\n"), target="3").targets.tolist() == table.targets.tolist()


def test_quotes_blanks_and_line_ends(file):
    table = read(file('"first, name", "y"\r\n"1.5",0\r\n\r\n 2 ,1\r\n'), target="y")
    assert table.inputs.names == ("first, name",)
    assert table.X.tolist() == [[1.5], [2.0]]
    assert table.rows.tolist() == [2, 4]


@given(
    cells=st.lists(
        st.tuples(st.floats(allow_nan=False, allow_infinity=False), st.sampled_from(["x", "a b", 'q"q', "k,k"])),
        min_size=2,
        max_size=30,
    )
)
def test_what_csv_writes_is_read(cells, tmp_path_factory):
    path = tmp_path_factory.getbasetemp() / "written.csv"
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["number", "word"])
    writer.writerows((repr(number), word) for number, word in cells)
    path.write_text(text.getvalue(), newline="")
    table = read(path, target=None)
    numbers, words = np.array([number for number, _ in cells]), np.array([[word] for _, word in cells])
    np.testing.assert_array_equal(table.X[:, 0], numbers)
    np.testing.assert_array_equal(table.X[:, 1:], OneHotEncoder().fit_transform(words).toarray())


def test_new_file_is_encoded_as_the_training_file_was(file):
    training = read(file("size,color,y\n1,red,0\n2,green,1\n3,blue,1\n"))
    assert training.recipe.columns[1] == CategoryColumn("color", ("blue", "green", "red"))
    new = read(file("color,size\ngreen,7\n", "new.csv"), recipe=training.recipe)
    assert new.X.tolist() == [[7.0, 0.0, 1.0, 0.0]]
    assert new.targets is None
    assert new.inputs.names == training.inputs.names
    labelled = read(file("color,y,size\ngreen,1,7\n", "new.csv"), recipe=training.recipe)
    assert labelled.targets.tolist() == [1]


def test_new_file_without_names_may_leave_out_the_target(file):
    training = read(file("0,1.5,a\n1,2.5,b\n"), target=0)
    assert read(file("7.5,b\n", "new.csv"), recipe=training.recipe).X.tolist() == [[7.5, 0.0, 1.0]]
    with_target = read(file("1,7.5,b\n", "new.csv"), recipe=training.recipe)
    assert with_target.X.tolist() == [[7.5, 0.0, 1.0]]
    assert with_target.targets.tolist() == [1]


def test_recipe_travels_with_the_model(file, tmp_path):
    training = read(file("size,color,y\n1,red,0\n2,green,1\n3,red,0\n4,green,1\n"))
    machine = drupe.SVC().fit(training.inputs, training.targets)
    drupe.save(machine, tmp_path / "m.drupe", recipe=training.recipe)
    archive = drupe.persistence.load_archive(tmp_path / "m.drupe")
    new = read(file("size,color\n4,green\n1,red\n", "new.csv"), recipe=archive.recipe)
    assert archive.model.predict(new.inputs).tolist() == [1, 0]


def test_missing_values_are_left_out_or_filled_in(file):
    content = "a,b,y\n1,x,0\n,y,1\n3,?,1\n5,y,1\n"
    dropped = read(file(content), options=Options(missing=Missing.DROP))
    assert dropped.X.tolist() == [[1.0, 1.0, 0.0], [5.0, 0.0, 1.0]]
    assert dropped.rows.tolist() == [2, 5]
    filled = read(file(content), options=Options(missing=Missing.FILL))
    assert filled.recipe.columns == (NumberColumn("a", 3.0), CategoryColumn("b", ("", "x", "y")))
    assert filled.X.tolist() == [[1, 0, 1, 0], [3, 0, 0, 1], [3, 1, 0, 0], [5, 0, 0, 1]]
    new = read(file("a,b\nNA,null\n", "new.csv"), recipe=filled.recipe)
    assert new.X.tolist() == [[3, 1, 0, 0]]


@pytest.mark.parametrize("gap", ["", " ", "?", "NA", "nan"])
def test_rows_without_target_are_left_out_too(file, gap):
    content = f"a,b,y\n1,x,0\n2,x,{gap}\n,y,1\n4,y,1\n"
    filled = read(file(content), options=Options(missing=Missing.FILL))
    assert (filled.rows.tolist(), filled.targets.tolist(), filled.left_out) == ([2, 4, 5], [0, 1, 1], 1)
    dropped = read(file(content), options=Options(missing=Missing.DROP))
    assert (dropped.X[:, 0].tolist(), dropped.rows.tolist()) == ([1.0, 4.0], [2, 5])
    assert dropped.targets.tolist() == [0, 1]
    words = read(file(content.replace(",0\n", ",no\n")), options=Options(missing=Missing.DROP))
    assert words.targets.tolist() == ["no", "1"]


def test_numbers_can_be_categories_and_columns_can_be_dropped(file):
    options = Options(categorical=("grade",), dropped=("id",))
    table = read(file("id,grade,y\na7,1,0\na8,2,1\n"), options=options)
    assert table.inputs.names == ("grade=1", "grade=2")
    assert read(file("id,grade\na9,2\n", "n.csv"), recipe=table.recipe).X.tolist() == [[0.0, 1.0]]


def test_decimal_commas(file):
    assert read(file("a;y\n1,5;0\n2;1\n"), options=Options(decimal=",")).X.tolist() == [[1.5], [2.0]]


def test_encodings(file):
    content = "größe,y\n1,ä\n2,b\n"
    assert read(file(content.encode("latin-1")), options=Options(encoding="latin-1")).targets.tolist() == ["ä", "b"]
    assert read(file(content.encode("utf-16")), options=Options(encoding="utf-16")).targets.tolist() == ["ä", "b"]
    assert read(file(content.encode("utf-8-sig"))).inputs.names == ("größe",)


def test_many_rows_keep_their_order(file):
    values = np.random.default_rng(0).normal(size=(10_000, 3)).round(6)
    content = "\n".join(",".join(map(str, row)) for row in values.tolist())
    table = read(file(content), target=None)
    np.testing.assert_array_equal(table.X, values)
    assert table.rows[-1] == 10_000


def test_progress_is_told(file):
    said = []
    read(file("a,y\n" + "1,0\n2,1\n" * 50_000), progress=said.append)
    assert said[-1] == 1.0
    assert said == sorted(said)


BAD = {
    "empty": (b"", "the file is empty"),
    "blank lines": (b"\n\n", "no lines with text"),
    "only names": (b"a,y\n", "there are no examples"),
    "one class": (b"a,y\n1,0\n2,0\n", "column 'y': every target is '0'"),
    "no usual target": (b"a,b\n1,0\n2,0\n", "name the target column, one of 'a', 'b'"),
    "two usual targets": (b"label,y\n1,0\n2,1\n", "may be targets"),
    "target not there": (b"a,y\n1,0\n2,\n", "line 3, column 'y': the target is missing"),
    "target nan": (b"a,y\n1,0.5\n2,nan\n", "line 3, column 'y': the target is 'nan', which stands for a missing one"),
    "ragged": (b"a,b,y\n1,2,0\n3,1\n", "line 3: the row has 2 cells, but there are 3 columns"),
    "open quote": (b'a,b,y\n1,2,0\n3,"1\n', "line 3: the row has a quote that does not close"),
    "not utf-8": (b"a,b,y\n1,2,0\n1,\xff,1\n", r"line 3: byte 3 \(0xff\) is not utf-8"),
    "zero byte": (b"a,b,y\n1,2,0\n1,\x00,1" + b" " * 50, "line 3: byte 3 is zero"),
    "junk": (bytes(range(256)), "are no text"),
    "utf-16": ("a,y\n1,0\n".encode("utf-16"), r"pass Options\(encoding='utf-16'\)"),
    "word among numbers": (b"a,y\n1,0\ntwo,1\n", "line 3, column 'a': 'two' is no number"),
    "empty cell": (b"a,y\n1,0\n,1\n", "line 3, column 'a': the cell is empty"),
    "empty word": (b"a,y\nu,0\n,1\n", "line 3, column 'a': the cell is empty"),
    "date": (b"a,y\n2024-01-31,0\n2024-02-01,1\n", "line 2, column 'a': '2024-01-31' is a date"),
    "decimal comma": (b"a;b;y\n1,5;1;0\n2,5;2;1\n", r"line 2, column 'a': '1,5' has a comma .* Options\(decimal=','\)"),
    "two equal names": (b"a,a,y\n1,2,0\n3,4,1\n", "line 1, column 2: the name 'a' stands at column 1 too"),
    "infinite": (b"a,y\n1,0\ninf,1\n", "'inf' is no number"),
    "overflowing": (b"a,y\n1,0\n1e999,1\n", "'1e999' is no number"),
    "names": (b"a,y\n" + b"".join(b"w%d,%d\n" % (i, i % 2) for i in range(1200)), "line 1002, .* category number 1001"),
    "target alone": (b"y\n0\n1\n", "no column besides the target"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_file_is_refused_in_one_line(case, file):
    content, message = BAD[case]
    path = file(content)
    with pytest.raises(InputError, match=message) as raised:
        read(path)
    assert str(raised.value).startswith(str(path))
    assert "\n" not in str(raised.value)


NEW = {
    "column missing": ("a,y\n1,0\n", "the column 'b' of training is not there"),
    "column too many": ("a,b,c\n1,u,0\n", "the column 'c' was not there in training"),
    "no names": ("1,u\n", "line 1: the first line does not name the columns of training"),
    "unknown category": (
        "a,b\n1,w\n",
        "line 2, column 'b': the category 'w' did not occur in training; known are 'u', 'v'",
    ),
    "word for a number": ("a,b\nx,u\n", "line 2, column 'a': 'x' is no number"),
    "nothing": ("a,b\n", "there are no examples"),
}


@pytest.mark.parametrize("case", NEW)
def test_new_file_that_does_not_fit_is_refused(case, file):
    recipe = read(file("a,b,y\n1,u,0\n2,v,1\n")).recipe
    content, message = NEW[case]
    with pytest.raises(InputError, match=message):
        read(file(content, "new.csv"), recipe=recipe)


def test_wrong_target_and_options_are_named(file):
    path = file("a,b\n1,0\n2,1\n")
    with pytest.raises(InputError, match="no target column 'c'; choose one of 'a', 'b'"):
        read(path, target="c")
    with pytest.raises(InputError, match="no column 5, counted from 0"):
        read(path, target=5)
    with pytest.raises(InputError, match="no column 'z'"):
        read(path, target="b", options=Options(dropped=("z",)))
    with pytest.raises(ValueError, match=r"Options\.encoding"):
        Options(encoding="klingon")
    with pytest.raises(ValueError, match=r"Options\.delimiter"):
        Options(delimiter="ab")


def test_files_that_cannot_be_opened(tmp_path):
    with pytest.raises(FileError, match="is a folder"):
        read(tmp_path)
    with pytest.raises(FileError, match="No such file"):
        read(tmp_path / "nothing.csv")
