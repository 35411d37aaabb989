"""Names of columns at prediction are compared with those of the fit."""

import re

import pytest

from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs.names import check_names, column_names

FITTED = tuple(f"col_{i}" for i in range(8))


def test_names_are_kept_if_all_are_text():
    assert column_names(["a", "b"]) == ("a", "b")
    assert column_names([0, 1]) is None
    assert column_names([]) is None
    with pytest.raises(InputTypeError, match="such as 1"):
        column_names(["a", 1])


@pytest.mark.parametrize("new", [FITTED, None])
def test_equal_or_absent_names_pass(new):
    check_names(FITTED, new)
    check_names(new, FITTED)


@pytest.mark.parametrize(
    ("new", "words"),
    [
        (FITTED[::-1], "Feature names must be in the same order as they were in fit."),
        (
            tuple(f"another_prefix_{i}" for i in range(8)),
            "Feature names unseen at fit time:\n- another_prefix_0\n- another_prefix_1\n",
        ),
        (FITTED[:3], "Feature names seen at fit time, yet now missing:\n- col_3\n"),
    ],
)
def test_other_names_are_refused_in_the_words_of_the_estimator_checks(new, words):
    expected = "The feature names should match those that were passed during fit.\n" + words
    with pytest.raises(InputError, match=re.escape(expected)):
        check_names(FITTED, new)


def test_a_long_list_is_cut():
    with pytest.raises(InputError) as refusal:
        check_names(FITTED, ("col_0",))
    assert "- col_5\n- ...\n" in str(refusal.value)
    assert "col_6" not in str(refusal.value)
