"""The margin bound for a margin that was asked for beforehand."""

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
class MarginAtScale(Checked, Bound[Margins]):
    """R ≤ (2/n)((64R²/γ²) log₂(enγ/(4R)) log₂(128nR²/γ²) + log₂(4/δ)), if all margins reach γ; 64R²/γ² < n.

    Parameters
    ----------
    margin
        γ.

    Examples
    --------
    >>> round(MarginAtScale(0.5).risk(Margins([0.6] * 10**6, radius=1.0), delta=0.05), 7)
    0.2721899

    References
    ----------
    [Cristianini00]_, theorem 4.18, where e is missing; [Graepel02]_, theorem 22.
    """

    witness = Margins
    subject = Subject.FITTED
    assumptions = frozenset(
        {Assumption.INDEPENDENT, Assumption.FIXED_KERNEL, Assumption.FIXED_MARGIN, Assumption.BOUNDED_INPUTS}
    )
    source = Citation("Cristianini00", "theorem 4.18")
    rises_with: ClassVar[tuple[str, ...]] = ("radius",)
    falls_with: ClassVar[tuple[str, ...]] = ("margins",)

    margin: float = positive()

    def _risk(self, witness: Margins, delta: float) -> float:
        if witness.smallest < self.margin:
            return math.inf
        return margin_formula(witness.radius / self.margin, witness.n, delta)

    def worlds(self) -> tuple[World[Margins], ...]:
        """Corners of a cube; large samples, since the constants are."""
        return (World("two corners, one of them rare", lambda rng: corners_margins(rng, Corners(2, 2 * 10**5, 5e-6))),)


def margin_formula(ratio: float, n: int, delta: float) -> float:
    """(2/n)(64ρ² log₂(en/(4ρ)) log₂(128nρ²) + log₂(4/δ)) with ρ = R/γ, where 64ρ² < n and ρ ≥ 1.

    No margin exceeds the radius, so a ratio below 1 counts as 1.

    >>> round(margin_formula(1.0, 10**6, 0.05), 7)
    0.0668004
    """
    ratio = max(1.0, ratio)
    if 64.0 * ratio**2 >= n:
        return math.inf
    bits = 64.0 * ratio**2 * math.log2(math.e * n / (4.0 * ratio)) * math.log2(128.0 * n * ratio**2)
    return 2.0 / n * (bits + math.log2(4.0 / delta))
