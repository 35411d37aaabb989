"""The bound of Vapnik and Chervonenkis for a rule without training errors, by the growth function."""

import math
from dataclasses import dataclass
from typing import ClassVar

from drupe.bounds.base import Bound
from drupe.bounds.complexity.growth import Growth, SauerGrowth
from drupe.bounds.subject import Subject
from drupe.bounds.world import World
from drupe.bounds.worlds.coins import Coins, cleanest_world
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
