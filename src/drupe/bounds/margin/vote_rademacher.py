"""Rademacher bounds for votes: mixing rules does not help to fit random signs; by the sample, and by the class."""

import math
from collections.abc import Callable
from functools import partial
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.complexity.rademacher import finite_average_limit
from drupe.bounds.concentration.hoeffding import hoeffding_deviation
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.bounds.worlds.ballots import Ballots, Learner, boosted, by_heart, flattered
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.votes import GrowthVote, PatternVote, VoteMargins

SCALES = 41
"""Margins θ = 1, 2^−½, 2^−1, ... that are tried, down to about a millionth; fixed before any data."""


class VoteRademacher(Bound[PatternVote]):
    """R ≤ min over θⱼ = 2^(−j/2) of mean φ(yf/θⱼ) + (2/θⱼ) Rad + 3 √(ln(2/δⱼ) / (2n)), Rad = √(2 ln(patterns) / n).

    φ(m) falls from 1 at 0 to 0 at 1, so that its mean is at most P̂[yf ≤ θ]. A vote cannot fit random signs better than
    the best of its rules, and of these only the patterns on the sample count: real thresholds are allowed.

    Notes
    -----
    The j-th margin, from j = 0, takes the part δⱼ = δ / ((j + 1)(j + 2)). That the patterns were counted on the
    sample is paid for: it is why there is a factor of three and a two before δ.

    Examples
    --------
    All margins 1, one pattern: nothing but 3 √(ln(4/δ) / (2n)).

    >>> round(VoteRademacher().risk(PatternVote([1.0] * 10_000, patterns=1), delta=0.05), 5)
    0.04441

    References
    ----------
    [Koltchinskii02]_, theorem 2, place not checked, with the constants of [Mohri18]_, theorem 5.8, place not checked,
    and Massart's lemma, [Bartlett02]_, section 5, place not checked.
    """

    witness = PatternVote
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_CLASS})
    source = Citation("Koltchinskii02", "theorem 2")
    rises_with: ClassVar[tuple[str, ...]] = ("patterns",)
    falls_with: ClassVar[tuple[str, ...]] = ("margins",)

    def _risk(self, witness: PatternVote, delta: float) -> float:
        return best_scale(witness, witness.patterns, lambda part: hoeffding_deviation(part * delta / 2, witness.n, 3.0))

    def worlds(self) -> tuple[World[PatternVote], ...]:
        """Cuts of a line, of which a sample shows those between the points that it holds."""
        return tuple(World(name, partial(_patterned, ballots, learner)) for name, ballots, learner in _lines())


class VoteGrowth(Bound[GrowthVote]):
    """R ≤ min over θⱼ = 2^(−j/2) of mean φ(yf/θⱼ) + (2/θⱼ) Rad + √(ln(1/δⱼ) / (2n)), Rad = √(2 ln(growth) / n).

    The same with what the class can show on any n examples. It is known beforehand, and so the expected average is.

    Examples
    --------
    All margins 1, one pattern: nothing but √(ln(2/δ) / (2n)).

    >>> round(VoteGrowth().risk(GrowthVote([1.0] * 10_000, patterns=1), delta=0.05), 5)
    0.01358

    References
    ----------
    [Koltchinskii02]_, theorem 2, place not checked, with the constants of [Mohri18]_, theorem 5.8, place not checked.
    """

    witness = GrowthVote
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_CLASS})
    source = Citation("Koltchinskii02", "theorem 2")
    rises_with: ClassVar[tuple[str, ...]] = ("patterns",)
    falls_with: ClassVar[tuple[str, ...]] = ("margins",)

    def _risk(self, witness: GrowthVote, delta: float) -> float:
        return best_scale(witness, witness.patterns, lambda part: hoeffding_deviation(part * delta, witness.n))

    def worlds(self) -> tuple[World[GrowthVote], ...]:
        """Cuts of a line."""
        return tuple(World(name, partial(_growing, ballots, learner)) for name, ballots, learner in _lines())


def best_scale(witness: VoteMargins, patterns: int, deviation: Callable[[float], float]) -> float:
    """The least over margins θⱼ of mean φ(yf/θⱼ) + (2/θⱼ) Rad + deviation(part of δ).

    Examples
    --------
    >>> best_scale(VoteMargins([1.0, 1.0]), patterns=1, deviation=lambda part: 0.25)
    0.25
    """
    margins, shares = witness.levels
    richness = finite_average_limit(patterns, witness.n, 1.0)
    best = math.inf
    for j in range(SCALES):
        scale = 2.0 ** (-j / 2.0)
        price = 2.0 * richness / scale + deviation(1.0 / ((j + 1) * (j + 2)))
        if price >= best:
            break  # both parts of the price rise with j
        best = min(best, float(np.clip(1.0 - margins / scale, 0.0, 1.0) @ shares) + price)
    return best


def _lines() -> tuple[tuple[str, Ballots, Learner], ...]:
    steps = np.where(np.arange(9) < 4, 0.1, 0.9)
    return (
        ("AdaBoost with cuts of nine points, one label in ten wrong", Ballots.cuts(steps, 6000), boosted),
        ("most flattered cut of noise", Ballots.cuts(np.full(9, 0.5), 6000), flattered),
        ("noise on two hundred points learned by heart", Ballots.cuts(np.full(200, 0.5), 100), by_heart),
    )


def _patterned(ballots: Ballots, learner: Learner, rng: np.random.Generator) -> Outcome[PatternVote]:
    found = ballots.cast(rng, learner)
    return Outcome(PatternVote(found.margins, found.patterns), found.risk)


def _growing(ballots: Ballots, learner: Learner, rng: np.random.Generator) -> Outcome[GrowthVote]:
    found = ballots.cast(rng, learner)
    # Cuts of n points of a line, of which the world has no more than this.
    return Outcome(GrowthVote(found.margins, min(len(ballots.right), 2 * ballots.n)), found.risk)
