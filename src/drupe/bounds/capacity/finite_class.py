"""The union bound over finitely many rules: for one that makes no mistake in training, and for any."""

import math
from dataclasses import dataclass
from typing import ClassVar

from drupe.bounds.base import Bound, checked_delta
from drupe.bounds.concentration.rounding import upward
from drupe.bounds.subject import Subject
from drupe.bounds.world import World
from drupe.bounds.worlds.coins import Coins, cleanest_world, flattered_world
from drupe.foundation.citations import Citation
from drupe.foundation.parameters import Checked, whole
from drupe.witness.assumptions import Assumption
from drupe.witness.training import Training


@dataclass(frozen=True)
class FiniteClass(Checked, Bound[Training]):
    """R ≤ R̂ + √((ln |H| + ln(1/δ)) / (2n)), for whichever of |H| rules was chosen.

    Parameters
    ----------
    size
        |H|, the number of rules that could have been chosen.

    Examples
    --------
    >>> round(FiniteClass(1024).risk(Training(errors=100, n=1000), delta=0.05), 7)
    0.1704528

    References
    ----------
    [Graepel02]_, theorem 12; [Herbrich02]_, theorem 4.6; [Mukherjee04]_, section 8.3, has a factor √2 more.
    """

    witness = Training
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_CLASS})
    source = Citation("Graepel02", "theorem 12")
    rises_with: ClassVar[tuple[str, ...]] = ("errors",)

    size: int = whole(1)

    def _risk(self, witness: Training, delta: float) -> float:
        return witness.rate + math.sqrt((math.log(self.size) - math.log(delta)) / (2.0 * witness.n))

    def deviation(self, n: int, delta: float) -> float:
        """√((ln(2|H|) + ln(1/δ)) / (2n)), which |R − R̂| exceeds for no rule of the class.

        References
        ----------
        [Herbrich02]_, theorem 4.6.
        """
        return upward(math.sqrt((math.log(2 * self.size) - math.log(checked_delta(delta))) / (2.0 * n)))

    def examples(self, deviation: float, delta: float) -> int:
        """ln(2|H|/δ) / (2 deviation²): so many examples bring all training errors within this deviation of the risks.

        References
        ----------
        [Herbrich02]_, section 1.3 and theorem 4.6.
        """
        nats = math.log(2 * self.size) - math.log(checked_delta(delta))
        return math.ceil(upward(nats / (2.0 * deviation**2)))

    def worlds(self) -> tuple[World[Training], ...]:
        """Independent rules of one rate, and a learner with the worst luck."""
        return tuple(flattered_world(Coins.alike(self.size, rate, 50)) for rate in (0.2, 0.5))


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
