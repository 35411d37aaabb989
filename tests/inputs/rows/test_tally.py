"""Tallies of parts are those of the whole, and too many values are too many however they were divided."""

from collections import Counter
from functools import reduce
from operator import add

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe.inputs.rows import tally
from drupe.inputs.rows.tally import Tally


def of_words(words: list[str]) -> Tally[str]:
    return Tally.of(list(Counter(words)), list(Counter(words).values()))


@pytest.fixture
def at_most_three(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tally, "MOST_DIFFERENT", 3)


@given(st.lists(st.lists(st.sampled_from("abcdef"), max_size=5), max_size=6))
def test_parts_add_up(parts: list[list[str]]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tally, "MOST_DIFFERENT", 3)
        whole = [word for part in parts for word in part]
        found = reduce(add, map(of_words, parts), Tally())
        assert found.count == len(whole)
        assert found.counts == (Counter(whole) if len(set(whole)) <= 3 else None)


def test_the_most_frequent_come_first_and_ties_by_their_order() -> None:
    assert Tally.of(["b", "c", "a"], [2, 5, 2]).by_frequency == ["c", "a", "b"]


def test_zero_has_no_sign() -> None:
    assert Tally.of_numbers(np.array([0.0, -0.0, 1.0])).counts == {0.0: 2, 1.0: 1}


@pytest.mark.usefixtures("at_most_three")
def test_many_numbers_are_not_kept() -> None:
    assert Tally.of_numbers(np.arange(4.0)) == Tally(4, None)
