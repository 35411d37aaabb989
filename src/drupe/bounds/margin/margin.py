"""The margin bound: at a margin that was asked for beforehand, on a grid of them, and at whatever margin turned out."""

import math
from dataclasses import dataclass
from typing import ClassVar

from drupe.bounds.base import Bound
from drupe.bounds.capacity.covering import corners_margins
from drupe.bounds.capacity.fat_shattering import fat_bits
from drupe.bounds.complexity.fat_shattering import fat_linear
from drupe.bounds.subject import Subject
from drupe.bounds.world import World
from drupe.bounds.worlds.corners import Corners
from drupe.foundation.citations import Citation
from drupe.foundation.parameters import Checked, positive, whole
from drupe.witness.assumptions import Assumption
from drupe.witness.margins import Margins


@dataclass(frozen=True)
class MarginAtScale(Checked, Bound[Margins]):
    """R ≤ (2/n)((64R²/γ²) log₂(enγ/(4R)) log₂(128nR²/γ²) + log₂(4/δ)), if all margins reach γ; 64R²/γ² < n.

    Parameters
    ----------
    margin
        γ.

    Examples
    --------
    >>> round(MarginAtScale(0.5).risk(Margins([0.6] * 10**6, radius=1.0), delta=0.05), 7)
    0.2721899

    References
    ----------
    [Cristianini00]_, theorem 4.18, where e is missing; [Graepel02]_, theorem 22.
    """

    witness = Margins
    subject = Subject.FITTED
    assumptions = frozenset(
        {Assumption.INDEPENDENT, Assumption.FIXED_KERNEL, Assumption.FIXED_MARGIN, Assumption.BOUNDED_INPUTS}
    )
    source = Citation("Cristianini00", "theorem 4.18")
    rises_with: ClassVar[tuple[str, ...]] = ("radius",)
    falls_with: ClassVar[tuple[str, ...]] = ("margins",)

    margin: float = positive()

    def _risk(self, witness: Margins, delta: float) -> float:
        if witness.smallest < self.margin:
            return math.inf
        return margin_formula(witness.radius / self.margin, witness.n, delta)

    def worlds(self) -> tuple[World[Margins], ...]:
        """Corners of a cube; large samples, since the constants are."""
        return (World("two corners, one of them rare", lambda rng: corners_margins(rng, Corners(2, 2 * 10**5, 5e-6))),)


def margin_formula(ratio: float, n: int, delta: float) -> float:
    """(2/n)(64ρ² log₂(en/(4ρ)) log₂(128nρ²) + log₂(4/δ)) with ρ = R/γ, where 64ρ² < n and ρ ≥ 1.

    No margin exceeds the radius, so a ratio below 1 counts as 1.

    >>> round(margin_formula(1.0, 10**6, 0.05), 7)
    0.0668004
    """
    ratio = max(1.0, ratio)
    if 64.0 * ratio**2 >= n:
        return math.inf
    bits = 64.0 * ratio**2 * math.log2(math.e * n / (4.0 * ratio)) * math.log2(128.0 * n * ratio**2)
    return 2.0 / n * (bits + math.log2(4.0 / delta))


@dataclass(frozen=True)
class MarginOnGrid(Checked, Bound[Margins]):
    """The bound at the largest γⱼ = R 2⁻ʲ that all margins reach, each of j = 0 … levels − 1 at δ / levels.

    Parameters
    ----------
    levels
        Margins on the grid.

    Examples
    --------
    >>> seen = Margins([0.7] * 10**6, radius=1.0)
    >>> MarginOnGrid(levels=4).risk(seen, delta=0.2) == MarginAtScale(0.5).risk(seen, delta=0.05)
    True

    References
    ----------
    [Cristianini00]_, remark 4.11 and exercise 4.2.
    """

    witness = Margins
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_KERNEL, Assumption.BOUNDED_INPUTS})
    source = Citation("Cristianini00", "remark 4.11")
    rises_with: ClassVar[tuple[str, ...]] = ("radius",)
    falls_with: ClassVar[tuple[str, ...]] = ("margins",)

    levels: int = whole(1, 16)

    def _risk(self, witness: Margins, delta: float) -> float:
        if witness.smallest <= 0.0:
            return math.inf
        level = max(0, math.ceil(math.log2(witness.radius / witness.smallest)))
        # The logarithm may have rounded a margin up to the grid.
        level += witness.smallest < math.ldexp(witness.radius, -level)
        return math.inf if level >= self.levels else margin_formula(2.0**level, witness.n, delta / self.levels)

    def worlds(self) -> tuple[World[Margins], ...]:
        """Corners of a cube; large samples, since the constants are."""
        return (World("two corners, one of them rare", lambda rng: corners_margins(rng, Corners(2, 10**5, 1e-5))),)


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
