"""Distinct labels, found by counting where that is possible: numpy's answer in any case."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from drupe.estimators.distinct import distinct

WHOLE = npst.integer_dtypes(endianness="=") | npst.unsigned_integer_dtypes(endianness="=")


@given(st.data(), WHOLE, st.integers(0, 40))
def test_whole_numbers_are_those_of_numpy(data: st.DataObject, kind: np.dtype, size: int) -> None:
    ends = np.iinfo(kind)
    low = data.draw(st.integers(int(ends.min), int(ends.max)))
    high = data.draw(st.integers(low, min(int(ends.max), low + data.draw(st.sampled_from([0, 3, 50, 2**60])))))
    labels = data.draw(npst.arrays(kind, size, elements=st.integers(low, high)))
    _is_numpys(labels)


@pytest.mark.parametrize(
    "labels",
    [
        np.array([], dtype=np.int64),
        np.array([True, False, True]),
        np.array([0.5, -1.0, 0.5]),
        np.array(["b", "a", "b"]),
        np.array(["b", 1, "b"], dtype=object)[[0, 2]],
        np.array([-128, 127, 0] * 100, dtype=np.int8),
        np.array([2**64 - 1, 2**64 - 2] * 3, dtype=np.uint64),
        np.array([-(2**63), -(2**63) + 1] * 3, dtype=np.int64),
        np.arange(20)[::-3],
    ],
    ids=["none", "truth", "fractions", "words", "objects", "bytes", "vast", "least", "strided"],
)
def test_other_labels_are_those_of_numpy(labels: np.ndarray) -> None:
    _is_numpys(labels)


def _is_numpys(labels: np.ndarray) -> None:
    classes, codes = distinct(labels)
    wanted, places = np.unique(labels, return_inverse=True)
    assert classes.dtype == wanted.dtype
    assert codes.dtype == np.int64
    assert classes.tolist() == wanted.tolist()
    assert codes.tolist() == places.reshape(-1).tolist()
