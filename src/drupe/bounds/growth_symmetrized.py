"""The growth function bound with the constants that symmetrization by random signs gives."""

import math
from dataclasses import dataclass
from typing import ClassVar

from drupe.bounds.base import Bound
from drupe.bounds.complexity.growth import Growth, SauerGrowth
from drupe.bounds.subject import Subject
from drupe.bounds.world import World
from drupe.bounds.worlds.coins import Coins, flattered_world
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.training import Training


@dataclass(frozen=True)
class GrowthSymmetrized(Bound[Training]):
    """R ≤ R̂ + √((32/n)(ln N(n) + ln(8/δ))), with the patterns on n examples, not on 2n.

    Parameters
    ----------
    growth
        n ↦ ln N(n) of the class.

    Notes
    -----
    The lecture notes arrive at 8 for 32 by an exponent of random signs that is too good by a factor of four.

    Examples
    --------
    >>> from drupe.bounds.complexity.growth import PolynomialGrowth
    >>> round(GrowthSymmetrized(PolynomialGrowth(3)).risk(Training(errors=0, n=10_000), delta=0.05), 4)
    0.322

    References
    ----------
    [Mukherjee04]_, section 8.5, with the constant put right.
    """

    witness = Training
    subject = Subject.EVERY
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_CLASS})
    source = Citation("Mukherjee04", "section 8.5")
    rises_with: ClassVar[tuple[str, ...]] = ("errors",)

    growth: Growth

    def _risk(self, witness: Training, delta: float) -> float:
        return witness.rate + math.sqrt(32.0 / witness.n * (self.growth.log(witness.n) + math.log(8.0 / delta)))

    def worlds(self) -> tuple[World[Training], ...]:
        """As many independent rules as a class of this dimension may have, at least."""
        size = 2**self.growth.dimension if isinstance(self.growth, SauerGrowth) else 2
        return (flattered_world(Coins.alike(size, 0.5, 20_000)),)


def lecture_deviation(dimension: int, n: int, delta: float) -> float:
    """2 √((8 d ln(8en/d) + 8 ln(1/δ)) / n), the theorem as printed: valid, and larger than need be.

    Examples
    --------
    >>> round(lecture_deviation(3, 1000, 0.05), 4)
    0.9743

    References
    ----------
    [Mukherjee04]_, section 8.5.
    """
    return 2.0 * math.sqrt((8.0 * dimension * math.log(8.0 * math.e * n / dimension) - 8.0 * math.log(delta)) / n)
