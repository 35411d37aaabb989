"""The mismatch kernel, whose features are never written down, equals the one in which all of them are."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kernels.strings.plain_words import gram, mismatch, texts

from drupe.foundation.errors import BudgetError, ParameterError
from drupe.inputs import Sequences
from drupe.kernels import DNA, PROTEIN, RNA, Mismatch, Spectrum
from drupe.kernels.strings import mismatch as module
from drupe.kernels.strings import words


@settings(max_examples=60)
@given(texts("abx"), texts("ab", 20), st.integers(1, 4), st.integers(0, 5), st.sampled_from(["ab", "abc", "abcd"]))
def test_values_are_those_of_all_words(left, right, length: int, mismatches: int, alphabet: str) -> None:
    kernel = Mismatch(length, mismatches, alphabet)
    x, z = ([mismatch(s, length, mismatches, alphabet) for s in side] for side in (left, right))
    np.testing.assert_array_equal(kernel(left, right), gram(x, z))
    np.testing.assert_array_equal(kernel.diagonal(Sequences.of(left)), gram(x, x).diagonal())


@pytest.mark.parametrize(("length", "mismatches"), [(3, 1), (3, 2), (4, 1)])
def test_values_with_many_letters(length: int, mismatches: int) -> None:
    rng = np.random.default_rng(0)
    strings = ["".join(rng.choice(list("ACDEFG"), size)) for size in (0, 5, 12, 20)]
    x = [mismatch(s, length, mismatches, "ACDEFG") for s in strings]
    np.testing.assert_array_equal(Mismatch(length, mismatches, "ACDEFG")(strings), gram(x, x))


def test_without_mismatches_it_is_the_spectrum_kernel() -> None:
    strings = ["GATTACA", "TACGACA", "CAT"]
    np.testing.assert_array_equal(Mismatch(2, 0, DNA)(strings), Spectrum(2)(strings))


def test_a_word_with_a_letter_outside_counts_for_nothing() -> None:
    assert Mismatch(2, 1, DNA)(["ANC"], ["ACGT"]).item() == 0.0
    assert Mismatch(2, 1, DNA)(["NACN"], ["AC"]).item() == Mismatch(2, 1, DNA)(["AC"]).item() == 7.0
    assert Mismatch(2, 1, DNA)(["ac"], ["ac"]).item() == 0.0


def test_more_letters_mean_more_words_between_two() -> None:
    assert Mismatch(2, 1, DNA)(["AC"], ["AG"]).item() == 4.0
    assert Mismatch(2, 1, PROTEIN)(["AC"], ["AG"]).item() == 20.0
    assert Mismatch(2, 1, RNA)(["AC"], ["GU"]).item() == 2.0


def test_tokens_are_letters_too() -> None:
    lists = Sequences.of([["to", "be"], ["to", "do"], ["or", "to", "be"]])
    spelled = ["tb", "td", "otb"]
    kernel = Mismatch(2, 1, ("to", "be", "do", "or"))
    np.testing.assert_array_equal(kernel.matrix(lists, lists), Mismatch(2, 1, "tbdo")(spelled))
    left, right = Sequences.of([[3, 4, 5]]), Sequences.of([[4]])
    assert Mismatch(1, 1, (3, 4)).matrix(left, right).item() == 4.0


@pytest.mark.parametrize("alphabet", [None, "", (), "AA", 4])
def test_the_alphabet_must_be_said(alphabet) -> None:
    with pytest.raises(ParameterError, match=r"Mismatch\.alphabet must name every letter"):
        Mismatch(3, 1, alphabet)
    with pytest.raises(ParameterError, match=r"Mismatch\.alphabet must name every letter"):
        Mismatch(3, 1)


def test_what_nobody_waits_for_is_refused() -> None:
    with pytest.raises(ParameterError, match="616666 choices of their letters, and 20000 are allowed"):
        Mismatch(20, 5, DNA)


def test_what_no_memory_holds_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(words, "DEFAULT_BYTES", 2000)
    with pytest.raises(BudgetError, match=r"counting the words of 3 patterns in 100 letters needs 3\.5 KiB"):
        Mismatch(3, 1, DNA)(["A" * 100])
    monkeypatch.undo()
    monkeypatch.setattr(module, "DEFAULT_BYTES", 1000)
    with pytest.raises(BudgetError, match="7 words that each of 99 places is near to"):
        Mismatch(2, 1, DNA).occurrences(Sequences.of(["A" * 100]))


def test_two_words_are_compared_by_what_they_share() -> None:
    """The numbers of words between two, one by one: 1 + 5 · 19 near to a word, 20 to neighbors, 2 beyond."""
    kernel = Mismatch(5, 1, PROTEIN)
    assert kernel(["AAAAA"], ["AAAAA", "AAAAC", "AAACC", "AACCC"]).tolist() == [[96.0, 20.0, 2.0, 0.0]]
