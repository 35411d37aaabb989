"""Facts of numbers add up: whatever the division into parts, they are those of the whole, in float64."""

import math
from functools import reduce
from itertools import pairwise
from operator import add

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe.foundation.ordered_sum import OrderedSum
from drupe.inputs.rows.number_facts import NumberFacts

NUMBERS = st.lists(st.floats(-1e6, 1e6, allow_subnormal=False), min_size=1, max_size=60)


def split(values: list[float], cuts: list[int]) -> list[np.ndarray]:
    return np.split(np.array(values), sorted(cut % (len(values) + 1) for cut in cuts))


@given(NUMBERS, st.lists(st.integers(0, 100), max_size=8), st.sampled_from([0.0, 1e9, -3e12]))
def test_parts_give_the_moments_of_the_whole(values: list[float], cuts: list[int], far: float) -> None:
    values = [value + far for value in values]
    facts = reduce(add, map(NumberFacts.of, split(values, cuts)), NumberFacts())
    mean = math.fsum(values) / len(values)
    squares = math.fsum((value - mean) ** 2 for value in values)
    largest = max(map(abs, values))
    assert facts.count == len(values)
    assert facts.mean == pytest.approx(mean, rel=1e-14, abs=1e-14 * largest)
    assert facts.squares == pytest.approx(squares, rel=1e-9, abs=len(values) * (1e-13 * largest) ** 2 + 1e-12)
    assert (facts.low, facts.high) == (min(values), max(values))
    assert facts.deviation == pytest.approx(math.sqrt(squares / len(values)), rel=1e-9, abs=1e-12 * largest)


@given(st.lists(st.integers(-5, 5).map(float), min_size=1, max_size=12), st.lists(st.integers(0, 20), max_size=5))
def test_order_is_that_of_the_whole(values: list[float], cuts: list[int]) -> None:
    facts = reduce(add, map(NumberFacts.of, split(values, cuts)), NumberFacts())
    assert facts.rising == all(left < right for left, right in pairwise(values))
    assert facts.falling == all(left > right for left, right in pairwise(values))
    assert facts.whole


def test_a_mean_far_from_zero_is_exact() -> None:
    values = 1e15 + np.arange(4.0)
    facts = NumberFacts.of(values[:1]) + NumberFacts.of(values[1:])
    assert (facts.mean, facts.squares) == (1e15 + 1.5, 5.0)


def test_numbers_near_the_largest_have_no_finite_spread_but_raise_nothing() -> None:
    assert not math.isfinite(NumberFacts.of(np.array([1e300, -1e300])).deviation)


def test_brackets_are_those_of_the_tree_whoever_adds() -> None:
    parts = list(map(NumberFacts.of, np.random.default_rng(0).normal(size=(13, 7))))
    one_by_one, left, right = OrderedSum.beginning(), OrderedSum.beginning(), OrderedSum.beginning(5)
    for number, part in enumerate(parts):
        one_by_one = one_by_one.then(part)
        left, right = (left.then(part), right) if number < 5 else (left, right.then(part))
    assert left.joined(right).total() == one_by_one.total()
