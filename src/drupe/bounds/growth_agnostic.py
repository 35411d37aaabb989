"""The bound of Vapnik and Chervonenkis for any rule of a class, by the growth function."""

import math
from dataclasses import dataclass
from typing import ClassVar

from drupe.bounds.base import Bound, checked_delta
from drupe.bounds.complexity.growth import Growth, SauerGrowth
from drupe.bounds.subject import Subject
from drupe.bounds.world import World
from drupe.bounds.worlds.coins import Coins, flattered_world
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.training import Training


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
