"""The bag-of-words kernel: texts are alike if they share words, whatever their order."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sp

from drupe.foundation.arrays import Index, Vector
from drupe.foundation.errors import InputTypeError
from drupe.inputs.alphabets import Alphabet, code_tokens
from drupe.inputs.coerce import coerce
from drupe.inputs.sequences import Sequences
from drupe.inputs.vectors import Vectors
from drupe.kernels.forms.views import Anchored, View
from drupe.kernels.occurrences import Occurrences
from drupe.kernels.strings.lexicon import Lexicon
from drupe.kernels.strings.word_kernel import WordKernel
from drupe.kernels.strings.words import IndexedWords, Pattern, Words, contiguous

WORD = re.compile(r"\w+")
"""What a word of a string is: letters, digits and underscores without anything between them."""


class Text(NamedTuple):
    """The words of every example, and where each stands in it."""

    tokens: Sequences
    starts: Index
    lengths: Index


def text_of(inputs: Sequences) -> Text:
    """Strings taken apart into words; lists of tokens as they are."""
    if not inputs.text:
        return Text(inputs, _within(inputs), np.ones(len(inputs.codes), dtype=np.int64))
    found = [list(WORD.finditer(string)) for string in _strings(inputs)]
    tokens = Sequences(*code_tokens([[word.group() for word in words] for words in found]), inputs.origin, text=False)
    spans = np.array([word.span() for words in found for word in words], dtype=np.int64).reshape(-1, 2)
    return Text(tokens, spans[:, 0], spans[:, 1] - spans[:, 0])


def _strings(inputs: Sequences) -> list[str]:
    """All at once: one letter after the other would take as long as the rest."""
    points = np.array([ord(str(letter)) for letter in inputs.alphabet], dtype="<u4")
    everything, ends = points[inputs.codes].tobytes().decode("utf-32-le", "surrogatepass"), inputs.offsets.tolist()
    return [everything[first:last] for first, last in pairwise(ends)]


def _within(inputs: Sequences) -> Index:
    """The place of every token in its sequence."""
    return np.arange(len(inputs.codes)) - np.repeat(inputs.offsets[:-1], inputs.lengths)


@dataclass(frozen=True)
class WordsOfTexts(Words):
    """How often each word of a text occurs, times its weight; only words of the lexicon, if there is one."""

    lexicon: Lexicon | None

    def patterns(self) -> Iterator[Pattern]:
        yield contiguous(1)

    def letters(self, right: Sequences) -> Alphabet:
        return right.alphabet if self.lexicon is None else self.lexicon.words

    def anchored(self, right: Sequences) -> Anchored:
        tokens = text_of(right).tokens
        indexed = super().indexed(tokens)
        weights = None if self.lexicon is None else np.array(self.lexicon.weights)[self._present(tokens)]
        weighed = WeighedWords(indexed, weights)
        return Anchored(weighed, weighed.of_tokens(tokens))

    def _present(self, tokens: Sequences) -> Index:
        """The codes of the words that have columns, column by column."""
        codes = np.unique(tokens.recoded(self.letters(tokens)).codes)
        return codes[codes < len(self.letters(tokens))].astype(np.int64)

    def occurrences(self, inputs: Sequences) -> Occurrences:
        tokens, starts, lengths = text_of(inputs)
        found = super().occurrences(tokens)
        at = tokens.offsets[found.examples] + found.starts
        values = found.values
        if self.lexicon is not None:
            values = np.array(self.lexicon.weights)[self._present(tokens)][found.features]
        return Occurrences(found.examples, starts[at], lengths[at], found.features, values, found.words)


@dataclass(frozen=True, eq=False)
class WeighedWords(View):
    """The words of other texts, in the columns of those that are known."""

    takes = Sequences

    indexed: IndexedWords
    weights: Vector | None

    def __call__(self, inputs: Sequences) -> Vectors:
        return self.of_tokens(text_of(inputs).tokens)

    def of_tokens(self, tokens: Sequences) -> Vectors:
        """The same, where texts are taken apart already."""
        counts = self.indexed(tokens)
        if self.weights is None:
            return counts
        table = counts.array
        values = table.data * self.weights[table.indices]
        return counts.with_array(sp.csr_array((values, table.indices, table.indptr), shape=table.shape))


@dataclass(frozen=True)
class BagOfWords(WordKernel):
    """k(x, z) = Σ_b β_b² n(b, x) n(b, z) over words b, n(b, x) = how often b occurs in x.

    Texts are taken for the words they are made of. The words of a list are its tokens; those of a string are its runs
    of letters, digits and underscores, told apart by everything else, with capitals as they stand. With
    `.normalized()` the length of a text does not matter.

    Parameters
    ----------
    weights
        β_b for each word b that counts, as a mapping; a word that is not in it counts for nothing. None: all words
        count 1. It is kept as a `Lexicon`, so that the kernel stays a value.

    Examples
    --------
    "be" occurs twice in one and once in the other, "to" too:

    >>> BagOfWords()(["to be, or not to be"], ["to be"]).item()
    4.0
    >>> BagOfWords({"be": 0.5})(["to be, or not to be"], ["to be"]).item()
    0.5

    References
    ----------
    [Herbrich02]_, eq. 2.24; [Cristianini00]_, section 8.1.1.
    """

    weights: Lexicon | Mapping[Any, float] | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.weights is not None:
            object.__setattr__(self, "weights", Lexicon.of(self.weights))

    @classmethod
    def idf(cls, documents: Any) -> "BagOfWords":
        """β_b = ln(1 / P(b)), P(b) the share of these documents in which b occurs: words that all have say nothing.

        The kernel then knows these documents. Give it those of the training sample alone, in cross-validation those of
        each fold: one that saw test examples leaves estimates and certificates without meaning.

        >>> BagOfWords.idf(["a cat", "a dog"]).weights
        Lexicon(3 words: 'a' 0, 'cat' 0.6931, 'dog' 0.6931)
        """
        inputs = coerce(documents)
        if not isinstance(inputs, Sequences):
            raise InputTypeError(f"documents are strings, or lists of tokens, got {type(inputs).__name__}.")
        tokens = text_of(inputs).tokens
        owners = np.repeat(np.arange(len(tokens)), tokens.lengths)
        once = np.unique(np.stack([tokens.codes, owners]), axis=1)[0]
        occurring = np.bincount(once, minlength=len(tokens.alphabet))
        weights = np.log(len(tokens) / np.maximum(occurring, 1))
        return cls(dict(zip(tokens.alphabet, weights.tolist(), strict=True)))

    def features(self) -> WordsOfTexts:
        return WordsOfTexts(None if self.weights is None else Lexicon.of(self.weights))
