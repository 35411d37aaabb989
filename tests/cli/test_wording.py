"""Remedies of errors, said as options of the command line."""

import pickle

import pytest

from drupe import read
from drupe.cli.wording import for_command_line
from drupe.foundation.errors import BudgetError, FileError, InputError, InputTypeError
from drupe.foundation.remedies import InPython, NamedTarget, Setting, UntoldRows
from drupe.inputs.readers.options import Missing, Options


@pytest.mark.parametrize(
    ("remedy", "python", "terminal"),
    [
        (Setting("missing", Missing.FILL), "Options(missing=Missing.FILL)", "--missing fill"),
        (Setting("dropped", ("the id",)), "Options(dropped=('the id',))", "--drop 'the id'"),
        (Setting("first_index", 0), "Options(first_index=0)", "--first-index 0"),
        (Setting("decimal", ","), "Options(decimal=',')", "--decimal ','"),
        (Setting("budget"), "Options(budget=...)", "--budget"),
        (NamedTarget("name the column"), "name the column", "name the column with --target"),
        (NamedTarget("the target 'x'", "x"), "the target 'x'", "--target 'x'"),
        (NamedTarget("the target '2'", "2"), "the target '2'", "--target '2' (svm-train's -t is --kernel)"),
        (UntoldRows(), "untold='drop'", "--missing drop"),
        (InPython(", or pass target=None"), ", or pass target=None", ""),
    ],
)
def test_a_remedy_is_said_in_two_languages(remedy, python, terminal):
    error = InputError(f"wrong; do this: {remedy}.", remedies=(remedy,))
    assert str(error) == f"wrong; do this: {python}."
    assert for_command_line(error) == f"wrong; do this: {terminal}."


@pytest.mark.parametrize("kind", [InputError, InputTypeError, BudgetError, FileError])
def test_errors_keep_their_remedies_in_a_pickle(kind):
    error = kind("wrong", remedies=(Setting("budget"),))
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.remedies) == (kind, "wrong", (Setting("budget"),))


@pytest.mark.parametrize(
    ("name", "text", "target"),
    [
        ("empty.csv", "a,b,y\n1,,1\n2,3,0\n", "y"),
        ("comma.csv", 'a;y\n"1,5";1\n2;0\n', "y"),
        ("nothing.csv", "a,b\n1,2\n3,4\n", Options),
        ("constant.csv", "a,y\n1,1\n2,1\n", "y"),
        ("mixed.csv", "a,y\n1,1\nx,0\n", "y"),
        ("date.csv", "a,y\n2020-01-01,1\n2020-01-02,0\n", "y"),
        ("zero.svm", "1 0:3\n0 1:2\n", Options),
        ("named.svm", "1 1:3\n0 1:2\n", "2"),
        ("plain.fasta", ">a\nACGT\n>b\nAC\n", "kind"),
    ],
)
def test_no_python_reaches_the_terminal(tmp_path, name, text, target):
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(InputError) as caught:
        read(path) if target is Options else read(path, target=target)
    said = for_command_line(caught.value)
    assert "Options(" not in said
    assert "target=" not in said
    assert caught.value.remedies
