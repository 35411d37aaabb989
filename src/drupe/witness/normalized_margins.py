"""Cosines between hyperplane and examples: margins that do not know of lengths."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from drupe.foundation.arrays import Vector
from drupe.foundation.parameters import Checked, Interval, ranged, whole
from drupe.witness.vectors import finite_vector


@dataclass(frozen=True, eq=False)
class NormalizedMargins(Checked):
    """yᵢ⟨w, φ(xᵢ)⟩ / (‖w‖ ‖φ(xᵢ)‖) for each example, in [−1, 1].

    Parameters
    ----------
    margins
        Normalized margins, one for each example.
    dimension
        Dimension of the space that the examples span: at most their number, and at most that of feature space.

    Examples
    --------
    >>> NormalizedMargins([0.5, 0.7], dimension=2).smallest
    0.5
    """

    margins: Vector
    dimension: int = whole(1)

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "margins", finite_vector(self.margins, "cosines", low=-1.0, high=1.0))

    @property
    def n(self) -> int:
        """Number of examples."""
        return len(self.margins)

    @property
    def effective_dimension(self) -> int:
        """min(n, dimension): n examples span no more."""
        return min(self.n, self.dimension)

    @cached_property
    def smallest(self) -> float:
        """The margin of the example that is worst off."""
        return float(self.margins.min())

    @cached_property
    def ascending(self) -> Vector:
        """All margins, the smallest first."""
        return np.sort(self.margins)


@dataclass(frozen=True, eq=False)
class ConcentratedMargins(NormalizedMargins):
    """Normalized margins of examples that all point into one direction, more or less.

    Parameters
    ----------
    margins
        Normalized margins, one for each example.
    dimension
        Dimension of the space that the examples span.
    concentration
        Ξ: the cosine of the opening angle of a cone around some axis that holds all examples, future ones too.

    Examples
    --------
    >>> ConcentratedMargins([0.5, 0.7], dimension=2, concentration=0.9).concentration
    0.9
    """

    concentration: float = ranged(Interval(0.0, 1.0, closed_high=True))
