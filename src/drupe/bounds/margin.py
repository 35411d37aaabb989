"""The margin bound: a hyperplane far from all examples, whatever its margin turned out to be."""

import math
from typing import ClassVar

from drupe.bounds.base import Bound
from drupe.bounds.complexity.fat_shattering import fat_linear
from drupe.bounds.covering_at_margin import corners_margins
from drupe.bounds.fat_shattering import fat_bits
from drupe.bounds.subject import Subject
from drupe.bounds.world import World
from drupe.bounds.worlds.corners import Corners
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.margins import Margins


class Margin(Bound[Margins]):
    """R ≤ (2/n)(⌈d log₂(8en/d) log₂(32n)⌉ + log₂(2n/δ)), d = 64R²/γ², where γ ≥ R√(32/n) is the smallest margin.

    A famous bound, and a lax one: at γ = R it says nothing for fewer than 34 816 examples.

    Examples
    --------
    >>> round(Margin().risk(Margins([0.5] * 10**6, radius=1.0), delta=0.05), 5)
    0.20907

    References
    ----------
    [Herbrich02]_, theorem 4.32, eq. 4.29.
    """

    witness = Margins
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_KERNEL, Assumption.BOUNDED_INPUTS})
    source = Citation("Herbrich02", "eq. 4.29")
    rises_with: ClassVar[tuple[str, ...]] = ("radius",)
    falls_with: ClassVar[tuple[str, ...]] = ("margins",)

    def _risk(self, witness: Margins, delta: float) -> float:
        n = witness.n
        if witness.smallest < witness.radius * math.sqrt(32.0 / n):
            return math.inf
        dimension = fat_linear(witness.radius, witness.smallest / 8.0)
        return 2.0 / n * (fat_bits(dimension, n) + math.log2(2.0 * n / delta))

    def worlds(self) -> tuple[World[Margins], ...]:
        """Corners of a cube; large samples, since the constants are."""
        return (World("two corners, one of them rare", lambda rng: corners_margins(rng, Corners(2, 10**5, 1e-5))),)
