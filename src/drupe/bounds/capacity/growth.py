"""The bounds of Vapnik and Chervonenkis by the growth function: without training errors, with them, by random signs."""

import math
from dataclasses import dataclass
from typing import ClassVar

from drupe.bounds.base import Bound, checked_delta
from drupe.bounds.complexity.growth import Growth, SauerGrowth
from drupe.bounds.subject import Subject
from drupe.bounds.world import World
from drupe.bounds.worlds.coins import Coins, cleanest_world, flattered_world
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.training import Training


@dataclass(frozen=True)
class GrowthConsistent(Bound[Training]):
    """R ≤ (4/n)(ln(2/δ) + ln N(2n)), for a rule that made no mistake; else nothing.

    Parameters
    ----------
    growth
        n ↦ ln N(n) of the class.

    Examples
    --------
    >>> from drupe.bounds.complexity.growth import PolynomialGrowth
    >>> round(GrowthConsistent(PolynomialGrowth(10)).risk(Training(errors=0, n=10_000), delta=0.05), 5)
    0.03588

    References
    ----------
    [Herbrich02]_, theorem 4.7, eq. 4.15.
    """

    witness = Training
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_CLASS, Assumption.CONSISTENT})
    source = Citation("Herbrich02", "eq. 4.15")
    rises_with: ClassVar[tuple[str, ...]] = ("errors",)

    growth: Growth

    def _risk(self, witness: Training, delta: float) -> float:
        if not witness.consistent:
            return math.inf
        return 4.0 / witness.n * (math.log(2.0 / delta) + self.growth.log(2 * witness.n))

    def worlds(self) -> tuple[World[Training], ...]:
        """As many independent rules as a class of this dimension may have, at least."""
        size = 2**self.growth.dimension if isinstance(self.growth, SauerGrowth) else 2
        return (cleanest_world(Coins.alike(size, 0.1, 200)), cleanest_world(Coins.alike(size, 0.02, 200)))


@dataclass(frozen=True)
class GrowthAgnostic(Bound[Training]):
    """R ≤ R̂ + √((8/n)(ln(4/δ) + ln N(2n))), for whichever rule of the class was chosen.

    Parameters
    ----------
    growth
        n ↦ ln N(n) of the class.

    Examples
    --------
    >>> from drupe.bounds.complexity.growth import PolynomialGrowth
    >>> round(GrowthAgnostic(PolynomialGrowth(10)).risk(Training(errors=500, n=10_000), delta=0.05), 5)
    0.31891

    References
    ----------
    [Herbrich02]_, theorem 4.7, eq. 4.14.
    """

    witness = Training
    subject = Subject.EVERY
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_CLASS})
    source = Citation("Herbrich02", "eq. 4.14")
    rises_with: ClassVar[tuple[str, ...]] = ("errors",)

    growth: Growth

    def _risk(self, witness: Training, delta: float) -> float:
        return witness.rate + math.sqrt(8.0 / witness.n * (math.log(4.0 / delta) + self.growth.log(2 * witness.n)))

    def excess(self, n: int, delta: float) -> float:
        """√((32/n)(ln(4/δ) + ln N(2n))): how much worse than the best rule the one of least training error may be.

        References
        ----------
        [Herbrich02]_, theorem 4.7, eq. 4.13.
        """
        return math.sqrt(32.0 / n * (math.log(4.0 / checked_delta(delta)) + self.growth.log(2 * n)))

    def worlds(self) -> tuple[World[Training], ...]:
        """As many independent rules as a class of this dimension may have, at least."""
        size = 2**self.growth.dimension if isinstance(self.growth, SauerGrowth) else 2
        return (flattered_world(Coins.alike(size, 0.5, 1000)),)


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
