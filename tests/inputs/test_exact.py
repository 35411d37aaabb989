"""Numbers of any type become float32 or float64 without a change, or are refused by name."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs.entry_location import in_table
from drupe.inputs.exact import floats

PLACE = in_table()
SMALL_TYPES = [np.bool_, np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64]


def objects(*row):
    array = np.empty((1, len(row)), dtype=object)
    array[0, :] = row
    return array


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_both_kept_types_are_shared(dtype):
    values = np.eye(3, dtype=dtype)
    assert floats(values, PLACE) is values


@pytest.mark.parametrize("dtype", SMALL_TYPES)
def test_whole_numbers_and_truth_values_become_double(dtype):
    values = np.array([[0, 1], [1, 1]], dtype=dtype)
    result = floats(values, PLACE)
    assert result.dtype == np.float64
    assert result.tolist() == [[0.0, 1.0], [1.0, 1.0]]


def test_half_precision_becomes_single():
    values = np.array([[0.1, 65504.0]], dtype=np.float16)
    result = floats(values, PLACE)
    assert result.dtype == np.float32
    assert (result == values).all()


@pytest.mark.parametrize("dtype", [">f4", ">f8", ">i4", ">f2"])
def test_foreign_byte_order_is_turned(dtype):
    result = floats(np.array([[1, 2]], dtype=dtype), PLACE)
    assert result.dtype.isnative
    assert result.tolist() == [[1.0, 2.0]]


@given(st.integers(-(2**63), 2**64 - 1))
def test_a_whole_number_passes_exactly_if_double_holds_it(number):
    values = np.array([[0, number]], dtype=np.uint64 if number >= 2**63 else np.int64)
    if int(float(number)) == number:
        assert int(floats(values, PLACE)[0, 1]) == number
    else:
        with pytest.raises(InputError, match=f"{number} at row 0, column 1"):
            floats(values, PLACE)


@pytest.mark.parametrize("number", [2**53, -(2**53), 2**63 - 1024, -(2**63), 2**53 + 2])
def test_large_whole_numbers_that_double_holds_pass(number):
    assert int(floats(np.array([[number]]), PLACE)[0, 0]) == number


def test_extended_precision_passes_only_without_loss():
    if np.finfo(np.longdouble).nmant == np.finfo(np.float64).nmant:
        pytest.skip("extended precision is double precision here")
    assert floats(np.array([[0.25]], dtype=np.longdouble), PLACE).dtype == np.float64
    assert np.isnan(floats(np.array([[np.nan]], dtype=np.longdouble), PLACE)).all()
    for lossy in (np.longdouble(1) / 3, np.longdouble("1e400"), np.longdouble("1e-4000")):
        with pytest.raises(InputError, match="at row 0, column 1 cannot be held by float64"):
            floats(np.array([[1, lossy]], dtype=np.longdouble), PLACE)


def test_objects_that_are_plain_numbers_are_converted():
    values = objects(1, 2.5, True, np.int64(3), np.float32(0.5), Fraction(1, 4), 2**60)
    assert floats(values, PLACE).tolist() == [[1.0, 2.5, 1.0, 3.0, 0.5, 0.25, 2.0**60]]


@pytest.mark.parametrize(
    "number", [2**53 + 1, np.int64(2**53 + 1), 10**400, pytest.param(10**5000, id="vast"), Fraction(1, 3)]
)
def test_objects_that_would_lose_digits_are_refused(number):
    with pytest.raises(InputError, match="at row 0, column 1 cannot be held by float64 without loss"):
        floats(objects(1.0, number), PLACE)


@pytest.mark.parametrize("odd", ["a", "1.5", b"a", {"foo": "bar"}, [1], Decimal("0.1"), object])
def test_objects_that_are_no_numbers_are_refused_by_row_column_and_value(odd):
    with pytest.raises(InputTypeError, match="row 0, column 1") as refusal:
        floats(objects(1.0, odd), PLACE)
    assert repr(odd) in str(refusal.value)


@pytest.mark.parametrize("nothing", [None, pd.NA, pd.NaT, float("nan"), np.float32("nan")])
def test_missing_objects_are_refused_by_place(nothing):
    with pytest.raises(InputError, match=r"NaN\) at row 0, column 1"):
        floats(objects(1, nothing), PLACE)


@pytest.mark.parametrize(
    ("values", "word"),
    [
        (np.array([[1j]]), "Complex data not supported"),
        (objects(1.0, 1j), "Complex data not supported"),
        (np.array([["a"]]), "text"),
        (np.array([["a"]], dtype=np.dtypes.StringDType()), "text"),
        (np.array([[b"a"]]), "bytes"),
        (np.array([["2020-01-01"]], dtype="M8[D]"), "dates"),
        (np.array([[3]], dtype="m8[D]"), "time spans"),
        (np.zeros((1, 1), dtype=[("a", float)]), "structured"),
    ],
)
def test_other_types_are_refused_with_a_remedy(values, word):
    with pytest.raises(InputTypeError, match=word):
        floats(values, PLACE)
