"""The union bound over finitely many rules, for one that makes no mistake in training."""

import math
from dataclasses import dataclass
from typing import ClassVar

from drupe.bounds.base import Bound, checked_delta
from drupe.bounds.concentration.rounding import upward
from drupe.bounds.subject import Subject
from drupe.bounds.world import World
from drupe.bounds.worlds.coins import Coins, cleanest_world
from drupe.foundation.citations import Citation
from drupe.foundation.parameters import Checked, whole
from drupe.witness.assumptions import Assumption
from drupe.witness.training import Training


@dataclass(frozen=True)
class FiniteClassConsistent(Checked, Bound[Training]):
    """R ≤ (ln |H| + ln(1/δ)) / n, for whichever of |H| rules made no mistake; else nothing.

    Parameters
    ----------
    size
        |H|, the number of rules that could have been chosen.

    Examples
    --------
    >>> round(FiniteClassConsistent(1024).risk(Training(errors=0, n=1000), delta=0.05), 7)
    0.0099272

    References
    ----------
    [Graepel02]_, theorem 11; [Cristianini00]_, section 4.2.
    """

    witness = Training
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_CLASS, Assumption.CONSISTENT})
    source = Citation("Graepel02", "theorem 11")
    rises_with: ClassVar[tuple[str, ...]] = ("errors",)
    falls_with: ClassVar[tuple[str, ...]] = ("n",)

    size: int = whole(1)

    def _risk(self, witness: Training, delta: float) -> float:
        return (math.log(self.size) - math.log(delta)) / witness.n if witness.consistent else math.inf

    def examples(self, error: float, delta: float) -> int:
        """How many examples are enough for a risk of at most `error`: (ln |H| + ln(1/δ)) / error.

        References
        ----------
        [Cristianini00]_, section 4.2; [Mukherjee04]_, section 6.2.
        """
        return math.ceil(upward((math.log(self.size) - math.log(checked_delta(delta))) / error))

    def worlds(self) -> tuple[World[Training], ...]:
        """Independent rules, and a learner that takes a consistent one."""
        return tuple(cleanest_world(Coins.alike(self.size, rate, 40)) for rate in (0.07, 0.14))
