"""The fat-shattering bound, at the margin that turned out and at one that was asked for beforehand."""

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.capacity.covering import corners_margins
from drupe.bounds.complexity.fat_shattering import fat_linear
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.bounds.worlds.corners import Corners
from drupe.foundation.citations import Citation
from drupe.foundation.parameters import Checked, positive
from drupe.witness.assumptions import Assumption
from drupe.witness.capacity import FatDimension
from drupe.witness.margins import Margins


class FatShattering(Bound[FatDimension]):
    """R ≤ (2/n)(⌈d log₂(8en/d) log₂(32n)⌉ + log₂ n + log₂(2/δ)), d = fat(margin/8) ≤ 2n, where no example is wrong.

    Examples
    --------
    >>> round(FatShattering().risk(FatDimension(dimension=100, n=10**6), delta=0.05), 5)
    0.08846

    References
    ----------
    [Herbrich02]_, theorem 4.30, eq. 4.27.
    """

    witness = FatDimension
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_CLASS, Assumption.CONSISTENT})
    source = Citation("Herbrich02", "eq. 4.27")
    rises_with: ClassVar[tuple[str, ...]] = ("dimension",)

    def _risk(self, witness: FatDimension, delta: float) -> float:
        return (
            2.0 / witness.n * (fat_bits(witness.dimension, witness.n) + math.log2(witness.n) + math.log2(2.0 / delta))
        )

    def worlds(self) -> tuple[World[FatDimension], ...]:
        """Corners of a cube, by the limit of the dimension of linear functions."""
        return (World("corners, some of them rare", lambda rng: _corners(rng, Corners(3, 10**6, 1e-6))),)


def fat_bits(dimension: float, n: int) -> float:
    """⌈d log₂(8en/d) log₂(32n)⌉ for d ≤ 2n, the bits of a cover on 2n examples.

    >>> fat_bits(0.0, 100)
    0.0
    """
    if dimension > 2 * n:
        return math.inf
    if dimension == 0.0:
        return 0.0
    return math.ceil(dimension * math.log2(8.0 * math.e * n / dimension) * math.log2(32.0 * n))


def _corners(rng: np.random.Generator, corners: Corners) -> Outcome[FatDimension]:
    visit = corners.visit(rng)
    return Outcome(FatDimension(fat_linear(1.0, visit.margin / 8.0), corners.n), visit.risk)


@dataclass(frozen=True)
class FatShatteringAtMargin(Checked, Bound[Margins]):
    """R ≤ (2/n)(d log₂(16enR/(dγ)) log₂(128nR²/γ²) + log₂(4/δ)), d = fat(γ/8) < n, if all margins reach γ.

    Parameters
    ----------
    margin
        γ.
    dimension
        d, of a class of functions with values in [−R, R].

    Examples
    --------
    >>> bound = FatShatteringAtMargin(margin=1.0, dimension=64.0)
    >>> round(bound.risk(Margins([1.0] * 10**6, radius=1.0), delta=0.05), 7)
    0.0668004

    References
    ----------
    [Cristianini00]_, corollary 4.14; [Graepel02]_, theorem 20; the last logarithm has base 2 like the others.
    """

    witness = Margins
    subject = Subject.FITTED
    assumptions = frozenset(
        {Assumption.INDEPENDENT, Assumption.FIXED_CLASS, Assumption.FIXED_MARGIN, Assumption.BOUNDED_INPUTS}
    )
    source = Citation("Cristianini00", "corollary 4.14")
    falls_with: ClassVar[tuple[str, ...]] = ("margins",)

    margin: float = positive()
    dimension: float = positive()

    def _risk(self, witness: Margins, delta: float) -> float:
        if witness.smallest < self.margin or self.dimension >= witness.n:
            return math.inf
        # No margin exceeds the range of the functions: a ratio below 1 counts as 1.
        n, ratio = witness.n, max(1.0, witness.radius / self.margin)
        bits = self.dimension * math.log2(16.0 * math.e * n * ratio / self.dimension) * math.log2(128.0 * n * ratio**2)
        return 2.0 / n * (bits + math.log2(4.0 / delta))

    def worlds(self) -> tuple[World[Margins], ...]:
        """Corners of a cube; a large sample, since the constants are."""
        return (World("corners, some of them rare", lambda rng: corners_margins(rng, Corners(2, 2 * 10**5, 5e-6))),)
