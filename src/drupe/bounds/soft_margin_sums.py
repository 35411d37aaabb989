"""The soft margin bound by the sum of the slacks."""

import math
from dataclasses import dataclass
from typing import ClassVar

from drupe.bounds.base import Bound
from drupe.bounds.soft_margin import corners_slacks
from drupe.bounds.subject import Subject
from drupe.bounds.world import World
from drupe.bounds.worlds.corners import Corners
from drupe.foundation.citations import Citation
from drupe.foundation.parameters import Checked, positive
from drupe.witness.assumptions import Assumption
from drupe.witness.slacks import Slacks


@dataclass(frozen=True)
class SoftMarginSums(Checked, Bound[Slacks]):
    """R ≤ (c/n)((R²‖w‖² + ‖ξ‖₁² ln‖w‖) log₂² n + ln(1/δ)), by the sum of the slacks, for ‖w‖ > 1.

    Parameters
    ----------
    constant
        c, which the theorem leaves open: the shape is proved, the number is yours.

    Examples
    --------
    >>> seen = Slacks([1.0] + [0.0] * 1023, norm=math.e, radius=1.0 / math.e)
    >>> round(SoftMarginSums(constant=1.0).risk(seen, delta=0.05) * 1024 + math.log(0.05), 6)
    200.0

    References
    ----------
    [Cristianini00]_, theorem 4.24, for the hyperplane w/‖w‖ of margin γ = 1/‖w‖, whose slacks are ξ/‖w‖.
    """

    witness = Slacks
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_KERNEL, Assumption.BOUNDED_INPUTS})
    source = Citation("Cristianini00", "theorem 4.24")
    rises_with: ClassVar[tuple[str, ...]] = ("slacks", "radius")

    constant: float = positive()

    def _risk(self, witness: Slacks, delta: float) -> float:
        # The margin 1/‖w‖ must be below 1 for its logarithm to count.
        if witness.norm <= 1.0:
            return math.inf
        complexity = (witness.radius * witness.norm) ** 2 + witness.total**2 * math.log(witness.norm)
        return self.constant / witness.n * (complexity * math.log2(witness.n) ** 2 - math.log(delta))

    def worlds(self) -> tuple[World[Slacks], ...]:
        """Corners of a cube, without slack."""
        return (World("three corners, one of them rare", lambda rng: corners_slacks(rng, Corners(3, 10**4, 1e-3))),)
