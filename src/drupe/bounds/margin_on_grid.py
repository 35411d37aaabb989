"""The margin bound on a grid of margins, which makes it hold for the margin that turned out."""

import math
from dataclasses import dataclass
from typing import ClassVar

from drupe.bounds.base import Bound
from drupe.bounds.covering_at_margin import corners_margins
from drupe.bounds.margin_at_scale import margin_formula
from drupe.bounds.subject import Subject
from drupe.bounds.world import World
from drupe.bounds.worlds.corners import Corners
from drupe.foundation.citations import Citation
from drupe.foundation.parameters import Checked, whole
from drupe.witness.assumptions import Assumption
from drupe.witness.margins import Margins


@dataclass(frozen=True)
class MarginOnGrid(Checked, Bound[Margins]):
    """The bound at the largest γⱼ = R 2⁻ʲ that all margins reach, each of j = 0 … levels − 1 at δ / levels.

    Parameters
    ----------
    levels
        Margins on the grid.

    Examples
    --------
    >>> from drupe.bounds.margin_at_scale import MarginAtScale
    >>> seen = Margins([0.7] * 10**6, radius=1.0)
    >>> MarginOnGrid(levels=4).risk(seen, delta=0.2) == MarginAtScale(0.5).risk(seen, delta=0.05)
    True

    References
    ----------
    [Cristianini00]_, remark 4.11 and exercise 4.2.
    """

    witness = Margins
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_KERNEL, Assumption.BOUNDED_INPUTS})
    source = Citation("Cristianini00", "remark 4.11")
    rises_with: ClassVar[tuple[str, ...]] = ("radius",)
    falls_with: ClassVar[tuple[str, ...]] = ("margins",)

    levels: int = whole(1, 16)

    def _risk(self, witness: Margins, delta: float) -> float:
        if witness.smallest <= 0.0:
            return math.inf
        level = max(0, math.ceil(math.log2(witness.radius / witness.smallest)))
        # The logarithm may have rounded a margin up to the grid.
        level += witness.smallest < math.ldexp(witness.radius, -level)
        return math.inf if level >= self.levels else margin_formula(2.0**level, witness.n, delta / self.levels)

    def worlds(self) -> tuple[World[Margins], ...]:
        """Corners of a cube; large samples, since the constants are."""
        return (World("two corners, one of them rare", lambda rng: corners_margins(rng, Corners(2, 10**5, 1e-5))),)
