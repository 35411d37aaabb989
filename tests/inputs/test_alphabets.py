"""Coding of strings and tokens over sorted alphabets."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from drupe.inputs.alphabets import code_text, code_tokens


def decoded(coded):
    bounds = zip(coded.offsets[:-1], coded.offsets[1:], strict=True)
    return [[coded.alphabet[code] for code in coded.codes[start:end]] for start, end in bounds]


@given(st.lists(st.text(), min_size=1))
def test_text_comes_back(strings):
    coded = code_text(strings)
    assert ["".join(tokens) for tokens in decoded(coded)] == strings
    assert coded.alphabet == tuple(sorted(set("".join(strings))))
    assert coded.codes.dtype == np.int32
    assert coded.offsets.dtype == np.int64


@given(st.one_of(st.lists(st.lists(st.text()), min_size=1), st.lists(st.lists(st.integers()), min_size=1)))
def test_tokens_come_back(sequences):
    coded = code_tokens(sequences)
    assert decoded(coded) == sequences
    assert list(coded.alphabet) == sorted({token for sequence in sequences for token in sequence})
    assert coded.codes.dtype == np.int32


def test_numbers_of_numpy_are_numbers():
    coded = code_tokens([np.array([3, 1]), [1, 2]])
    assert coded.alphabet == (1, 2, 3)
    assert {type(token) for token in coded.alphabet} == {int}


def test_lone_surrogates_are_characters():
    assert code_text(["\ud800x"]).alphabet == ("x", "\ud800")
