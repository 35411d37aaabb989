"""The substring kernel: words of all lengths up to some, shorter or longer ones counting more."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from operator import add

from drupe.foundation.errors import ParameterError
from drupe.foundation.parameters import positive, whole
from drupe.kernels.forms import Form, dot
from drupe.kernels.strings.spectrum import WordsOfLength
from drupe.kernels.strings.word_kernel import WordKernel
from drupe.kernels.strings.words import APART, Pattern, Words, contiguous


@dataclass(frozen=True)
class WordsUpTo(Words):
    """decay^|u| times how often each word u up to some length occurs."""

    longest: int
    decay: float

    def patterns(self) -> Iterator[Pattern]:
        return (contiguous(length, self.decay**length) for length in range(1, self.longest + 1))


@dataclass(frozen=True)
class Substrings(WordKernel):
    """k(x, z) = Σᵤ decay^(2|u|) n(u, x) n(u, z) over all words u of up to `longest` letters.

    n(u, x) is how often u occurs in x, contiguous. A sum of `Spectrum` kernels, of which none must be chosen.

    Parameters
    ----------
    longest
        Letters (or tokens) of the longest word that counts.
    decay
        What each letter multiplies the feature by: below one short words count more, above one long ones.

    Notes
    -----
    Complexity: O(longest · letters) time and memory for the words, then a product of sparse vectors for each pair.

    Examples
    --------
    "c", "a" at ¼ each, and "ca" at ¹⁄₁₆:

    >>> Substrings(longest=2, decay=0.5)(["cat"], ["car"]).item()
    0.5625

    References
    ----------
    [Herbrich02]_, eqs. 2.25 to 2.27, where decay is λ and longest is r.
    """

    longest: int = whole(1, 3)
    decay: float = positive(0.5)

    def __post_init__(self) -> None:
        super().__post_init__()
        try:
            float(self.decay) ** (2 * int(self.longest))
        except OverflowError:
            raise ParameterError(
                f"words of {self.longest} letters count decay^(2 · {self.longest}) in Substrings, which is beyond "
                f"float64 for decay = {self.decay}; take a smaller decay, or shorter words."
            ) from None

    def features(self) -> WordsUpTo:
        return WordsUpTo(int(self.longest), float(self.decay))

    def form(self) -> Form:
        if self.longest > APART:
            return super().form()
        return reduce(add, (dot(WordsOfLength(each.span)) * each.weight**2 for each in self.features().patterns()))
