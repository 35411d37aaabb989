"""PAC-Bayes for the vote of a set of rules without training errors."""

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.pac_bayes.subset import subset_formula
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.bounds.worlds.sphere import Sphere
from drupe.foundation.citations import Citation
from drupe.foundation.parameters import Checked, whole
from drupe.witness.assumptions import Assumption
from drupe.witness.posterior import Region


@dataclass(frozen=True)
class PacBayesVote(Checked, Bound[Region]):
    """R ≤ classes · (ln(1/P(U)) + 2 ln n + ln(1/δ) + 1) / n, of the vote of a set U of rules that make no mistake.

    A vote errs only where at least the share 1/classes of its members err.

    Parameters
    ----------
    classes
        Number of classes.

    Examples
    --------
    >>> round(PacBayesVote().risk(Region(rate=0.0, n=1000, divergence=6 * math.log(10)), delta=0.05), 5)
    0.06325

    References
    ----------
    [Herbrich02]_, lemma 5.3 and theorem 5.4, eq. 5.7; [Graepel02]_, lemma 4.
    """

    witness = Region
    subject = Subject.VOTE
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.PRIOR, Assumption.CONSISTENT})
    source = Citation("Herbrich02", "eq. 5.7")
    rises_with: ClassVar[tuple[str, ...]] = ("rate", "divergence")

    classes: int = whole(2, 2)

    def _risk(self, witness: Region, delta: float) -> float:
        return self.classes * subset_formula(witness, delta)

    def worlds(self) -> tuple[World[Region], ...]:
        """All consistent directions on the circle vote like the one in their middle."""
        return (World("version space on the circle", _circle),)


def _circle(rng: np.random.Generator) -> Outcome[Region]:
    """In the plane version space is an arc, its share of the circle is known, and so is what its vote answers."""
    lesson = Sphere(2, 60).mean(rng)
    angles = np.arctan2(*(lesson.signs[:, None] * lesson.x).T[::-1])
    # A direction t is consistent where |t − angle| < π/2 for all: the arc between the extreme angles, turned by π/2.
    center = math.atan2(lesson.w[1], lesson.w[0])
    offsets = np.sort((angles - center + math.pi) % (2.0 * math.pi) - math.pi)
    low, high = offsets[-1] - math.pi / 2.0, offsets[0] + math.pi / 2.0
    width = high - low
    middle = center + 0.5 * (low + high)
    # The mean direction and its risk are known; the teacher lies at that angle on one side of it or the other.
    teacher = _teacher_angle(lesson.risk, center, low, high)
    risk = abs((middle - teacher + math.pi) % (2.0 * math.pi) - math.pi) / math.pi
    return Outcome(Region(0.0, 60, math.log(2.0 * math.pi / width)), risk)


def _teacher_angle(risk: float, center: float, low: float, high: float) -> float:
    sides = (risk * math.pi, -risk * math.pi)
    return center + next(side for side in sides if low <= side <= high)
