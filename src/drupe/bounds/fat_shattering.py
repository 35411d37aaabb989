"""The fat-shattering bound, at whatever margin the sample turned out to have."""

import math
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.complexity.fat_shattering import fat_linear
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.bounds.worlds.corners import Corners
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.capacity import FatDimension


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
