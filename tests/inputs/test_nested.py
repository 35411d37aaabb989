"""Nested lists: rectangles pass, anything else is refused by row."""

import numpy as np
import pytest

from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs import Vectors


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([[1, 2], [3, 4]], [[1.0, 2.0], [3.0, 4.0]]),
        (((1.5, True), (False, 2)), [[1.5, 1.0], [0.0, 2.0]]),
        ([np.array([1.0, 2.0]), [3, 4]], [[1.0, 2.0], [3.0, 4.0]]),
        ([[2**60, 0.5]], [[2.0**60, 0.5]]),
        ([[2**64, -1]], [[2.0**64, -1.0]]),
    ],
)
def test_rectangles_become_tables(rows, expected):
    assert Vectors.of(rows).array.tolist() == expected


def test_rows_in_single_precision_stay_single():
    assert Vectors.of([np.ones(2, np.float32), np.ones(2, np.float32)]).dtype == np.float32


@pytest.mark.parametrize(
    ("rows", "word"),
    [
        ([[1.0, 2.0], [3.0, 4.0], [5.0]], "row 2 has 1 entries, but row 0 has 2 entries"),
        ([[1.0, 2.0], 3.0], "row 1 has no entries but one value"),
        ([[[1.0, 2.0]], [[3.0]]], "do not form a table"),
        (np.array([[1.0, 2.0], [3.0]], dtype=object), "row 1 has 1 entries"),
    ],
)
def test_ragged_rows_are_named(rows, word):
    with pytest.raises(InputError, match=word):
        Vectors.of(rows)


def test_text_among_numbers_is_named_where_it_stands():
    with pytest.raises(InputTypeError, match="'a', of type str, at row 1, column 0"):
        Vectors.of([[1.0, 2.0], ["a", 3.0]])


@pytest.mark.parametrize("row", [[2**53 + 1, 0], [2**53 + 1, 0.5], [2**64 + 1, -1]])
def test_whole_numbers_are_not_rounded_in_silence(row):
    with pytest.raises(InputError, match="at row 0, column 0 cannot be held by float64"):
        Vectors.of([row])


def test_a_missing_entry_is_named():
    with pytest.raises(InputError, match=r"NaN.*row 0, column 1"):
        Vectors.of([[1.0, None]])
