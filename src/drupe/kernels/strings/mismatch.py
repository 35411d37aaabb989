"""The mismatch kernel: words of one length are shared even if a few of their letters differ."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, reduce
from itertools import combinations
from math import comb, factorial
from operator import add
from typing import Any

import numpy as np

from drupe.foundation.arrays import Index
from drupe.foundation.budget import DEFAULT_BYTES, require
from drupe.foundation.errors import ParameterError
from drupe.foundation.parameters import whole
from drupe.inputs.alphabets import Alphabet
from drupe.inputs.sequences import Sequences
from drupe.kernels.forms import Form, dot
from drupe.kernels.occurrences import Occurrences
from drupe.kernels.strings.sequence_kernel import SequenceKernel
from drupe.kernels.strings.words import Pattern, Words, contiguous

MOST_PATTERNS = 20_000
"""Sets of places, beyond which a mismatch kernel asks for more than anybody will wait for."""

BYTES_PER_PLACE = 40
"""What an occurrence takes."""


@dataclass(frozen=True)
class GappedWords(Words):
    """How often each word with so many gaps occurs: for every choice of the other places, what stands there."""

    length: int
    gaps: int
    alphabet: Alphabet

    def patterns(self) -> Iterator[Pattern]:
        chosen = combinations(range(self.length), self.length - self.gaps)
        return (Pattern(self.length, places) for places in chosen)

    def letters(self, right: Sequences) -> Alphabet:
        return self.alphabet


@dataclass(frozen=True)
class WordsOver(Words):
    """How often each word of one length over an alphabet occurs."""

    length: int
    alphabet: Alphabet

    def patterns(self) -> Iterator[Pattern]:
        yield contiguous(self.length)

    def letters(self, right: Sequences) -> Alphabet:
        return self.alphabet


@dataclass(frozen=True)
class Mismatch(SequenceKernel):
    """k(x, z) = Σᵤ φᵤ(x) φᵤ(z), φᵤ(x) = how many words of x differ from u in at most `mismatches` letters.

    u runs through all words of `length` letters over the alphabet. For sequences that changed in time: proteins of one
    family share few words, but many that are nearly the same.

    Parameters
    ----------
    length
        Letters (or tokens) of a word.
    mismatches
        In how many letters words may differ; with 0 this is the spectrum kernel of such words.
    alphabet
        The letters that u may have, as a string such as `DNA`, `RNA` or `PROTEIN` of this package, or as a tuple of
        tokens. It must be said: more letters mean more words between two that differ. Words of x that have any other
        letter count for nothing; small letters are others than capitals.

    Notes
    -----
    The features, (alphabet)^length of them, are never written down. Two words that differ in h letters are both near to
    I(h) words u, and pairs that differ in h letters are counted by the words with gaps that they share: k is a sum over
    j = 0, ..., 2 · mismatches of aⱼ times an inner product of counts of words with j gaps. All are whole numbers.

    Complexity: O(letters · Σⱼ C(length, j)) time and memory for these counts, then products of sparse vectors.

    Examples
    --------
    The words of "AC" with at most one letter changed are itself and six others, those of "AG" too; they share
    "AA", "AC", "AG", "AT", and nothing else, as "C" and "G" stand at one place:

    >>> from drupe.kernels import DNA
    >>> Mismatch(2, 1, DNA)(["AC"], ["AC", "AG"]).tolist()
    [[7.0, 4.0]]

    References
    ----------
    [Leslie04]_, pp. 467-476; pairs counted by words with gaps, as here, in [Kuksa08]_.
    """

    length: int = whole(1)
    mismatches: int = whole(0)
    alphabet: str | tuple[Any, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        letters = tuple(self.alphabet) if isinstance(self.alphabet, str | tuple | list) else ()
        if not letters or len(set(letters)) != len(letters):
            raise ParameterError(
                "Mismatch.alphabet must name every letter that words may have, each once, such as DNA or PROTEIN of "
                f"drupe.kernels, or a tuple of tokens; got {self.alphabet!r}."
            )
        if isinstance(self.alphabet, list):
            object.__setattr__(self, "alphabet", letters)
        patterns = sum(comb(self.length, gaps) for gaps in range(self._most_gaps + 1))
        if patterns > MOST_PATTERNS:
            raise ParameterError(
                f"words of {self.length} letters with up to {self.mismatches} mismatches are compared by "
                f"{patterns} choices of their letters, and {MOST_PATTERNS} are allowed; take shorter words or fewer "
                "mismatches."
            )

    @property
    def _letters(self) -> Alphabet:
        return tuple(self.alphabet)

    @property
    def _most_gaps(self) -> int:
        return min(2 * int(self.mismatches), int(self.length))

    def form(self) -> Form:
        length, size = int(self.length), len(self._letters)
        factors = [_factor(length, int(self.mismatches), size, gaps) for gaps in range(self._most_gaps + 1)]
        terms = [
            dot(GappedWords(length, gaps, self._letters)) * float(factor)
            for gaps, factor in enumerate(factors)
            if factor != 0
        ]
        return reduce(add, terms)

    def occurrences(self, inputs: Sequences) -> Occurrences:
        """Every word of the sequences, once for each word that it is near to."""
        found = WordsOver(int(self.length), self._letters).occurrences(inputs)
        there = inputs.recoded(self._letters)
        _, first = np.unique(found.features, return_index=True)
        at = there.offsets[found.examples[first]] + found.starts[first]
        words = there.codes[at[:, None] + np.arange(int(self.length))]
        near = _neighborhood(int(self.length), int(self.mismatches), len(self._letters))
        require(
            BYTES_PER_PLACE * len(near) * len(found.features),
            DEFAULT_BYTES,
            f"{len(near)} words that each of {len(found.features)} places is near to",
            "ask for the occurrences in fewer sequences.",
        )
        neighbors = ((words[:, None, :] + near) % len(self._letters)).reshape(-1, int(self.length))
        distinct, numbers = np.unique(neighbors, axis=0, return_inverse=True)
        features = numbers.reshape(len(words), len(near))[found.features].ravel()
        parting = "" if all(isinstance(letter, str) and len(letter) == 1 for letter in self._letters) else " "
        names = tuple(parting.join(str(self._letters[code]) for code in word) for word in distinct.tolist())
        examples, starts, lengths = (
            np.repeat(each, len(near)) for each in (found.examples, found.starts, found.lengths)
        )
        return Occurrences(examples, starts, lengths, features, np.ones(len(features)), names)


def _neighborhood(length: int, mismatches: int, letters: int) -> Index:
    """What is added to the codes of a word, modulo the number of letters, to reach each word that it is near to."""
    rows = [np.zeros((1, length), dtype=np.int64)]
    for changed in range(1, min(mismatches, length) + 1):
        shifts = np.indices((letters - 1,) * changed).reshape(changed, -1).T + 1
        for places in combinations(range(length), changed):
            block = np.zeros((len(shifts), length), dtype=np.int64)
            block[:, places] = shifts
            rows.append(block)
    return np.concatenate(rows)


@cache
def _common(length: int, mismatches: int, letters: int, apart: int) -> int:
    """I(h): how many words are near to both of two words that differ in h letters.

    At those h places such a word agrees with the first at a, with the second at b, and with neither at the others; of
    the places where both agree it differs at t.
    """
    return sum(
        factorial(apart)
        // (factorial(a) * factorial(b) * factorial(apart - a - b))
        * (letters - 2) ** (apart - a - b)
        * comb(length - apart, t)
        * (letters - 1) ** t
        for a in range(apart + 1)
        for b in range(apart - a + 1)
        for t in range(length - apart + 1)
        if apart - min(a, b) + t <= mismatches
    )


def _factor(length: int, mismatches: int, letters: int, gaps: int) -> int:
    """aⱼ = Σ_{h ≥ j} (−1)^(h − j) C(length − j, h − j) I(h).

    Pairs of words that differ in h letters share C(length − h, j − h) words with j gaps, which inverts to this.
    """
    return sum(
        (-1) ** (apart - gaps) * comb(length - gaps, apart - gaps) * _common(length, mismatches, letters, apart)
        for apart in range(gaps, min(2 * mismatches, length) + 1)
    )
