"""The soft margin bounds: by norm and slacks, by the squares of the slacks, and by their sum."""

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.margin.robust_margin import effective_formula
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.bounds.worlds.corners import Corners
from drupe.foundation.citations import Citation
from drupe.foundation.parameters import Checked, positive
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


@dataclass(frozen=True)
class SoftMarginSquares(Checked, Bound[Slacks]):
    """R ≤ (c/n)((R²‖w‖² + ‖ξ‖₂²) log₂² n + ln(1/δ)), by the squares of the slacks.

    Parameters
    ----------
    constant
        c, which the theorem leaves open: the shape is proved, the number is yours.

    Examples
    --------
    >>> seen = Slacks([1.0] + [0.0] * 1023, norm=1.0, radius=1.0)
    >>> round(SoftMarginSquares(constant=1.0).risk(seen, delta=0.05) * 1024 + math.log(0.05), 6)
    200.0

    References
    ----------
    [Cristianini00]_, theorem 4.22, for the hyperplane w/‖w‖ of margin γ = 1/‖w‖, whose slacks are ξ/‖w‖.
    """

    witness = Slacks
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_KERNEL, Assumption.BOUNDED_INPUTS})
    source = Citation("Cristianini00", "theorem 4.22")
    rises_with: ClassVar[tuple[str, ...]] = ("slacks", "radius", "norm")

    constant: float = positive()

    def _risk(self, witness: Slacks, delta: float) -> float:
        complexity = (witness.radius * witness.norm) ** 2 + witness.euclidean**2
        return self.constant / witness.n * (complexity * math.log2(witness.n) ** 2 - math.log(delta))

    def worlds(self) -> tuple[World[Slacks], ...]:
        """Corners of a cube, without slack."""
        return (World("two corners, one of them rare", lambda rng: corners_slacks(rng, Corners(2, 10**4, 1e-4))),)


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
