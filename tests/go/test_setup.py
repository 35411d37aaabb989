"""Diagrams and arrays of stones."""

import numpy as np

from drupe.go.setup import stones_of, without_liberty


def test_diagrams_may_have_other_marks_and_no_spaces() -> None:
    assert np.array_equal(stones_of("x+\n.o"), [[1, 0], [0, -1]])


def test_the_array_is_a_copy_of_small_numbers() -> None:
    given = np.array([[1, 0], [0, -1]])
    stones = stones_of(given)
    given[0, 0] = 0
    assert stones.dtype == np.int8
    assert stones[0, 0] == 1


def test_the_chain_without_liberty_is_named_wherever_it_is() -> None:
    stones = np.zeros((9, 9), dtype=np.int8)
    stones[[3, 5, 4, 4], [4, 4, 3, 5]] = 1
    stones[4, 4] = -1
    assert "White on E5" in without_liberty(stones)
