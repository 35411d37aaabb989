"""Numbers that go with examples: what is taken, what is refused, and that nothing loses digits."""

import re

import numpy as np
import pytest
import scipy.sparse as sp

from drupe.foundation.errors import InputError, InputTypeError
from drupe.grams.reals import columns, doubles, one_each, sign_each


@pytest.mark.parametrize(
    "values", [[1, 2], (1.0, 2.0), np.array([1, 2], np.int8), np.array([1, 2], np.float16), np.array([1, 2], np.uint64)]
)
def test_real_numbers_of_any_type_become_float64(values: object) -> None:
    double = doubles(values, "it")
    assert double.dtype == np.float64
    assert double.tolist() == [1.0, 2.0]


def test_float64_is_not_copied() -> None:
    values = np.arange(4.0)
    assert np.shares_memory(doubles(values, "it"), values)


@pytest.mark.parametrize("values", [[1j], ["1"], [None], np.array(["2020-01-01"], "M8[D]"), [[1.0], [2.0, 3.0]]])
def test_what_is_no_real_number_is_refused(values: object) -> None:
    with pytest.raises(InputTypeError, match="it must"):
        doubles(values, "it")


def test_a_sparse_array_is_refused() -> None:
    with pytest.raises(InputTypeError, match=r"dense array.*toarray"):
        doubles(sp.csr_array(np.eye(2)), "it")


def test_whole_numbers_that_float64_cannot_hold_are_refused() -> None:
    assert doubles([2**53], "it").item() == 2.0**53
    with pytest.raises(InputError, match=re.escape("9007199254740993 at [1] of the vector")):
        doubles([1, 2**53 + 1], "the vector")


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_what_is_not_finite_is_refused(bad: float) -> None:
    with pytest.raises(InputError, match="it must hold finite numbers"):
        doubles([0.0, bad], "it")


def test_a_product_names_the_shapes_that_would_do() -> None:
    with pytest.raises(InputError, match=re.escape("of shape (3,) or (3, columns), got shape (2,).")):
        columns([1.0, 2.0], 3)


def test_one_number_each_is_a_copy_that_cannot_be_written() -> None:
    values = np.arange(3.0)
    kept = one_each(values, 3, "shift")
    values[0] = 9.0
    assert kept.tolist() == [0.0, 1.0, 2.0]
    with pytest.raises(ValueError, match="read-only"):
        kept[0] = 1.0
    with pytest.raises(InputError, match="shift must hold one number for each of 4 examples"):
        one_each(values, 4, "shift")


def test_signs_are_minus_and_plus_one() -> None:
    assert sign_each([1, -1, True], 3).tolist() == [1.0, -1.0, 1.0]
    with pytest.raises(InputError, match="got 0; code the two classes"):
        sign_each([1, 0], 2)
