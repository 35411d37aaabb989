"""Vapnik's bound: all training errors lie close to their risks at once."""

import math
from dataclasses import dataclass
from typing import ClassVar

from drupe.bounds.assumptions import Assumption
from drupe.bounds.base import Bound
from drupe.bounds.subject import Subject
from drupe.bounds.world import World
from drupe.bounds.worlds.coins import Coins, flattered_world
from drupe.foundation.citations import Citation
from drupe.foundation.parameters import Checked, whole
from drupe.witness.training import Training

GENEROUS = 0.34
"""Deviation up to which a factor of two in the probability pays for 1/n in the deviation: e^(2·0.34) < 2."""


@dataclass(frozen=True)
class VCUniform(Checked, Bound[Training]):
    """R ≤ R̂ + √((d(ln(2n/d) + 1) + ln(4/δ)) / n), for whichever rule of the class was chosen, where n > d.

    Parameters
    ----------
    dimension
        d, the VC dimension of the class, below n.

    Notes
    -----
    Vapnik proves P[sup |R − R̂| > ε] < 4 N(2n) exp(−n(ε − 1/n)²). Where only one side is asked for, half of the 4 pays
    for the 1/n as long as ε is below 0.34; beyond, 1/n is added.

    Examples
    --------
    >>> round(VCUniform(10).risk(Training(errors=50, n=1000), delta=0.05), 6)
    0.309548

    References
    ----------
    [Mika02]_, theorem 2.2; [Vapnik98]_, theorem 4.4.
    """

    witness = Training
    subject = Subject.EVERY
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_CLASS})
    source = Citation("Mika02", "theorem 2.2")
    rises_with: ClassVar[tuple[str, ...]] = ("errors",)

    dimension: int = whole(1)

    def _risk(self, witness: Training, delta: float) -> float:
        n = witness.n
        if n <= self.dimension:
            return math.inf
        growth = self.dimension * (math.log(2.0 * n / self.dimension) + 1.0)
        deviation = math.sqrt((growth + math.log(4.0 / delta)) / n)
        return witness.rate + deviation + (0.0 if deviation < GENEROUS else 1.0 / n)

    def worlds(self) -> tuple[World[Training], ...]:
        """2ᵈ independent rules are a class of dimension d."""
        return tuple(flattered_world(Coins.alike(2**self.dimension, 0.5, n)) for n in (200, 1000))
