"""The fat-shattering bound at a margin that was asked for beforehand."""

import math
from dataclasses import dataclass
from typing import ClassVar

from drupe.bounds.base import Bound
from drupe.bounds.covering_at_margin import corners_margins
from drupe.bounds.subject import Subject
from drupe.bounds.world import World
from drupe.bounds.worlds.corners import Corners
from drupe.foundation.citations import Citation
from drupe.foundation.parameters import Checked, positive
from drupe.witness.assumptions import Assumption
from drupe.witness.margins import Margins


@dataclass(frozen=True)
class FatShatteringAtMargin(Checked, Bound[Margins]):
    """R ≤ (2/n)(d log₂(16enR/(dγ)) log₂(128nR²/γ²) + log₂(4/δ)), d = fat(γ/8) < n, if all margins reach γ.

    Parameters
    ----------
    margin
        γ.
    dimension
        d, of a class of functions with values in [−R, R].

    Examples
    --------
    >>> bound = FatShatteringAtMargin(margin=1.0, dimension=64.0)
    >>> round(bound.risk(Margins([1.0] * 10**6, radius=1.0), delta=0.05), 7)
    0.0668004

    References
    ----------
    [Cristianini00]_, corollary 4.14; [Graepel02]_, theorem 20; the last logarithm has base 2 like the others.
    """

    witness = Margins
    subject = Subject.FITTED
    assumptions = frozenset(
        {Assumption.INDEPENDENT, Assumption.FIXED_CLASS, Assumption.FIXED_MARGIN, Assumption.BOUNDED_INPUTS}
    )
    source = Citation("Cristianini00", "corollary 4.14")
    falls_with: ClassVar[tuple[str, ...]] = ("margins",)

    margin: float = positive()
    dimension: float = positive()

    def _risk(self, witness: Margins, delta: float) -> float:
        if witness.smallest < self.margin or self.dimension >= witness.n:
            return math.inf
        # No margin exceeds the range of the functions: a ratio below 1 counts as 1.
        n, ratio = witness.n, max(1.0, witness.radius / self.margin)
        bits = self.dimension * math.log2(16.0 * math.e * n * ratio / self.dimension) * math.log2(128.0 * n * ratio**2)
        return 2.0 / n * (bits + math.log2(4.0 / delta))

    def worlds(self) -> tuple[World[Margins], ...]:
        """Corners of a cube; a large sample, since the constants are."""
        return (World("corners, some of them rare", lambda rng: corners_margins(rng, Corners(2, 2 * 10**5, 5e-6))),)
