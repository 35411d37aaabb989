"""PAC-Bayes for a rule that answers like the vote of a set of consistent rules."""

from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.pac_bayes.subset import subset_formula
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.bounds.worlds.sphere import Sphere
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.posterior import SummarizedRegion


class PacBayesAdmissible(Bound[SummarizedRegion]):
    """R ≤ (2/n)(ln(1/P(Q)) + 2 ln n + ln(1/δ) + 1), where the fitted rule is the vote of a consistent set Q.

    For hyperplanes, Q may be version space cut with its mirror image at w. Where hyperplanes that give all inputs
    the same label are excluded beforehand, P is relative to the others.

    Examples
    --------
    >>> seen = SummarizedRegion(rate=0.0, n=1000, divergence=6 * np.log(10))
    >>> round(PacBayesAdmissible().risk(seen, delta=0.05), 5)
    0.06325

    References
    ----------
    [Graepel02]_, theorems 28 and 30.
    """

    witness = SummarizedRegion
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.PRIOR, Assumption.CONSISTENT, Assumption.SUMMARY})
    source = Citation("Graepel02", "theorem 28")
    rises_with: ClassVar[tuple[str, ...]] = ("rate", "divergence")

    def _risk(self, witness: SummarizedRegion, delta: float) -> float:
        return 2.0 * subset_formula(witness, delta)

    def worlds(self) -> tuple[World[SummarizedRegion], ...]:
        """On the circle, the symmetric part of version space is an arc of known length."""
        return (World("symmetric part of version space on the circle", _circle),)


def _circle(rng: np.random.Generator) -> Outcome[SummarizedRegion]:
    """The distance of w from the nearer end of version space is the angle of its smallest margin."""
    lesson = Sphere(2, 60).mean(rng)
    if lesson.errors:
        return Outcome(SummarizedRegion(lesson.errors / 60, 60, 0.0), lesson.risk)
    share = 2.0 * np.arcsin(lesson.margins.min()) / (2.0 * np.pi)
    return Outcome(SummarizedRegion(0.0, 60, float(-np.log(share))), lesson.risk)
