"""Words as columns: how often each sequence has which word, for words of any pattern and of any length."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, ClassVar, NamedTuple

import numpy as np
import scipy.sparse as sp

from drupe.foundation.arrays import Vector
from drupe.foundation.budget import DEFAULT_BYTES, require
from drupe.foundation.threads import OPENMP_DEFAULT
from drupe.inputs.alphabets import Alphabet
from drupe.inputs.sequences import Sequences
from drupe.inputs.vectors import Vectors
from drupe.kernels.forms.views import Anchored, View
from drupe.kernels.occurrences import Occurrences
from drupe.native import WordIndex

WHOLE_IN_SINGLE = 2**24
"""Whole numbers up to here are exact in float32."""

APART = 8
"""Lengths up to which words of each have an inner product of their own: whole numbers, two bytes each in the core."""

BYTES_PER_COUNT = 12
"""What one count takes with its column, while it is made."""


class Pattern(NamedTuple):
    """The letters of a window that make a word, and what the word counts."""

    span: int
    places: Sequence[int]
    weight: float = 1.0


def contiguous(length: int, weight: float = 1.0) -> Pattern:
    """All letters of a window."""
    return Pattern(length, range(length), weight)


class Words(View):
    """A column for every word of some patterns; an author writes `patterns`, those of short windows first."""

    takes = Sequences

    placed: ClassVar[bool] = False
    """Whether the same word at another place of the sequence is another word."""

    @abstractmethod
    def patterns(self) -> Iterator[Pattern]:
        """Which words count; there may be more of them than sequences are long."""

    def letters(self, right: Sequences) -> Alphabet:
        """Letters of which words consist; a window with any other holds no word."""
        return right.alphabet

    def __call__(self, inputs: Sequences) -> Vectors:
        return self.anchored(inputs).seen

    def anchored(self, right: Sequences) -> Anchored:
        indexed = self.indexed(right)
        return Anchored(indexed, indexed(right))

    def indexed(self, right: Sequences) -> "IndexedWords":
        """The columns of all words that these sequences have."""
        longest = int(right.lengths.max(initial=0))
        patterns = tuple(takewhile(lambda pattern: pattern.span <= longest, self.patterns()))
        require(
            BYTES_PER_COUNT * len(patterns) * len(right.codes),
            DEFAULT_BYTES,
            f"counting the words of {len(patterns)} patterns in {len(right.codes)} letters",
            "take shorter words, or fewer sequences.",
        )
        alphabet = self.letters(right)
        there = right.recoded(alphabet)
        spans = [(pattern.span, *pattern.places) for pattern in patterns]
        index = WordIndex(spans, len(alphabet), self.placed, there.codes, there.offsets, OPENMP_DEFAULT, None)
        return IndexedWords(patterns, alphabet, index)

    def occurrences(self, inputs: Sequences) -> Occurrences:
        """Every place where one of the words stands."""
        indexed = self.indexed(inputs)
        there = inputs.recoded(indexed.alphabet)
        examples, starts, kinds, features = indexed.index.places(there.codes, there.offsets, OPENMP_DEFAULT, None)
        spans = np.array([pattern.span for pattern in indexed.patterns], dtype=np.int64)
        weights = np.array([pattern.weight for pattern in indexed.patterns])
        lengths = spans[kinds]
        _, first = np.unique(features, return_index=True)
        words = tuple(self.name(inputs, int(examples[e]), int(starts[e]), int(lengths[e])) for e in first)
        return Occurrences(examples, starts, lengths, features.astype(np.int64), weights[kinds], words)

    def name(self, inputs: Sequences, example: int, start: int, length: int) -> str:
        """What the word at this place is called."""
        word = spelled(inputs, example, start, length)
        return f"{word} at {start}" if self.placed else word


def spelled(inputs: Sequences, example: int, start: int, length: int) -> str:
    """Some tokens of an example as a string."""
    first = int(inputs.offsets[example]) + start
    tokens = [str(inputs.alphabet[code]) for code in inputs.codes[first : first + length]]
    return ("" if inputs.text else " ").join(tokens)


@dataclass(frozen=True, eq=False)
class IndexedWords(View):
    """The words that some sequences have, as columns for any others; what these have besides is left out."""

    takes = Sequences

    patterns: tuple[Pattern, ...]
    alphabet: Alphabet
    index: WordIndex = field(repr=False)

    def __call__(self, inputs: Sequences) -> Vectors:
        there = inputs.recoded(self.alphabet)
        counts, columns, starts = self.index.counts(there.codes, there.offsets, OPENMP_DEFAULT, None)
        rows = sp.csr_array(
            (self._values(counts, columns), columns, starts), shape=(len(inputs), self.index.width), copy=False
        )
        return Vectors(rows, inputs.origin)

    def _values(self, counts: Any, columns: Any) -> Vector:
        """What each count is worth; plain ones stay whole numbers, which float32 holds as well as float64."""
        if all(pattern.weight == 1.0 for pattern in self.patterns):
            return np.asarray(counts, dtype=np.float32 if counts.max(initial=0) < WHOLE_IN_SINGLE else np.float64)
        weights = np.array([pattern.weight for pattern in self.patterns])
        return np.asarray(counts * np.repeat(weights, np.diff(self.index.first_columns()))[columns])
