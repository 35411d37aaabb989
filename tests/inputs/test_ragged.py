"""Lists in one flat array, against Python's own lists of lists."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe.inputs.ragged import are_offsets, offsets_of, places_of


def test_offsets_of_nothing():
    assert offsets_of([]).tolist() == [0]


@given(lists=st.lists(st.lists(st.integers(0, 9), max_size=4), min_size=1, max_size=6), data=st.data())
def test_the_places_of_lists_hold_their_entries(lists, data):
    index = data.draw(st.lists(st.integers(0, len(lists) - 1), max_size=6))
    flat, offsets = np.array([entry for one in lists for entry in one], dtype=int), offsets_of(map(len, lists))
    places, chosen = places_of(offsets, np.array(index, dtype=np.int64))
    assert flat[places].tolist() == [entry for i in index for entry in lists[i]]
    assert np.diff(chosen).tolist() == [len(lists[i]) for i in index]
    assert are_offsets(offsets, len(flat))


@pytest.mark.parametrize(
    "wrong", [[], [0, 2], [1, 3], [0, 2, 1, 3], [-1, 3], [[0, 3]], np.array([0, 3], dtype=np.int32), None]
)
def test_what_are_no_offsets_of_three_entries(wrong):
    assert not are_offsets(np.array(wrong, dtype=np.int64) if isinstance(wrong, list) else wrong, 3)
