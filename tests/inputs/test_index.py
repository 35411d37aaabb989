"""Positions: everything numpy would understand, in range, and clear errors for the rest."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs.index import positions


@given(st.data(), st.integers(1, 8))
def test_positions_agree_with_numpy(data, size):
    index = data.draw(
        st.one_of(
            st.lists(st.integers(-size, size - 1)),
            st.lists(st.booleans(), min_size=size, max_size=size).map(np.array),
            st.slices(size),
        )
    )
    expected = np.arange(size)[np.array(index, dtype=int) if isinstance(index, list) else index]
    result = positions(index, size)
    assert result.dtype == np.int64
    assert result.tolist() == expected.tolist()


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32, np.uint64])
def test_any_whole_type_will_do(dtype):
    assert positions(np.array([2, 0], dtype=dtype), 3).tolist() == [2, 0]


@pytest.mark.parametrize(
    ("index", "kind", "words"),
    [
        ([3], InputError, "position 3 was asked for, but there are 3"),
        ([0, -4], InputError, "position -4 was asked for"),
        (np.array([2**64 - 1], dtype=np.uint64), InputError, "position 18446744073709551615"),
        ([True, False], InputError, "mask has 2 entries, but there are 3"),
        (1, InputError, r"pass \[i\]"),
        ([[0, 1]], InputError, "2 dimensions"),
        ([0.0, 1.0], InputTypeError, "float64"),
        (["a"], InputTypeError, "whole numbers"),
    ],
)
def test_what_names_no_example_is_refused(index, kind, words):
    with pytest.raises(kind, match=words):
        positions(index, 3)
