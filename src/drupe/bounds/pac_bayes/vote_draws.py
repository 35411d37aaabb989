"""PAC-Bayes for a weighted vote by the votes of a few rules drawn from it: one, a tandem, or many."""

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from scipy.special import betainc

from drupe.bounds.base import Bound
from drupe.bounds.concentration.rounding import downward, upward
from drupe.bounds.margin.vote_margin import finite_worlds
from drupe.bounds.pac_bayes.kl_moment import pac_bayes_kl
from drupe.bounds.subject import Subject
from drupe.bounds.world import World
from drupe.foundation.arrays import Vector
from drupe.foundation.citations import Citation
from drupe.foundation.parameters import Checked, nonnegative, whole
from drupe.witness.assumptions import Assumption
from drupe.witness.votes import FiniteVote

DRAWS = (1, 2, 3, 5, 9, 17, 33, 65, 129, 257, 513)
"""Numbers of rules that are drawn; fixed before any data."""

SHIFTS = (0.0, 1.0, 2.0, 3.0)
"""By how many standard deviations of a fair vote a drawn vote has to win to count as right; fixed before any data."""


@dataclass(frozen=True)
class VoteDraws(Checked, Bound[FiniteVote]):
    """Risk of the vote ≤ min over N, k of kl⁻¹(mean B(N, k, mᵢ), (N KL + ln(ξ(n) choices/δ)) / n) / B(N, k, 0).

    B(N, k, m) is the probability that at most k of N rules, drawn by their weights, are right on an example of margin
    m: that of a binomial variable with the rate (1 + m)/2. Where the vote errs it is B(N, k, 0) or more. One rule gives
    the well-known factor two, two that are both wrong the factor four of joint errors; many come close to one.

    Parameters
    ----------
    draws
        The numbers N, fixed beforehand.
    shifts
        For each of them k is the largest number below N/2, plus so many times √N/2, rounded down.

    Notes
    -----
    The prior is that of N independent draws with equal weights. It needs a finite class, fixed before the data. The
    divergence of all draws is N times that of one, of whichever weights were learned.

    Examples
    --------
    >>> seen = FiniteVote([0.5] * 900 + [-0.5] * 100, rules=20, divergence=1.0)
    >>> round(VoteDraws().risk(seen, delta=0.05), 3)
    0.274

    References
    ----------
    [Langford01]_, theorem 2, place not checked (draws against a prior), after [Schapire98]_, theorem 1; [Maurer04]_,
    theorem 5; [Masegosa20]_, theorem 2, place not checked (two draws).
    """

    draws: tuple[int, ...] = whole(1, DRAWS)
    shifts: tuple[float, ...] = nonnegative(SHIFTS)

    witness: ClassVar[type[FiniteVote]] = FiniteVote
    subject: ClassVar[Subject] = Subject.FITTED
    assumptions: ClassVar[frozenset[Assumption]] = frozenset({Assumption.INDEPENDENT, Assumption.PRIOR})
    source: ClassVar[Citation] = Citation("Langford01", "theorem 2")
    rises_with: ClassVar[tuple[str, ...]] = ("divergence",)
    falls_with: ClassVar[tuple[str, ...]] = ("margins",)

    @property
    def choices(self) -> tuple[tuple[int, int], ...]:
        """The pairs (N, k).

        >>> VoteDraws(draws=(1, 5), shifts=(0.0, 2.0)).choices
        ((1, 0), (5, 2), (5, 4))
        """
        pairs = (
            (size, (size - 1) // 2 + math.floor(shift * math.sqrt(size) / 2.0))
            for size in self.draws
            for shift in self.shifts
        )
        return tuple(sorted({(size, most) for size, most in pairs if most < size}))

    def _risk(self, witness: FiniteVote, delta: float) -> float:
        margins, shares = witness.levels
        choices = self.choices
        best = math.inf
        for size, most in choices:
            rate = min(1.0, upward(float(few_right(size, most, margins) @ shares)))
            fair = downward(float(few_right(size, most, np.zeros(1))[0]))
            if rate / fair < best:  # the limit of a rate is no smaller than the rate
                limit = pac_bayes_kl(rate, size * witness.divergence, witness.n, delta / len(choices))
                best = min(best, limit / fair)
        return best

    def worlds(self) -> tuple[World[FiniteVote], ...]:
        """Rules that err apart from each other, cuts of a line, noise learned by heart, the most flattered of many."""
        return finite_worlds()


def few_right(size: int, most: int, margins: Vector) -> Vector:
    """P[Bin(size, (1 + m)/2) ≤ most] for each margin m.

    >>> few_right(2, 0, np.array([0.0, 0.5, 1.0])).tolist()
    [0.25, 0.0625, 0.0]
    """
    return np.asarray(betainc(size - most, most + 1, 0.5 * (1.0 - margins)))
