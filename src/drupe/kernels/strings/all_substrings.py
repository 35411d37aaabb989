"""The kernel of all substrings: sequences are alike if they share stretches of any length."""

from dataclasses import dataclass

from drupe.foundation.parameters import positive
from drupe.inputs.sequences import Sequences
from drupe.kernels.strings.pairwise import PairwiseKernel
from drupe.native import StringPairs


@dataclass(frozen=True)
class AllSubstrings(PairwiseKernel):
    """k(x, z) = Σᵤ decay^(2|u|) n(u, x) n(u, z) over all words u but the empty one, n(u, x) = how often u occurs in x.

    The substring kernel without a longest word. Words are contiguous, and may overlap.

    Parameters
    ----------
    decay
        What each letter of a word counts: below 1 short words count more, above 1 long ones do.

    Notes
    -----
    Complexity: O(|x| + |z|) time and memory for a pair, by a suffix automaton of x through which z is read. It is built
    once for all z.

    Examples
    --------
    The words "a", "n", "an" of "an" occur twice, once and once in "ana":

    >>> AllSubstrings(decay=1.0)(["an"], ["ana"]).item()
    4.0

    References
    ----------
    [Herbrich02]_, eq. 2.25 with r = ∞; [Vishwanathan03]_, pages 585 to 592; the automaton is that of [Blumer85]_.
    """

    decay: float = positive(0.5)

    def pairs(self, right: Sequences, single: bool) -> StringPairs:
        return StringPairs.all_substrings(right.codes, right.offsets, float(self.decay))

    @property
    def remedy(self) -> str:
        return "take a smaller decay, 1 or less, or Substrings of a limited length."
