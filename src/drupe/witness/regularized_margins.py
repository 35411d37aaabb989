"""Margins of a machine that minimizes mean hinge loss plus ridge times squared norm."""

from dataclasses import dataclass

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.parameters import Checked, positive
from drupe.witness.vectors import finite_vector


@dataclass(frozen=True, eq=False)
class RegularizedMargins(Checked):
    """yᵢ f(xᵢ) of the minimizer of (1/n) Σ max(0, 1 − yᵢ f(xᵢ)) + ridge ‖f‖²; without offset.

    Parameters
    ----------
    margins
        One for each example.
    ridge
        λ; a soft margin machine's C is 1 / (2 λ n).
    radius
        κ = sup √k(x, x), future examples included.

    Examples
    --------
    >>> RegularizedMargins([2.0, 0.5, -1.0], ridge=1.0, radius=1.0).clipped_loss(1.0)
    0.5
    """

    margins: Vector
    ridge: float = positive()
    radius: float = positive()

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "margins", finite_vector(self.margins, "margins"))

    @property
    def n(self) -> int:
        """Number of examples."""
        return len(self.margins)

    def clipped_loss(self, margin: float) -> float:
        """(1/n) Σ min(1, max(0, 1 − yᵢ f(xᵢ) / margin)), at least the share of mistakes."""
        return float(np.clip(1.0 - self.margins / margin, 0.0, 1.0).mean())
