"""The VC bound for a rule with training errors, which count twice."""

import math
from dataclasses import dataclass
from typing import ClassVar

from drupe.bounds.base import Bound
from drupe.bounds.subject import Subject
from drupe.bounds.world import World
from drupe.bounds.worlds.coins import Coins, flattered_world
from drupe.foundation.citations import Citation
from drupe.foundation.parameters import Checked, whole
from drupe.witness.assumptions import Assumption
from drupe.witness.training import Training


@dataclass(frozen=True)
class VcAgnostic(Checked, Bound[Training]):
    """R ≤ 2R̂ + (4/n)(d log₂(2en/d) + log₂(4/δ)), for whichever rule of the class was chosen.

    Parameters
    ----------
    dimension
        d, the VC dimension of the class, at most n.

    Examples
    --------
    >>> round(VcAgnostic(10).risk(Training(errors=50, n=1000), delta=0.05), 7)
    0.4887498

    References
    ----------
    [Graepel02]_, theorem 18; [Cristianini00]_, theorem 4.6.
    """

    witness = Training
    subject = Subject.EVERY
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_CLASS})
    source = Citation("Cristianini00", "theorem 4.6")
    rises_with: ClassVar[tuple[str, ...]] = ("errors",)

    dimension: int = whole(1)

    def _risk(self, witness: Training, delta: float) -> float:
        if self.dimension > witness.n:
            return math.inf
        bits = self.dimension * math.log2(2.0 * math.e * witness.n / self.dimension)
        return 2.0 * witness.rate + 4.0 / witness.n * (bits + math.log2(4.0 / delta))

    def worlds(self) -> tuple[World[Training], ...]:
        """2ᵈ independent rules are a class of dimension d."""
        return tuple(flattered_world(Coins.alike(2**self.dimension, rate, 500)) for rate in (0.1, 0.4))
