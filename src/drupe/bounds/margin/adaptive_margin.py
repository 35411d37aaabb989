"""The robust margin bound for the adaptive margin machine."""

import math
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.margin.robust_margin import effective_formula
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.bounds.worlds.corners import Corners
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.slacks import AdaptiveSlacks


class AdaptiveMargin(Bound[AdaptiveSlacks]):
    """The robust margin bound with d = 65(R‖w‖ + 3 Σ max(0, ξᵢ − λαᵢk(xᵢ, xᵢ)))² ≤ 2n, where 1/‖w‖ ≤ R.

    What an example had to give beyond the margin 1 is taken off its slack.

    Examples
    --------
    >>> AdaptiveMargin.dimension(AdaptiveSlacks([1.0, 2.0], norm=1.0, radius=1.0, discounts=[1.0, 1.0]))
    1040.0

    References
    ----------
    [Herbrich02]_, theorem 4.37, eq. 4.38.
    """

    witness = AdaptiveSlacks
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_KERNEL, Assumption.BOUNDED_INPUTS})
    source = Citation("Herbrich02", "eq. 4.38")
    rises_with: ClassVar[tuple[str, ...]] = ("slacks", "radius")
    falls_with: ClassVar[tuple[str, ...]] = ("discounts",)

    @staticmethod
    def dimension(witness: AdaptiveSlacks) -> float:
        """65(R‖w‖ + 3 · excess)²."""
        return 65.0 * (witness.radius * witness.norm + 3.0 * witness.excess) ** 2

    def _risk(self, witness: AdaptiveSlacks, delta: float) -> float:
        if witness.radius * witness.norm < 1.0:
            return math.inf
        return effective_formula(self.dimension(witness), witness.n, delta)

    def worlds(self) -> tuple[World[AdaptiveSlacks], ...]:
        """Corners of a cube, half of what each has demanded of it beyond the margin."""
        return (World("two corners, one of them rare", lambda rng: _corners(rng, Corners(2, 10**5, 1e-5))),)


def _corners(rng: np.random.Generator, corners: Corners) -> Outcome[AdaptiveSlacks]:
    visit = corners.visit(rng)
    slacks = np.full(corners.n, 0.5)
    return Outcome(AdaptiveSlacks(slacks, norm=math.sqrt(visit.seen), radius=1.0, discounts=slacks), visit.risk)
