"""The robust margin bound for a soft margin machine: its norm and its slacks."""

import math
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.robust_margin import effective_formula
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.bounds.worlds.corners import Corners
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.slacks import Slacks


class SoftMargin(Bound[Slacks]):
    """The robust margin bound at margin 1/‖w‖: d = 65(R‖w‖ + 3‖ξ‖₂)² ≤ 2n, where 1/‖w‖ ≤ R.

    Examples
    --------
    >>> SoftMargin.dimension(Slacks([0.0, 1.0], norm=1.0, radius=1.0))
    1040.0

    References
    ----------
    [Herbrich02]_, remark 4.36, eq. 4.34.
    """

    witness = Slacks
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_KERNEL, Assumption.BOUNDED_INPUTS})
    source = Citation("Herbrich02", "eq. 4.34")
    rises_with: ClassVar[tuple[str, ...]] = ("slacks", "radius")

    @staticmethod
    def dimension(witness: Slacks) -> float:
        """65(R‖w‖ + 3‖ξ‖₂)², at most 65(R‖w‖ + 3‖ξ‖₁)²."""
        return 65.0 * (witness.radius * witness.norm + 3.0 * witness.euclidean) ** 2

    def _risk(self, witness: Slacks, delta: float) -> float:
        # The theorem speaks of margins up to the radius.
        if witness.radius * witness.norm < 1.0:
            return math.inf
        return effective_formula(self.dimension(witness), witness.n, delta)

    def worlds(self) -> tuple[World[Slacks], ...]:
        """Corners of a cube; large samples, since the constants are."""
        return (World("two corners, one of them rare", lambda rng: corners_slacks(rng, Corners(2, 10**5, 1e-5))),)


def corners_slacks(rng: np.random.Generator, corners: Corners) -> Outcome[Slacks]:
    """No slack: w is the sum of the corners seen, with their signs."""
    visit = corners.visit(rng)
    return Outcome(Slacks(np.zeros(corners.n), norm=math.sqrt(visit.seen), radius=1.0), visit.risk)
