"""PAC-Bayes for version space: the more of the prior survives the examples, the better its survivors and their vote."""

import math
from functools import partial
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.foundation.arrays import Vector
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.volume import EstimatedVolume

EXAMPLES, ESTIMATES = 60, 4
"""Examples of the worlds, and estimates of the volume in each."""


class VersionSpaceGibbs(Bound[EstimatedVolume]):
    """R ≤ 1 − (δ P(U))^(1/n), the mean risk of the rules of the prior that make no mistake on n examples.

    The volume P(U) is known by B estimates without bias: the share 1/(B + 1) of δ pays for taking the least of them,
    divided by what Markov's inequality demands, in its place.

    Notes
    -----
    Why: a rule of risk R is right on n examples with probability (1 − R)ⁿ, so that the mean over the prior of
    1[no mistake] (1 − R)⁻ⁿ is 1 on average over samples, and at most 1/δ but for a fraction δ of them. Its logarithm
    is at least the mean of −n ln(1 − R) over U less ln(1/P(U)), and the former is convex in R. A larger set than the
    one that was measured has a smaller bound, so that a part of version space will do for the whole of it.

    Examples
    --------
    Half of the prior survives one example; one half of δ is for the estimate, the other for the theorem.

    >>> seen = EstimatedVolume([math.log(0.5)], n=1)
    >>> round(VersionSpaceGibbs().risk(seen, delta=0.5), 6)  # 1 − ¼ · ¼ · ½
    0.96875

    References
    ----------
    [Graepel02]_, theorem 25, here without its terms in ln n; [Herbrich02]_, theorem 5.2.
    """

    witness = EstimatedVolume
    subject = Subject.GIBBS
    rule: ClassVar[str] = (
        "a rule drawn anew for each prediction from all of version space, also in directions that no training example "
        "shows"
    )
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_KERNEL, Assumption.PRIOR, Assumption.CONSISTENT})
    source = Citation("Graepel02", "theorem 25")
    weight: ClassVar[float] = 2.0
    falls_with: ClassVar[tuple[str, ...]] = ("logarithms",)

    def _risk(self, witness: EstimatedVolume, delta: float) -> float:
        return mean_risk(witness, delta)

    def worlds(self) -> tuple[World[EstimatedVolume], ...]:
        """Directions in the plane, where version space is an arc."""
        return (World("version space on the circle", partial(_arc, kind=EstimatedVolume)),)


def mean_risk(witness: EstimatedVolume, delta: float) -> float:
    """1 − (δ P(U))^(1/n), P(U) from below by its estimates."""
    part = delta / (witness.estimates + 1)
    information = witness.information(part) - math.log(delta - part)
    return -math.expm1(-information / witness.n)


def walls(rng: np.random.Generator) -> tuple[float, float]:
    """How far version space reaches to both sides of the hidden direction: examples cut the circle at even angles."""
    angles = rng.uniform(-0.5 * math.pi, 0.5 * math.pi, EXAMPLES)
    below, above = angles[angles < 0.0], angles[angles >= 0.0]
    return float(-below.max(initial=-0.5 * math.pi)), float(above.min(initial=0.5 * math.pi))


def estimates(rng: np.random.Generator, share: float) -> Vector:
    """Estimates of a share of the circle, of the right mean and of much spread."""
    return np.log(share * rng.exponential(size=ESTIMATES))


def _arc(rng: np.random.Generator, kind: type[EstimatedVolume]) -> Outcome[EstimatedVolume]:
    low, high = walls(rng)
    risk = (low**2 + high**2) / (2.0 * (low + high)) / math.pi
    return Outcome(kind(estimates(rng, (low + high) / (2.0 * math.pi)), EXAMPLES), risk)


class VersionSpaceVote(Bound[EstimatedVolume]):
    """R ≤ 2 (1 − (δ P(U))^(1/n)), of the vote of all rules of the prior that make no mistake on n examples.

    Two classes. Samples approximate this vote; the bound does not certify that theirs is the same.

    Examples
    --------
    >>> seen = EstimatedVolume([math.log(0.01)] * 9, n=100)
    >>> round(VersionSpaceVote().risk(seen, delta=0.05), 4)
    0.1592

    References
    ----------
    [Herbrich02]_, lemma 5.3 and theorem 5.4; [Graepel02]_, lemma 4.
    """

    witness = EstimatedVolume
    subject = Subject.VOTE
    rule: ClassVar[str] = "the vote of all of version space"
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_KERNEL, Assumption.PRIOR, Assumption.CONSISTENT})
    source = Citation("Herbrich02", "theorem 5.4")
    weight: ClassVar[float] = 1.0
    falls_with: ClassVar[tuple[str, ...]] = ("logarithms",)

    def _risk(self, witness: EstimatedVolume, delta: float) -> float:
        return 2.0 * mean_risk(witness, delta)

    def worlds(self) -> tuple[World[EstimatedVolume], ...]:
        """Directions in the plane: the vote is the middle of an arc."""
        return (World("version space on the circle", _middle),)


def _middle(rng: np.random.Generator) -> Outcome[EstimatedVolume]:
    low, high = walls(rng)
    volume = EstimatedVolume(estimates(rng, (low + high) / (2.0 * math.pi)), EXAMPLES)
    return Outcome(volume, 0.5 * abs(high - low) / math.pi)
