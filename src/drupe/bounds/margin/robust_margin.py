"""The robust margin bound: examples may fall short of the margin, and all their shortfall counts."""

import math
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.capacity.covering import corners_margins
from drupe.bounds.capacity.fat_shattering import fat_bits
from drupe.bounds.subject import Subject
from drupe.bounds.world import World
from drupe.bounds.worlds.corners import Corners
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.margins import Margins


class RobustMargin(Bound[Margins]):
    """R ≤ (2/n)(⌈d log₂(8en/d) log₂(32n)⌉ + log₂((16 + log₂ n) n/δ)), d = 65(R + 3D)²/γ² ≤ 2n, at the best γ ≤ R.

    D is the shortfall √Σ max(0, γ − marginᵢ)². The bound holds for all γ at once, so the least is taken.

    Examples
    --------
    One example on the hyperplane, all others at distance R:

    >>> RobustMargin.dimension(Margins([1.0] * 999 + [0.0], radius=1.0), 1.0)
    1040.0

    References
    ----------
    [Herbrich02]_, theorem 4.35, eq. 4.33.
    """

    witness = Margins
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_KERNEL, Assumption.BOUNDED_INPUTS})
    source = Citation("Herbrich02", "eq. 4.33")
    falls_with: ClassVar[tuple[str, ...]] = ("margins",)

    @staticmethod
    def dimension(witness: Margins, margin: float) -> float:
        """65(R + 3D)²/γ², the effective dimension at a margin γ."""
        return 65.0 * (witness.radius + 3.0 * witness.shortfall(margin)) ** 2 / margin**2

    def _risk(self, witness: Margins, delta: float) -> float:
        return effective_formula(self.dimension(witness, best_margin(witness)), witness.n, delta)

    def worlds(self) -> tuple[World[Margins], ...]:
        """Corners of a cube; large samples, since the constants are."""
        return (World("two corners, one of them rare", lambda rng: corners_margins(rng, Corners(2, 10**5, 1e-5))),)


def effective_formula(dimension: float, n: int, delta: float) -> float:
    """(2/n)(⌈d log₂(8en/d) log₂(32n)⌉ + log₂((16 + log₂ n) n/δ)), for an effective dimension d ≤ 2n.

    >>> round(effective_formula(1040.0, 10**7, 0.05), 5), round(effective_formula(65.0, 10**7, 0.05), 5)
    (0.10387, 0.00797)
    """
    return 2.0 / n * (fat_bits(dimension, n) + math.log2((16.0 + math.log2(n)) * n / delta))


def best_margin(witness: Margins) -> float:
    """The γ in (0, R] of the smallest (R + 3D)/γ, found on quantiles of the margins and a grid between them.

    >>> best_margin(Margins([1.0, 1.0], radius=1.0))
    1.0
    """
    radius, ascending = witness.radius, witness.ascending
    grid = radius * np.geomspace(1e-3, 1.0, 60)
    quantiles = ascending[np.linspace(0, witness.n - 1, 60).astype(np.int64)]
    candidates = np.unique(np.concatenate([grid, quantiles[(quantiles > 0.0) & (quantiles <= radius)]]))
    # D² = kγ² − 2γ Σm + Σm² over the k margins below γ; rounding can only cost a little of the choice, not the bound.
    below = np.searchsorted(ascending, candidates)
    sums, squares = (np.concatenate([[0.0], np.cumsum(ascending**power)])[below] for power in (1, 2))
    shortfalls = np.sqrt(np.maximum(0.0, below * candidates**2 - 2.0 * candidates * sums + squares))
    return float(candidates[int(np.argmin((radius + 3.0 * shortfalls) / candidates))])
