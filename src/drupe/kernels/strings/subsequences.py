"""Gap-weighted subsequences: sequences are alike if they share letters in the same order, the closer the better."""

import math
from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.errors import ParameterError
from drupe.foundation.parameters import Interval, nonnegative, ranged, whole
from drupe.foundation.threads import OPENMP_DEFAULT
from drupe.inputs.sequences import Sequences
from drupe.kernels.compiled import prepared
from drupe.kernels.forms import Form, dot
from drupe.kernels.forms.pairs import SamePairs
from drupe.kernels.forms.views import of_kind
from drupe.kernels.frozen_arrays import frozen_vector
from drupe.kernels.prepared import Prepared
from drupe.kernels.strings.pairwise import PairwiseKernel
from drupe.kernels.strings.subsequence_features import SubsequenceFeatures, occurring
from drupe.native import StringPairs, subsequence_features

DECAYS = Interval(0.0, 1.0, closed_low=False, closed_high=True)

FEATURE_BYTES = 512 * 2**20
"""What the features of all sequences may take, if they are written down."""

CELL = (0.06, 0.07, 0.09, 0.16, 0.24, 0.35)
"""Nanoseconds for one pair of letters in the recursion for subsequences of length 1, 2, ...; their ratios matter."""

DEEP_CELL = 0.2
"""The same for each level, where there are more levels."""

ENTRY = 0.05
"""The same for one feature in the inner product of two sequences."""

STEP = 0.2
"""And for one word that is open while a sequence is scanned, at each of its letters."""

SINGLE_RANGE = Interval(1e-25, 1e25, closed_high=True)
"""Factors of lengths that float32 can bear."""

LARGEST_SINGLE = math.log(1e36)


class GapWeighted(PairwiseKernel):
    """k(x, z) = Σₙ wₙ Kₙ(x, z), Kₙ that of all subsequences of length n; an author writes `lengths`.

    Two ways lead to the same numbers. The recursion compares the letters of two sequences pair by pair, as many
    sequences at once as a vector register has lanes. Over a small alphabet the features of each sequence can be
    written down instead. What is cheaper is decided by counting the steps of both.
    """

    decay: float

    @abstractmethod
    def lengths(self) -> tuple[float, ...]:
        """The weights w₁, w₂, ..., the last above zero."""

    def features(self) -> Form:
        """The kernel as an inner product of features, one for each word."""
        return dot(SubsequenceFeatures(self.lengths(), self.decay))

    def prepare(self, right: Sequences, *, threads: int = OPENMP_DEFAULT) -> Prepared[Any]:
        if self.explicit(right):
            return prepared(self.features(), right, threads)
        return super().prepare(right, threads=threads)

    def _diagonal(self, inputs: Sequences) -> Vector:
        if self.explicit(inputs):
            return self.features().evaluate(SamePairs(inputs))
        return super()._diagonal(inputs)

    def explicit(self, inputs: Sequences) -> bool:
        """Whether features cost less than the recursion for all pairs of these sequences, and fit into memory."""
        of_kind(inputs, Sequences)
        weights = self.lengths()
        letters, _ = occurring(inputs)
        columns = subsequence_features(np.array(weights), letters)
        if not columns or 8 * columns * len(inputs) > FEATURE_BYTES:
            return False
        levels, letter_count = len(weights), float(inputs.lengths.mean())
        open_words = sum(letters**level for level in range(1, levels)) + columns / letters
        cell = CELL[levels - 1] if levels <= len(CELL) else DEEP_CELL * levels
        by_features = ENTRY * columns + 2.0 * STEP * open_words * letter_count / len(inputs)
        return bool(by_features < cell * letter_count**2)

    def pairs(self, right: Sequences, single: bool) -> StringPairs:
        return StringPairs.subsequences(right.codes, right.offsets, np.array(self.lengths()), float(self.decay), single)

    def fits_single(self, longest: int, longest_right: int) -> bool:
        """Whether no sum of the recursion can overflow, nor a factor be lost.

        Without the factors decay² for each common letter, sums count pairs of subsequences, those with gaps for less.
        """
        weights = self.lengths()
        factors = [weight * self.decay ** (2 * n) for n, weight in enumerate(weights, start=1) if weight]
        most = max(
            _log_count(longest, n, self.decay) + _log_count(longest_right, n, self.decay)
            for n in range(1, len(weights) + 1)
        )
        fits = all(factor in SINGLE_RANGE for factor in factors)
        return fits and most < LARGEST_SINGLE and most + math.log(max(1.0, *factors)) < LARGEST_SINGLE

    @property
    def remedy(self) -> str:
        return "take a smaller decay, a shorter length of subsequences, or shorter sequences."


def _log_count(length: int, n: int, decay: float) -> float:
    """A bound on the logarithm of Σ over subsequences of n letters of decay^(letters left out inside)."""
    if length < n:
        return 0.0
    count = math.lgamma(length + 1) - math.lgamma(n + 1) - math.lgamma(length - n + 1)
    # From each letter to the next there are 0, 1, 2, ... left out.
    return count if decay == 1.0 else min(count, math.log(length) - (n - 1) * math.log1p(-decay))


@dataclass(frozen=True)
class Subsequences(GapWeighted):
    """k(x, z) = Σᵤ φᵤ(x) φᵤ(z) over all words u of one length, φᵤ(x) = Σ over places of u in x of decay^extent.

    A word is a subsequence: its letters stand in x in their order, with gaps or without. Its extent counts the letters
    from its first to its last, gaps included, so that close letters count more. Sequences shorter than the words have
    none, and are like nothing, not even themselves; values grow with the length of sequences, and `.normalized()`
    makes up for it.

    Parameters
    ----------
    length
        Letters (or tokens) of a word.
    decay
        What each letter of the extent costs, in (0, 1]. With 1 gaps are free and words are counted.

    Notes
    -----
    Complexity: O(length |x| |z|) time for a pair and O(length min(|x|, |z|)) memory; over few letters, where that is
    less, O(|x| letters^(length − 1)) time for each sequence and O(letters^length) for a pair.

    Examples
    --------
    "cat" and "car" share the word "ca", whose extent is 2 in both:

    >>> Subsequences(length=2, decay=0.5)(["cat"], ["car"]).item() == 0.5**4
    True

    References
    ----------
    [Lodhi02]_, definition 1; [Cristianini00]_, example 3.15; [Herbrich02]_, eqs. 2.28 to 2.30, with v[j:] read as
    v[t:] in the last.
    """

    length: int = whole(1, 3)
    decay: float = ranged(DECAYS, 0.5)

    def lengths(self) -> tuple[float, ...]:
        return (*(0.0 for _ in range(int(self.length) - 1)), 1.0)

    @classmethod
    def mixture(cls, weights: Iterable[float], decay: float = 0.5) -> "SubsequenceMixture":
        """Words of lengths 1, 2, ... together, each length with its weight, at the cost of the longest alone.

        >>> Subsequences.mixture([1, 1], decay=1.0)(["ab"], ["ba"]).item()
        2.0
        """
        return SubsequenceMixture(tuple(weights), decay)


@dataclass(frozen=True)
class SubsequenceMixture(GapWeighted):
    """k(x, z) = Σₙ weights[n − 1] Kₙ(x, z), with Kₙ = Subsequences(n, decay), n = 1, 2, ...

    All lengths come from one computation, that of the longest.

    Parameters
    ----------
    weights
        What words of length 1, 2, ... count, each zero or more, and not all zero.
    decay
        What each letter of a word's extent costs, in (0, 1].

    Examples
    --------
    Two letters are common, and no word of two letters in the same order; with a decay of 1 each is counted as 1:

    >>> SubsequenceMixture((1.0, 1.0), decay=1.0)(["ab"], ["ba"]).item()
    2.0

    References
    ----------
    [Cristianini00]_, example 3.15, last paragraph.
    """

    weights: tuple[float, ...] = nonnegative()
    decay: float = ranged(DECAYS, 0.5)

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "weights", frozen_vector(type(self).__name__, "weights", self.weights))
        if not any(self.weights):
            raise ParameterError(f"SubsequenceMixture.weights must not all be zero, got {self.weights!r}.")

    def lengths(self) -> tuple[float, ...]:
        longest = max(n for n, weight in enumerate(self.weights, start=1) if weight > 0)
        return self.weights[:longest]
