"""The VC bounds: without training errors, with errors that count twice, and for all rules at once."""

import math
from dataclasses import dataclass
from typing import ClassVar

from drupe.bounds.base import Bound
from drupe.bounds.subject import Subject
from drupe.bounds.world import World
from drupe.bounds.worlds.coins import Coins, cleanest_world, flattered_world
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


GENEROUS = 0.3
"""Deviation ε up to which a factor of two in the probability pays for all that the proof loses: e^(ε² + 2ε) < 2."""


@dataclass(frozen=True)
class VcUniform(Checked, Bound[Training]):
    """R ≤ R̂ + √((d(ln(2n/d) + 1) + ln(4/δ)) / n), for whichever rule of the class was chosen, where n > d.

    Parameters
    ----------
    dimension
        d, the VC dimension of the class, below n.

    Notes
    -----
    A second sample of n has at least n R − 1 errors half of the time, so P[sup R − R̂ > ε] is at most twice the chance
    that the two differ by ε − 1/n; drawing n of 2n without replacement makes that N(2n) exp(−(ε − 1/n)² n²/(n + 1)) at
    most. Of the printed 4 a factor of two is left, which pays for the difference to exp(−n ε²) as long as ε is below
    0.3; beyond, 2/n is added.

    Examples
    --------
    >>> round(VcUniform(10).risk(Training(errors=50, n=1000), delta=0.05), 6)
    0.309548

    References
    ----------
    [Mika02]_, theorem 2.2; [Vapnik98]_, chapter 4; [Serfling74]_, section 1 (sampling without replacement).
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
        return witness.rate + proved_deviation(deviation, n)

    def worlds(self) -> tuple[World[Training], ...]:
        """2ᵈ independent rules are a class of dimension d."""
        return tuple(flattered_world(Coins.alike(2**self.dimension, 0.5, n)) for n in (200, 1000))


def proved_deviation(printed: float, n: int) -> float:
    """The printed deviation, with 2/n more where one side of 4 N(2n) exp(−n ε²) does not pay for all of the proof.

    >>> proved_deviation(0.25, 100), proved_deviation(0.5, 100)
    (0.25, 0.52)
    """
    return printed if printed < GENEROUS else printed + 2.0 / n
