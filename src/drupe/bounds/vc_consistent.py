"""The VC bound for a rule without training errors."""

import math
from dataclasses import dataclass
from typing import ClassVar

from drupe.bounds.base import Bound
from drupe.bounds.subject import Subject
from drupe.bounds.world import World
from drupe.bounds.worlds.coins import Coins, cleanest_world
from drupe.foundation.citations import Citation
from drupe.foundation.parameters import Checked, whole
from drupe.witness.assumptions import Assumption
from drupe.witness.training import Training


@dataclass(frozen=True)
class VcConsistent(Checked, Bound[Training]):
    """R ≤ (2/n)(d log₂(2en/d) + log₂(2/δ)), for a rule that made no mistake; else nothing.

    Parameters
    ----------
    dimension
        d, the VC dimension of the class, at most n.

    Examples
    --------
    >>> round(VcConsistent(10).risk(Training(errors=0, n=1000), delta=0.05), 7)
    0.1923749

    References
    ----------
    [Graepel02]_, theorem 15; [Cristianini00]_, theorem 4.1.
    """

    witness = Training
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_CLASS, Assumption.CONSISTENT})
    source = Citation("Cristianini00", "theorem 4.1")
    rises_with: ClassVar[tuple[str, ...]] = ("errors",)
    falls_with: ClassVar[tuple[str, ...]] = ("n",)

    dimension: int = whole(1)

    def _risk(self, witness: Training, delta: float) -> float:
        if not witness.consistent or self.dimension > witness.n:
            return math.inf
        bits = self.dimension * math.log2(2.0 * math.e * witness.n / self.dimension)
        return 2.0 / witness.n * (bits + math.log2(2.0 / delta))

    def worlds(self) -> tuple[World[Training], ...]:
        """2ᵈ independent rules are a class of dimension d."""
        return tuple(cleanest_world(Coins.alike(2**self.dimension, rate, 200)) for rate in (0.02, 0.05))
