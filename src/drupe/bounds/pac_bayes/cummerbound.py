"""The cummerbound: hyperplanes that give all inputs one label are excluded beforehand; as printed, and exact."""

import math
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.complexity.cap_volume import belt_volume, cap_information
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.normalized_margins import ConcentratedMargins


class Cummerbound(Bound[ConcentratedMargins]):
    """R ≤ (2/n)(ln((1 − (Ξ²/2)ᵈ) / (Γ²/2)ᵈ) + 3 ln n + ln(1/δ) + 2), Γ the smallest normalized margin.

    All inputs, future ones too, lie in a cone of opening angle arccos Ξ around some axis. One ln n pays for Ξ, which
    is known on a grid of e⁻ⁱ.

    Notes
    -----
    Assumptions: both classes occur in the sample; else hyperplanes around w may be among those excluded.

    Examples
    --------
    >>> seen = ConcentratedMargins([0.5] * 1000, dimension=10, concentration=0.9)
    >>> round(Cummerbound().risk(seen, delta=0.05), 7)
    0.0930266

    References
    ----------
    [Graepel02]_, theorem 31.
    """

    witness = ConcentratedMargins
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_KERNEL, Assumption.BOUNDED_INPUTS})
    source = Citation("Graepel02", "theorem 31")
    falls_with: ClassVar[tuple[str, ...]] = ("margins", "concentration")

    def _risk(self, witness: ConcentratedMargins, delta: float) -> float:
        n, d = witness.n, witness.effective_dimension
        if witness.smallest <= 0.0 or witness.concentration < math.exp(-n):
            return math.inf
        volume = math.log1p(-((witness.concentration**2 / 2.0) ** d)) - d * math.log(witness.smallest**2 / 2.0)
        return 2.0 / n * (volume + 3.0 * math.log(n) - math.log(delta) + 2.0)

    def worlds(self) -> tuple[World[ConcentratedMargins], ...]:
        """Inputs on an arc of the circle, cut by a hidden direction."""
        return cone_worlds()


def cone_worlds() -> tuple[World[ConcentratedMargins], ...]:
    """A threshold on an arc: the middle between the classes is learned, and its distance from the truth is the risk."""
    return (World("threshold on an arc of the circle", _arc),)


def _arc(rng: np.random.Generator) -> Outcome[ConcentratedMargins]:
    half, n = 0.5, 300
    angles, truth = rng.uniform(-half, half, n), rng.uniform(-half, half)
    above = angles > truth
    ends = (angles[~above].max(initial=-half), angles[above].min(initial=half))
    cut = 0.5 * (ends[0] + ends[1])
    margins = np.abs(np.sin(angles - cut))
    concentration = float(np.cos(half))
    return Outcome(ConcentratedMargins(margins, 2, concentration), abs(cut - truth) / (2.0 * half))


class CummerboundExact(Bound[ConcentratedMargins]):
    """R ≤ (2/n)(ln(belt(Ξ) / cap(Γ)) + 2 ln n + ln(1/δ) + 1), for a cone Ξ that was known beforehand.

    Notes
    -----
    Assumptions: both classes occur in the sample; else hyperplanes around w may be among those excluded.

    Examples
    --------
    >>> from drupe.bounds.pac_bayes.normalized_margin import PacBayesMarginExact
    >>> seen = ConcentratedMargins([0.5] * 1000, dimension=10, concentration=0.9)
    >>> CummerboundExact().risk(seen, delta=0.05) < PacBayesMarginExact().risk(seen, delta=0.05)
    True

    References
    ----------
    [Graepel02]_, theorem 30 and lemma 9.
    """

    witness = ConcentratedMargins
    subject = Subject.FITTED
    assumptions = frozenset(
        {Assumption.INDEPENDENT, Assumption.FIXED_KERNEL, Assumption.BOUNDED_INPUTS, Assumption.PRIOR}
    )
    source = Citation("Graepel02", "theorem 30")
    falls_with: ClassVar[tuple[str, ...]] = ("margins", "concentration")

    def _risk(self, witness: ConcentratedMargins, delta: float) -> float:
        n, d = witness.n, witness.effective_dimension
        belt = belt_volume(witness.concentration, d)
        if witness.smallest <= 0.0 or belt == 0.0:
            return math.inf
        volume = max(0.0, math.log(belt) + cap_information(witness.smallest, d))
        return 2.0 / n * (volume + 2.0 * math.log(n) - math.log(delta) + 1.0)

    def worlds(self) -> tuple[World[ConcentratedMargins], ...]:
        """Inputs on an arc of the circle, cut by a hidden direction."""
        return cone_worlds()
