"""The spectrum kernel counts shared words of one length, however they are spelled and whatever else is there."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernels.strings.plain_words import ODD_LETTERS, gram, spectrum, texts, tokens

from drupe.inputs import Sequences
from drupe.kernels import Spectrum, Substrings
from drupe.kernels.checks import check_kernel


@pytest.mark.spec("C.B24")
def test_worked_values() -> None:
    assert Spectrum(2)(["cat"], ["car", "cat", "act"]).tolist() == [[1.0, 2.0, 0.0]]
    # ga at ga; ac, ca, and ta at tac; aca ends both.
    assert [Spectrum(n)(["gattaca"], ["tacgaca"]).item() for n in (1, 2, 3, 4)] == [14.0, 5.0, 2.0, 0.0]


@pytest.mark.spec("C.B24")
@given(texts("ab"), texts("abc"), st.integers(1, 4))
def test_values_are_those_of_counters(left: list[str], right: list[str], length: int) -> None:
    x, z = ([spectrum(s, length) for s in side] for side in (left, right))
    np.testing.assert_array_equal(Spectrum(length)(left, right), gram(x, z))
    np.testing.assert_array_equal(Spectrum(length)(left), gram(x, x))
    np.testing.assert_array_equal(Spectrum(length).diagonal(Sequences.of(left)), gram(x, x).diagonal())


@given(texts(ODD_LETTERS), st.integers(1, 3))
def test_letters_may_be_any(strings: list[str], length: int) -> None:
    x = [spectrum(s, length) for s in strings]
    np.testing.assert_array_equal(Spectrum(length)(strings, strings[::-1]), gram(x, x[::-1]))


@given(tokens(), st.integers(1, 3))
def test_tokens_are_letters_too(lists: list[list[str]], length: int) -> None:
    inputs, x = Sequences.of(lists), [spectrum(s, length) for s in lists]
    np.testing.assert_array_equal(Spectrum(length).matrix(inputs, inputs), gram(x, x))


def test_numbers_are_letters_too() -> None:
    left, right = Sequences.of([[7, 10**12, 7]]), Sequences.of([[10**12, 7, 7, 10**12]])
    assert Spectrum(2).matrix(left, right).item() == 2.0


@pytest.mark.parametrize("length", [13, 33, 64, 100])
def test_words_longer_than_a_machine_word_are_told_apart(length: int) -> None:
    rng = np.random.default_rng(length)
    base = "".join(rng.choice(list("ACDEFGHIKLMNPQRSTVWY"), 3 * length))
    changed = [base[:i] + "X" + base[i + 1 :] for i in (0, length // 2, length, 3 * length - 1)]
    strings = [base, *changed]
    x = [spectrum(s, length) for s in strings]
    np.testing.assert_array_equal(Spectrum(length)(strings), gram(x, x))


@given(texts("abc"), st.integers(1, 3), st.randoms())
def test_a_value_does_not_depend_on_the_rest_of_the_collection(strings: list[str], length: int, random) -> None:
    kernel, order = Spectrum(length), list(range(len(strings)))
    random.shuffle(order)
    K = kernel(strings)
    np.testing.assert_array_equal(kernel([strings[i] for i in order]), K[np.ix_(order, order)])
    alone = [[kernel([x], [z]).item() for z in strings] for x in strings]
    np.testing.assert_array_equal(alone, K)


def test_letters_that_the_other_side_never_has_meet_nothing() -> None:
    left, right = Sequences.of(["xaby", "zzz", "ab"]), Sequences.of(["ab", "ba"])
    assert Spectrum(2).matrix(left, right).tolist() == [[1.0, 0.0], [0.0, 0.0], [1.0, 0.0]]
    recoded = right.recoded(("z", "y", "x", "b", "a"))
    assert Spectrum(2).matrix(left, recoded).tolist() == [[1.0, 0.0], [0.0, 0.0], [1.0, 0.0]]
    assert Spectrum(2).diagonal(left).tolist() == [3.0, 4.0, 1.0]


def test_sequences_shorter_than_the_words_are_nothing() -> None:
    assert not Spectrum(3)(["", "ab", "abc"], ["", "ab"]).any()
    assert not Spectrum(10**12)(["ab", ""]).any()


def test_counts_beyond_single_precision_are_exact() -> None:
    long = "a" * (2**24 + 2)
    inputs = Sequences.of([long, "aab"])
    n = 2**24 + 1
    assert Spectrum(2).matrix(inputs, inputs).tolist() == [[float(n * n), float(n)], [float(n), 2.0]]


def test_one_length_of_the_substring_kernel() -> None:
    strings = ["gattaca", "tacgaca", "cat", ""]
    difference = Substrings(3, 0.5)(strings) - Substrings(2, 0.5)(strings)
    np.testing.assert_allclose(difference, 0.5**6 * Spectrum(3)(strings), rtol=0, atol=1e-14)


@pytest.mark.parametrize("size", [1, 10**6])
def test_one_string_of_any_length(size: int) -> None:
    string = "".join(np.random.default_rng(0).choice(list("ACGT"), size))
    found = np.unique(np.frombuffer(string.encode(), dtype="S1"), return_counts=True)[1].astype(float)
    assert Spectrum(1)([string]).item() == found @ found


def test_many_short_strings() -> None:
    rng = np.random.default_rng(0)
    strings = ["".join(letters) for letters in rng.choice(list("ACDEFGHIKL"), (100_000, 12))]
    ready = Spectrum(4).prepare(Sequences.of(strings))
    rows = ready.rows(np.array([7, 99_999]))
    assert rows.shape == (2, 100_000)
    some = rng.integers(0, 100_000, 50)
    x = [spectrum(strings[i], 4) for i in (7, 99_999)]
    np.testing.assert_array_equal(rows[:, some], gram(x, [spectrum(strings[i], 4) for i in some]))


def test_it_keeps_the_promises_of_a_kernel() -> None:
    check_kernel(Spectrum(2), ["banana", "ananas", "bandana", ""]).raise_if_failed()
    check_kernel(Spectrum(2).normalized(), ["banana", "ananas", "bandana"]).raise_if_failed()


def test_bad_lengths_are_refused() -> None:
    for length in (0, -1, 1.5):
        with pytest.raises(ValueError, match=r"Spectrum\.length must lie in the whole numbers"):
            Spectrum(length)
