"""The local alignment kernel: sequences are alike if parts of them can be aligned, in many good ways."""

import math
from dataclasses import dataclass, field

import numpy as np

from drupe.foundation.errors import ParameterError
from drupe.foundation.parameters import nonnegative, positive
from drupe.inputs.alphabets import Alphabet
from drupe.inputs.sequences import Sequences
from drupe.kernels.definiteness import INDEFINITE, POSITIVE, Definiteness
from drupe.kernels.strings.pairwise import PairwiseKernel
from drupe.kernels.strings.scores import Identity, Scores
from drupe.native import StringPairs

MOST_EXPONENT = 700.0


@dataclass(frozen=True)
class LocalAlignment(PairwiseKernel):
    """k(x, z) = Σ over local alignments π of x and z of e^(beta score(π)).

    A local alignment pairs some letters of x with letters of z, in their order. Its score is that of the pairs, less
    the cost of the letters of x and of z that are skipped between the first pair and the last. Where the Smith-Waterman
    score takes the best alignment, the kernel takes all of them; as beta grows, log k / beta approaches that score.

    Parameters
    ----------
    beta
        How much better alignments count more.
    scores
        Scores of aligned letters, `Identity` or a `ScoreTable`.
    opening
        Cost of the first letter of a gap.
    extension
        Cost of each further one.

    Notes
    -----
    Positive semi-definite if e^(beta score) is, as a kernel of two letters: for `Identity` with match ≥ mismatch it is,
    for a table its eigenvalues tell. The logarithm of k, often taken as values span many orders of magnitude, is not.

    Complexity: O(|x| |z|) time for a pair, O(|z|) memory.

    Examples
    --------
    Of "ab" and "ab" each of four pairs of letters can be aligned, the equal ones with factor 2 and the others with ½,
    or both equal ones together; no alignment at all counts 1:

    >>> import math
    >>> round(LocalAlignment(beta=math.log(2.0))(["ab"], ["ab"]).item(), 12)
    10.0

    References
    ----------
    [Vert04]_, pages 131 to 154; [Saigo04]_, pages 1682 to 1689.
    """

    beta: float = positive(0.5)
    scores: Scores = field(default_factory=Identity)
    opening: float = nonnegative(2.0)
    extension: float = nonnegative(0.5)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.scores, Scores):
            raise ParameterError(
                f"LocalAlignment.scores must be Identity or a ScoreTable, got {self.scores!r}, "
                f"of type {type(self.scores).__name__}."
            )
        most = float(self.beta * max(np.abs(self.scores.table()).max(initial=0.0), self.scores.same, self.scores.other))
        if most > MOST_EXPONENT:
            raise ParameterError(
                f"LocalAlignment: e^(beta score) is beyond float64 for a score of {most / self.beta:g}."
            )

    @property
    def definiteness(self) -> Definiteness:
        return POSITIVE if self.scores.positive(self.beta) else INDEFINITE

    def letters(self, right: Sequences) -> Alphabet:
        return self.scores.letters(right)

    def require(self, inputs: Sequences) -> None:
        self.scores.require(inputs)

    def pairs(self, right: Sequences, single: bool) -> StringPairs:
        factors = np.ascontiguousarray(np.exp(self.beta * self.scores.table()))
        same, other, opening, extension = (
            math.exp(self.beta * score)
            for score in (self.scores.same, self.scores.other, -self.opening, -self.extension)
        )
        return StringPairs.local_alignment(right.codes, right.offsets, factors, same, other, opening, extension)

    @property
    def remedy(self) -> str:
        return "take a smaller beta, or larger costs of gaps and mismatches."
