"""The margin bounds for regression: how often a residual exceeds a tolerance, by the slacks' count, squares and sum."""

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.margin.margin import margin_formula
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.bounds.worlds.corners import Corners
from drupe.foundation.citations import Citation
from drupe.foundation.errors import ParameterError
from drupe.foundation.parameters import Checked, Interval, positive, ranged
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


@dataclass(frozen=True)
class RegressionSquares(Checked, Bound[Residuals]):
    """P[residual > θ] ≤ (c/n)((‖w‖²R² + ‖ξ‖₂²)/γ² log₂² n + ln(1/δ)), ξᵢ = max(0, residualᵢ − (θ − γ)).

    With γ = θ the slacks are the residuals and ‖ξ‖₂² is the sum of squared errors.

    Parameters
    ----------
    tolerance
        θ.
    margin
        γ ≤ θ.
    constant
        c, which the theorem leaves open: the shape is proved, the number is yours.

    Examples
    --------
    >>> bound = RegressionSquares(tolerance=1.0, margin=1.0, constant=1.0)
    >>> seen = Residuals([1.0] + [0.0] * 1023, norm=1.0, radius=1.0)
    >>> round(bound.risk(seen, delta=0.05) * 1024 + math.log(0.05), 6)
    200.0

    References
    ----------
    [Cristianini00]_, theorem 4.28 and corollary 4.29.
    """

    witness = Residuals
    subject = Subject.FITTED
    assumptions = frozenset(
        {Assumption.INDEPENDENT, Assumption.FIXED_KERNEL, Assumption.FIXED_MARGIN, Assumption.BOUNDED_INPUTS}
    )
    source = Citation("Cristianini00", "theorem 4.28")
    rises_with: ClassVar[tuple[str, ...]] = ("residuals", "norm", "radius")

    tolerance: float = positive()
    margin: float = positive()
    constant: float = positive()

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.margin > self.tolerance:
            raise ParameterError(
                f"RegressionSquares.margin is a part of the tolerance {self.tolerance}, got {self.margin}."
            )

    def _risk(self, witness: Residuals, delta: float) -> float:
        slacks = witness.slacks(self.tolerance, self.margin)
        complexity = ((witness.norm * witness.radius) ** 2 + float(slacks @ slacks)) / self.margin**2
        return self.constant / witness.n * (complexity * math.log2(witness.n) ** 2 - math.log(delta))

    def worlds(self) -> tuple[World[Residuals], ...]:
        """Corners: targets are learned where they were seen, and missed elsewhere."""
        return (World("two corners, one of them rare", lambda rng: corners_residuals(rng, Corners(2, 10**5, 1e-5))),)


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
