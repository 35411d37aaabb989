"""Sums in fixed brackets: the same bits however the parts were shared out."""

from functools import reduce
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe.foundation.errors import ParameterError
from drupe.foundation.ordered_sum import OrderedSum

NUMBERS = st.lists(st.floats(-1e12, 1e12), min_size=1, max_size=70)


def run(parts: list[float], first: int, last: int) -> OrderedSum[float]:
    so_far = OrderedSum[float].beginning(first)
    for part in parts[first:last]:
        so_far = so_far.then(part)
    return so_far


def bracketed(parts: list[float]) -> float:
    """The definition: whole binary trees over the numbers of the parts, the rest from the left."""
    size = 1
    while size <= len(parts):
        size *= 2
    totals, first = [], 0
    while size := size // 2:
        if first + size <= len(parts):
            totals.append(tree(parts[first : first + size]))
            first += size
    return reduce(float.__add__, totals)


def tree(parts: list[float]) -> float:
    half = len(parts) // 2
    return parts[0] if half == 0 else tree(parts[:half]) + tree(parts[half:])


@given(NUMBERS, st.sets(st.integers(0, 70)))
def test_runs_that_were_summed_apart_join_to_the_same_bits(parts: list[float], cuts: set[int]) -> None:
    borders = sorted({0, len(parts), *(cut for cut in cuts if cut < len(parts))})
    runs = [run(parts, first, last) for first, last in pairwise(borders)]
    assert reduce(OrderedSum.joined, runs) == run(parts, 0, len(parts))
    assert reduce(OrderedSum.joined, runs).total() == bracketed(parts)


@given(st.integers(1, 3000))
def test_few_totals_are_held(count: int) -> None:
    assert len(run([0.0] * count, 0, count).nodes) <= count.bit_length()


def test_neighbors_alone_can_be_joined() -> None:
    with pytest.raises(ParameterError, match="up to part 1 cannot be joined with one from part 2"):
        run([1.0, 2.0], 0, 1).joined(OrderedSum.beginning(2))
    with pytest.raises(ParameterError, match="over no parts"):
        OrderedSum.beginning().total()
