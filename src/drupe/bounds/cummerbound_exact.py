"""The cummerbound with the exact volumes of cap and belt."""

import math
from typing import ClassVar

from drupe.bounds.base import Bound
from drupe.bounds.complexity.cap_volume import belt_volume, cap_information
from drupe.bounds.cummerbound import cone_worlds
from drupe.bounds.subject import Subject
from drupe.bounds.world import World
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.normalized_margins import ConcentratedMargins


class CummerboundExact(Bound[ConcentratedMargins]):
    """R ≤ (2/n)(ln(belt(Ξ) / cap(Γ)) + 2 ln n + ln(1/δ) + 1), for a cone Ξ that was known beforehand.

    Notes
    -----
    Assumptions: both classes occur in the sample; else hyperplanes around w may be among those excluded.

    Examples
    --------
    >>> from drupe.bounds.pac_bayes_margin_exact import PacBayesMarginExact
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
