"""The weighted-degree kernel: aligned sequences are alike where the same words stand at the same places."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from operator import add

from drupe.foundation.parameters import whole
from drupe.kernels.forms import Form, dot
from drupe.kernels.strings.word_kernel import WordKernel
from drupe.kernels.strings.words import APART, Pattern, Words, contiguous


@dataclass(frozen=True)
class WordsAt(Words):
    """A one for each word of one length, at the place where it stands."""

    length: int

    placed = True

    def patterns(self) -> Iterator[Pattern]:
        yield contiguous(self.length)


@dataclass(frozen=True)
class PlacedWords(Words):
    """√β of its length for each word, at the place where it stands."""

    length: int

    placed = True

    def patterns(self) -> Iterator[Pattern]:
        whole = self.length * (self.length + 1)
        return (
            contiguous(length, math.sqrt(2.0 * (self.length - length + 1) / whole))
            for length in range(1, self.length + 1)
        )


@dataclass(frozen=True)
class WeightedDegree(WordKernel):
    """k(x, z) = Σ_d β_d Σᵢ [x and z have the same d letters from i on], β_d = 2 (D − d + 1) / (D (D + 1)).

    d runs from 1 to D = `length`, and the β_d add up to one. For sequences that are aligned, such as the surroundings
    of a site: a letter counts where it stands, and runs of common letters count more than as many apart.

    Parameters
    ----------
    length
        Letters (or tokens) of the longest word that counts, D.

    Notes
    -----
    Places are counted from the start. Of sequences of different length the common places are compared, the rest of the
    longer one counts for nothing but its k(x, x).

    Complexity: O(length · letters) time and memory for the words, then a product of sparse vectors for each pair.

    Examples
    --------
    With D = 2, β is ⅔ and ⅓. Two letters stand at their places, and no word of two letters:

    >>> round(WeightedDegree(length=2)(["tag"], ["tug"]).item(), 12)
    1.333333333333

    References
    ----------
    [Ratsch04]_, pp. 277-298; [Sonnenburg07]_, section Methods.
    """

    length: int = whole(1, 3)

    def features(self) -> PlacedWords:
        return PlacedWords(int(self.length))

    def form(self) -> Form:
        if self.length > APART:
            return super().form()
        return reduce(add, (dot(WordsAt(each.span)) * each.weight**2 for each in self.features().patterns()))
