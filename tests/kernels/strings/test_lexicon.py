"""A lexicon is a value made of words and weights; what is none is refused with a reason."""

import pytest

from drupe.foundation.errors import ParameterError
from drupe.kernels import Lexicon


def test_equal_mappings_make_equal_values() -> None:
    first, second = Lexicon.of({"to": 1, "be": 2.5}), Lexicon.of({"be": 2.5, "to": 1.0})
    assert first == second
    assert hash(first) == hash(second)
    assert Lexicon.of(first) is first
    assert list(first) == ["be", "to"]
    assert (first["be"], first["or"], len(first)) == (2.5, 0.0, 2)


def test_a_long_one_is_shown_in_short() -> None:
    assert repr(Lexicon.of(dict.fromkeys(range(9), 1.0))) == "Lexicon(9 words: 0 1, 1 1, 2 1, 3 1, ...)"


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ({}, r"by a mapping such as \{'cat': 1.0\}, got \{\}"),
        (["cat"], r"by a mapping such as"),
        ({"cat": 1.0, 3: 1.0}, "must all be strings, or all whole numbers; the first is 'cat'"),
        ({("a",): 1.0}, "the first is .'a',., of type tuple"),
        ({"cat": "much"}, "the weight of the word 'cat' must be a number, got 'much'"),
        ({"cat": -1.0}, r"Lexicon\.weights must lie in \[0.0, inf\), got -1.0"),
        ({"cat": float("nan")}, r"Lexicon\.weights must lie in"),
    ],
)
def test_what_is_no_lexicon_is_refused(weights, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        Lexicon.of(weights)


def test_words_and_weights_must_fit() -> None:
    with pytest.raises(ParameterError, match="2 words, 1 of them different, and 1 weights"):
        Lexicon(("a", "a"), (1.0,))
