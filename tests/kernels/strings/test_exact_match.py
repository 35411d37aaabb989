"""The exact-match kernel: the identity matrix, unless an example is there twice."""

import numpy as np
import pytest
from hypothesis import given
from kernels.strings.plain_words import ODD_LETTERS, texts, tokens

from drupe.inputs import Sequences
from drupe.kernels import ExactMatch
from drupe.kernels.checks import check_kernel


@pytest.mark.spec("H.K12")
@given(texts(ODD_LETTERS, 3), texts("abc", 3))
def test_one_for_equal_strings_only(left: list[str], right: list[str]) -> None:
    np.testing.assert_array_equal(ExactMatch()(left, right), [[float(x == z) for z in right] for x in left])


@pytest.mark.spec("H.K12")
def test_distinct_strings_are_orthogonal() -> None:
    words = ["", "a", "b", "aa", "ab", "aaa"]
    np.testing.assert_array_equal(ExactMatch()(words), np.eye(6))
    assert ExactMatch().diagonal(Sequences.of(words)).tolist() == [1.0] * 6


@given(tokens())
def test_tokens_count_not_their_letters(lists: list[list[str]]) -> None:
    inputs = Sequences.of(lists)
    expected = [[float(x == z) for z in lists] for x in lists]
    np.testing.assert_array_equal(ExactMatch().matrix(inputs, inputs), expected)


def test_it_keeps_the_promises_of_a_kernel() -> None:
    check_kernel(ExactMatch(), ["a", "b", "a", "", "ab"]).raise_if_failed()
