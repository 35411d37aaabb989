"""The margin bound for regression: how often a residual exceeds a tolerance."""

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.margin_at_scale import margin_formula
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.bounds.worlds.corners import Corners
from drupe.foundation.citations import Citation
from drupe.foundation.parameters import Checked, positive
from drupe.witness.assumptions import Assumption
from drupe.witness.residuals import Residuals


@dataclass(frozen=True)
class RegressionMargin(Checked, Bound[Residuals]):
    """P[residual > θ] ≤ (2/n)((64R²/γ²) log₂(enγ/(4R)) log₂(128nR²/γ²) + log₂(4/δ)), if all residuals are ≤ θ − γ.

    For linear functions with ‖w‖ ≤ 1.

    Parameters
    ----------
    tolerance
        θ.
    margin
        γ, by which the residuals in training stay below θ.

    Examples
    --------
    >>> bound = RegressionMargin(tolerance=1.0, margin=0.5)
    >>> round(bound.risk(Residuals([0.5] * 10**6, norm=1.0, radius=1.0), delta=0.05), 7)
    0.2721899

    References
    ----------
    [Cristianini00]_, theorem 4.26, with the logarithm of its classification twin.
    """

    witness = Residuals
    subject = Subject.FITTED
    assumptions = frozenset(
        {Assumption.INDEPENDENT, Assumption.FIXED_KERNEL, Assumption.FIXED_MARGIN, Assumption.BOUNDED_INPUTS}
    )
    source = Citation("Cristianini00", "theorem 4.26")
    rises_with: ClassVar[tuple[str, ...]] = ("residuals", "norm", "radius")

    tolerance: float = positive()
    margin: float = positive()

    def _risk(self, witness: Residuals, delta: float) -> float:
        if witness.norm > 1.0 or witness.residuals.max() > self.tolerance - self.margin:
            return math.inf
        return margin_formula(witness.radius / self.margin, witness.n, delta)

    def worlds(self) -> tuple[World[Residuals], ...]:
        """Corners: targets are learned where they were seen, and missed elsewhere."""
        return (
            World("two corners, one of them rare", lambda rng: corners_residuals(rng, Corners(2, 2 * 10**5, 5e-6))),
        )


def corners_residuals(rng: np.random.Generator, corners: Corners) -> Outcome[Residuals]:
    """All targets are 1/√2: no residual on corners that were seen, 0.7 on the others."""
    visit = corners.visit(rng)
    norm = math.sqrt(visit.seen / 2.0)
    return Outcome(Residuals(np.zeros(corners.n), norm=norm, radius=1.0), visit.risk)
