"""All substrings: brute force over stretches, the substring kernel of limited length, closed forms."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernels.strings.brute_force import inner, substring_features

from drupe.foundation.errors import InputError, ParameterError
from drupe.inputs import Sequences
from drupe.kernels import AllSubstrings, Substrings
from drupe.kernels.checks import check_kernel

TEXTS = st.lists(st.text(alphabet="ab☃", max_size=14), min_size=1, max_size=6)
TOKENS = st.lists(st.lists(st.integers(0, 9), max_size=10), min_size=1, max_size=5)


@pytest.mark.spec("H.K14")
@given(left=TEXTS, right=TEXTS, decay=st.sampled_from([0.1, 0.5, 1.0, 1.5]))
@settings(max_examples=60, deadline=None)
def test_all_stretches_are_counted(left: list[str], right: list[str], decay: float) -> None:
    expected = [[inner(substring_features(x, decay), substring_features(z, decay)) for z in right] for x in left]
    np.testing.assert_allclose(AllSubstrings(decay)(left, right), expected, rtol=1e-13)


@given(left=TOKENS, right=TOKENS)
@settings(max_examples=25, deadline=None)
def test_tokens_are_letters(left: list[list[int]], right: list[list[int]]) -> None:
    expected = [[inner(substring_features(x, 0.5), substring_features(z, 0.5)) for z in right] for x in left]
    values = AllSubstrings(0.5).matrix(Sequences.of(left), Sequences.of(right))
    np.testing.assert_allclose(values, expected, rtol=1e-14)


@pytest.mark.spec("H.K14")
def test_worked_values_of_strings_that_are_no_longer() -> None:
    assert AllSubstrings(0.5)(["cat"], ["car"]).item() == 0.5625
    assert AllSubstrings(0.5)(["cat"], ["cat"]).item() == 0.890625
    assert AllSubstrings(0.5)(["gattaca"], ["tacgaca"]).item() == 3.84375


def test_a_limit_beyond_the_longest_string_is_none() -> None:
    texts = ["gattaca", "tacgacatta", "cat", "", "ttttt"]
    np.testing.assert_allclose(AllSubstrings(0.8)(texts), Substrings(longest=10, decay=0.8)(texts), rtol=1e-12)


def test_many_letters_take_linear_time() -> None:
    n = 300_000
    value = AllSubstrings(1.0)(["a" * n]).item()  # pairs of equally long stretches: Σ of squares
    assert math.isclose(value, n * (n + 1) * (2 * n + 1) / 6, rel_tol=1e-12)
    rng = np.random.default_rng(0)
    tokens = Sequences.of([rng.permutation(50_000).tolist(), list(range(50_000))])
    assert AllSubstrings(0.5).matrix(tokens, tokens)[0, 1] >= 50_000 / 4


def test_growing_weights_may_overflow_and_say_so() -> None:
    texts = ["ab" * 40, "a" * 3000]
    with pytest.raises(
        InputError, match="AllSubstrings is beyond float64 for example 1 with example 1; take a smaller"
    ):
        AllSubstrings(2.0)(texts)
    with pytest.raises(InputError, match="example 1 with itself"):
        AllSubstrings(2.0).diagonal(Sequences.of(texts))
    assert np.isfinite(AllSubstrings(2.0)(texts[:1])).all()
    with pytest.raises(ParameterError, match="decay must lie in"):
        AllSubstrings(0.0)


def test_checks_of_every_kernel() -> None:
    check_kernel(AllSubstrings(0.7), ["gattaca", "tacgaca", "cat", "tac", "acca", "gagaga", "t"]).raise_if_failed()
