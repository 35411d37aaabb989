"""How far examples fall short of the margin 1, and what the hyperplane weighs."""

from dataclasses import dataclass, field

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.parameters import Checked, nonnegative, positive
from drupe.witness.vectors import finite_vector


@dataclass(frozen=True, eq=False)
class Slacks(Checked):
    """ξᵢ ≥ max(0, 1 − yᵢ⟨w, φ(xᵢ)⟩) for each example, where w is not normalized.

    Parameters
    ----------
    slacks
        One for each example; more than 1 is a mistake.
    norm
        ‖w‖.
    radius
        Radius of a ball around the origin of feature space that holds all examples, future ones too.

    Examples
    --------
    >>> Slacks([0.0, 3.0, 4.0], norm=1.0, radius=1.0).euclidean
    5.0
    """

    slacks: Vector
    norm: float = nonnegative()
    radius: float = positive()

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "slacks", finite_vector(self.slacks, "slacks", low=0.0))

    @property
    def n(self) -> int:
        """Number of examples."""
        return len(self.slacks)

    @property
    def total(self) -> float:
        """‖ξ‖₁."""
        return float(self.slacks.sum())

    @property
    def euclidean(self) -> float:
        """‖ξ‖₂."""
        return float(np.linalg.norm(self.slacks))


@dataclass(frozen=True, eq=False)
class AdaptiveSlacks(Slacks):
    """Slacks of an adaptive margin machine, which asks more than 1 of the examples it leans on.

    Parameters
    ----------
    slacks
        ξᵢ of yᵢ⟨w, φ(xᵢ)⟩ ≥ 1 − ξᵢ + discountᵢ.
    norm
        ‖w‖.
    radius
        Radius of a ball around the origin of feature space that holds all examples, future ones too.
    discounts
        λ αᵢ k(xᵢ, xᵢ) for each example: what it had to give beyond the margin 1.

    Examples
    --------
    >>> AdaptiveSlacks([2.0, 1.0], norm=1.0, radius=1.0, discounts=[0.5, 3.0]).excess
    1.5
    """

    discounts: Vector = field(kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "discounts", finite_vector(self.discounts, "discounts", low=0.0))

    @property
    def excess(self) -> float:
        """Σ max(0, ξᵢ − discountᵢ): what is missing to the margin 1."""
        return float(np.maximum(0.0, self.slacks - self.discounts).sum())
