"""The regression bound by the sum of the slacks."""

import math
from dataclasses import dataclass
from typing import ClassVar

from drupe.bounds.base import Bound
from drupe.bounds.regression_margin import corners_residuals
from drupe.bounds.subject import Subject
from drupe.bounds.world import World
from drupe.bounds.worlds.corners import Corners
from drupe.foundation.citations import Citation
from drupe.foundation.errors import ParameterError
from drupe.foundation.parameters import Checked, Interval, positive, ranged
from drupe.witness.assumptions import Assumption
from drupe.witness.residuals import Residuals


@dataclass(frozen=True)
class RegressionSums(Checked, Bound[Residuals]):
    """P[residual > θ] ≤ (c/n)((‖w‖²R² + ‖ξ‖₁² ln(1/γ))/γ² log₂² n + ln(1/δ)), ξᵢ = max(0, residualᵢ − (θ − γ)).

    Parameters
    ----------
    tolerance
        θ.
    margin
        γ ≤ θ, below 1.
    constant
        c, which the theorem leaves open: the shape is proved, the number is yours.

    Examples
    --------
    >>> bound = RegressionSums(tolerance=1.0, margin=math.exp(-1.0), constant=1.0)
    >>> seen = Residuals([1.0] + [0.0] * 1023, norm=1.0, radius=1.0)
    >>> round((bound.risk(seen, delta=0.05) * 1024 + math.log(0.05)) / math.exp(2.0), 6)
    113.533528

    References
    ----------
    [Cristianini00]_, theorem 4.30, where ln(1/γ) is printed as ln(1/δ).
    """

    witness = Residuals
    subject = Subject.FITTED
    assumptions = frozenset(
        {Assumption.INDEPENDENT, Assumption.FIXED_KERNEL, Assumption.FIXED_MARGIN, Assumption.BOUNDED_INPUTS}
    )
    source = Citation("Cristianini00", "theorem 4.30")
    rises_with: ClassVar[tuple[str, ...]] = ("residuals", "norm", "radius")

    tolerance: float = positive()
    margin: float = ranged(Interval(0.0, 1.0, closed_low=False))
    constant: float = positive()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.margin > self.tolerance:
            raise ParameterError(
                f"RegressionSums.margin is a part of the tolerance {self.tolerance}, got {self.margin}."
            )

    def _risk(self, witness: Residuals, delta: float) -> float:
        total = float(witness.slacks(self.tolerance, self.margin).sum())
        complexity = ((witness.norm * witness.radius) ** 2 - total**2 * math.log(self.margin)) / self.margin**2
        return self.constant / witness.n * (complexity * math.log2(witness.n) ** 2 - math.log(delta))

    def worlds(self) -> tuple[World[Residuals], ...]:
        """Corners: targets are learned where they were seen, and missed elsewhere."""
        return (World("two corners, one of them rare", lambda rng: corners_residuals(rng, Corners(2, 10**5, 1e-5))),)
