"""Sequences: strings and token lists come back as they were, and share an alphabet where they are compared."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drupe.foundation.errors import InputError, InputTypeError
from drupe.inputs import Sequences, Vectors, same_examples, same_space

WORDS = ["cat", "", "car", "ä", "tac"]


@pytest.mark.parametrize(
    "data",
    [
        WORDS,
        tuple(WORDS),
        np.array(WORDS),
        np.array(WORDS, dtype=object),
        np.array(WORDS, dtype=np.dtypes.StringDType()),
        pd.Series(WORDS),
        pl.Series(WORDS),
    ],
)
def test_strings_come_from_any_container(data):
    words = Sequences.of(data)
    assert list(words) == WORDS
    assert words.text
    assert len(words) == 5
    assert words.lengths.tolist() == [3, 0, 3, 1, 3]
    assert words.alphabet == ("a", "c", "r", "t", "ä")


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ([["the", "cat"], [], ["cat"]], [("the", "cat"), (), ("cat",)]),
        ([[3, 1], (2,), np.array([1, 1])], [(3, 1), (2,), (1, 1)]),
        (np.array([[3, 1], [2, 2]]), [(3, 1), (2, 2)]),
        (pd.Series([[1, 2], [3]]), [(1, 2), (3,)]),
        ([[], []], [(), ()]),
        ([[2**70], [-1]], [(2**70,), (-1,)]),
    ],
)
def test_tokens_come_from_any_container(data, expected):
    tokens = Sequences.of(data)
    assert list(tokens) == expected
    assert not tokens.text


def test_single_sequences_are_reached_from_both_ends():
    words = Sequences.of(WORDS)
    assert words[0] == words[-5] == "cat"
    for beyond in (5, -6):
        with pytest.raises(IndexError, match=f"position {beyond}"):
            words[beyond]


def test_sequences_pass_through():
    words = Sequences.of(WORDS)
    assert Sequences.of(words) is words


@given(st.lists(st.text(alphabet="abc"), min_size=1, max_size=8), st.data())
def test_take_agrees_with_lists(strings, data):
    index = data.draw(st.lists(st.integers(-len(strings), len(strings) - 1)))
    words = Sequences.of(strings)
    taken = words.take(np.array(index, dtype=int))
    assert list(taken) == [strings[i] for i in index]
    assert taken.alphabet == words.alphabet
    assert taken.codes.dtype == np.int32
    assert taken.offsets.dtype == np.int64


@given(st.lists(st.text("abcd"), min_size=1), st.lists(st.text("cdef"), min_size=1))
def test_recoded_sequences_agree_with_the_other_alphabet_and_lose_nothing(left, right):
    ours, theirs = Sequences.of(left), Sequences.of(right)
    recoded = ours.recoded(theirs.alphabet)
    assert list(recoded) == left
    assert recoded.alphabet[: len(theirs.alphabet)] == theirs.alphabet
    assert len(set(recoded.alphabet)) == len(recoded.alphabet)
    assert recoded.codes.dtype == np.int32
    assert np.equal(*same_examples(ours, recoded)).all()
    equal = np.equal.outer(recoded.codes, theirs.codes)
    assert (equal == np.equal.outer(np.array(list("".join(left)), "U1"), np.array(list("".join(right)), "U1"))).all()


def test_an_equal_alphabet_costs_nothing():
    words = Sequences.of(WORDS)
    assert words.recoded(words.alphabet) is words


def test_joined_sequences_are_new_examples():
    words = Sequences.of(["cat", ""])
    both = words.joined(Sequences.of(["taxi", "b"]))
    assert list(both) == ["cat", "", "taxi", "b"]
    assert both.values() == ["cat", "", "taxi", "b"]
    assert not np.equal.outer(*same_examples(both, words)).any()


@pytest.mark.parametrize(
    ("data", "kind", "words"),
    [
        ("abc", InputTypeError, r"pass \[x\]"),
        (b"abc", InputTypeError, "bytes"),
        (None, InputTypeError, "NoneType"),
        (5, InputTypeError, "int"),
        ({"a": "b"}, InputTypeError, "dict"),
        ({"a"}, InputTypeError, "set"),
        (np.array("a"), InputTypeError, "ndarray"),
        (np.zeros((2, 2, 2), dtype=int), InputTypeError, "ndarray"),
        (pd.DataFrame({"a": ["x"]}), InputTypeError, "one column"),
        ([], InputError, r"0 sample\(s\)"),
        (["a", None], InputError, "sequence 1 is missing"),
        ([None, "a"], InputError, "sequence 0 is missing"),
        (["a", float("nan")], InputError, "sequence 1 is missing"),
        (np.array(["a", pd.NA], dtype=object), InputError, "sequence 1 is missing"),
        (pl.Series(["a", None]), InputError, "sequence 1 is missing"),
        (["a", b"b"], InputTypeError, "sequence 1 holds bytes.*decode"),
        ([b"a"], InputTypeError, "sequence 0 holds bytes"),
        (["a", 1], InputTypeError, "sequence 1 is 1, of type int"),
        (["a", ["b"]], InputTypeError, "sequence 1 is a list, but the first is a string"),
        ([["a"], "b"], InputTypeError, "sequence 1 is 'b'"),
        ([{"a"}], InputTypeError, "set"),
        ([["a"], ["b", 1]], InputError, "sequence 1 holds 1, .* at position 1, after tokens that are strings"),
        ([[1], ["a"]], InputError, "sequence 1 holds 'a'.* whole numbers"),
        ([["a", None]], InputTypeError, "sequence 0 holds None.* at position 1"),
        ([[1, 2.5]], InputTypeError, "sequence 0 holds 2.5"),
        ([[True]], InputTypeError, "sequence 0 holds True"),
        ([[b"a"]], InputTypeError, "decode"),
        ([np.zeros((2, 2))], InputTypeError, "sequence 0 is array"),
        (Vectors.of([[1.0]]), InputTypeError, "Vectors"),
    ],
)
def test_what_is_no_collection_of_sequences_is_refused(data, kind, words):
    with pytest.raises(kind, match=words):
        Sequences.of(data)


def test_another_kind_of_token_is_refused_and_a_new_token_is_not():
    text, strings, numbers = Sequences.of(["ab"]), Sequences.of([["a", "b"]]), Sequences.of([[1, 2]])
    same_space(text, Sequences.of(["xyz", ""]))
    same_space(numbers, Sequences.of([[7]]))
    for fitted, new in ((text, strings), (strings, numbers), (numbers, text)):
        with pytest.raises(InputTypeError, match="SVC was fitted on"):
            same_space(fitted, new, "SVC")


def test_lists_without_a_single_token_go_with_tokens_of_either_kind():
    empty = Sequences.of([[], []])
    for tokens in (["the", "cat"], [1, 2]):
        fitted = Sequences.of([tokens])
        fitted.check_space(empty, "SVC")
        empty.check_space(fitted, "SVC")
        assert list(fitted.joined(empty)) == [tuple(tokens), (), ()]
    with pytest.raises(InputTypeError, match="fitted on strings"):
        Sequences.of(["cat"]).check_space(empty, "SVC")
