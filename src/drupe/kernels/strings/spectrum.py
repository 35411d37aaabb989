"""The spectrum kernel: sequences are alike if they share words of one length."""

from collections.abc import Iterator
from dataclasses import dataclass

from drupe.foundation.parameters import whole
from drupe.kernels.strings.word_kernel import WordKernel
from drupe.kernels.strings.words import Pattern, Words, contiguous


@dataclass(frozen=True)
class WordsOfLength(Words):
    """How often each word of one length occurs."""

    length: int

    def patterns(self) -> Iterator[Pattern]:
        yield contiguous(self.length)


@dataclass(frozen=True)
class Spectrum(WordKernel):
    """k(x, z) = Σᵤ n(u, x) n(u, z) over all words u of one length, n(u, x) = how often u occurs in x.

    Words are contiguous, and may overlap. Where they stand does not matter: long sequences of which parts were moved
    stay alike. Sequences shorter than the words have none, and are like nothing, not even themselves.

    Parameters
    ----------
    length
        Letters (or tokens) of a word. Longer words are rarer: almost all likeness is then that of a sequence to itself.

    Notes
    -----
    Complexity: O(letters) time and memory for the words, then an inner product of sparse vectors for each pair.

    Examples
    --------
    "an" and "na" occur twice in both, and no other word in both:

    >>> Spectrum(length=2)(["banana"], ["ananas"]).item()
    8.0

    References
    ----------
    [Leslie02]_; [Cristianini00]_, exercise 3.3; [Herbrich02]_, eq. 2.25, one length alone.
    """

    length: int = whole(1, 3)

    def features(self) -> WordsOfLength:
        return WordsOfLength(int(self.length))
