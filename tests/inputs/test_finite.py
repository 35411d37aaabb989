"""NaN and infinity are found and named; large finite numbers are not mistaken for them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe.foundation.errors import InputError
from drupe.inputs.entry_location import in_table
from drupe.inputs.finite import ENTRIES_AT_A_TIME, check_finite

PLACE = in_table()


@pytest.mark.parametrize(("value", "word"), [(np.nan, "NaN"), (np.inf, " infinity"), (-np.inf, "-infinity")])
@pytest.mark.parametrize("order", ["C", "F"])
@given(row=st.integers(0, 6), column=st.integers(0, 4))
def test_the_first_culprit_is_named(value, word, order, row, column):
    values = np.ones((7, 5), order=order)
    values[row, column] = value
    values[6, 4] = value
    with pytest.raises(InputError, match=f"{word}.* at row {row}, column {column};"):
        check_finite(values, PLACE)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_a_sum_that_overflows_is_no_infinity(dtype):
    check_finite(np.full((4, 3), np.finfo(dtype).max, dtype=dtype), PLACE)


def test_opposite_infinities_do_not_cancel():
    with pytest.raises(InputError, match="infinity"):
        check_finite(np.array([[np.inf, -np.inf]]), PLACE)


def test_a_culprit_beyond_the_first_block_is_found():
    values = np.ones((ENTRIES_AT_A_TIME + 10, 1), dtype=np.float32)
    values[-2, 0] = np.nan
    with pytest.raises(InputError, match=f"row {len(values) - 2}, column 0"):
        check_finite(values, PLACE)
