"""Bags of words: counts with weights, words of strings, document frequencies, and texts as strangers write them."""

import math
import re
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from kernels.strings.plain_words import gram, tokens

from drupe.foundation.errors import InputTypeError, ParameterError
from drupe.inputs import Sequences
from drupe.kernels import BagOfWords, Lexicon
from drupe.kernels.checks import check_kernel


@pytest.mark.spec("H.K13")
@given(tokens(), tokens(), st.floats(0.0, 3.0), st.floats(0.0, 3.0))
def test_values_are_those_of_counters(left, right, be: float, to: float) -> None:
    x, z = (list(map(Counter, side)) for side in (left, right))
    np.testing.assert_array_equal(BagOfWords().matrix(Sequences.of(left), Sequences.of(right)), gram(x, z))
    beta = {"be": be, "to": to, "elsewhere": 5.0}
    x, z = ([Counter({b: beta.get(b, 0.0) * n for b, n in bag.items()}) for bag in side] for side in (x, z))
    weighed = BagOfWords(beta).matrix(Sequences.of(left), Sequences.of(right))
    np.testing.assert_allclose(weighed, gram(x, z), rtol=1e-12)


@given(st.lists(st.text("ab '-.é1_\n\u00a0\U0001f34f", max_size=20), min_size=1, max_size=5))
def test_words_of_a_string_are_runs_of_letters_and_digits(strings: list[str]) -> None:
    bags = [Counter(re.split(r"\W+", string)) for string in strings]
    for bag in bags:
        del bag[""]
    np.testing.assert_array_equal(BagOfWords()(strings), gram(bags, bags))


@pytest.mark.spec("H.K13")
def test_words_in_every_document_have_no_weight() -> None:
    documents = ["the cat sat", "the dog sat", "the dog ran and ran", "the"]
    kernel = BagOfWords.idf(documents)
    assert isinstance(kernel.weights, Lexicon)
    assert kernel.weights["the"] == 0.0
    assert kernel.weights["ran"] == math.log(4)
    assert kernel.weights["dog"] == kernel.weights["sat"] == math.log(2)
    value = kernel(["dog ran ran bird"], ["the ran dog bird"]).item()
    assert math.isclose(value, math.log(2) ** 2 + 2 * math.log(4) ** 2)
    same = BagOfWords.idf([document.split() for document in documents])
    assert same == kernel
    assert hash(same) == hash(kernel)


@pytest.mark.spec("C.B37")
def test_unit_length_is_indifferent_to_repetition() -> None:
    documents = ["the cat sat on the mat", "a dog ran", "the dog sat"]
    kernel = BagOfWords.idf(documents).normalized()
    twice = [f"{document} {document}" for document in documents]
    np.testing.assert_allclose(kernel.diagonal(Sequences.of(documents)), 1.0)
    np.testing.assert_allclose(kernel(twice, documents), kernel(documents), rtol=1e-14)
    # φ = tf · ln(documents / documents with the word), at length one.
    terms = sorted({word for document in documents for word in document.split()})
    tf = np.array([[document.split().count(term) for term in terms] for document in documents])
    phi = tf * np.log(len(documents) / (tf > 0).sum(axis=0))
    phi /= np.linalg.norm(phi, axis=1, keepdims=True)
    np.testing.assert_allclose(kernel(documents), phi @ phi.T, atol=1e-14)


@pytest.mark.spec("C.B37")
def test_a_document_without_words_has_no_direction() -> None:
    assert BagOfWords()(["...", "a"]).tolist() == [[0.0, 0.0], [0.0, 1.0]]
    assert BagOfWords().normalized()(["a a", "?!"]).round(12).tolist() == [[1.0, 0.0], [0.0, 0.0]]


def test_documents_are_texts() -> None:
    with pytest.raises(InputTypeError, match="documents are strings, or lists of tokens, got Vectors"):
        BagOfWords.idf([[1.0, 2.0]])
    with pytest.raises(ParameterError, match="by a mapping"):
        BagOfWords(["cat"])  # type: ignore[arg-type]


def test_weights_are_no_parameters_to_be_tuned() -> None:
    assert BagOfWords({"a": 1.0}).parameters() == {}


def test_numbers_are_words_too() -> None:
    left, right = Sequences.of([[7, 7, 8]]), Sequences.of([[8, 7]])
    assert BagOfWords({7: 2.0}).matrix(left, right).item() == 8.0


def test_it_keeps_the_promises_of_a_kernel() -> None:
    texts = ["to be or not to be", "to do", "be", ""]
    check_kernel(BagOfWords(), texts).raise_if_failed()
    check_kernel(BagOfWords.idf(texts), texts).raise_if_failed()
