"""The covering number bound, at whatever margin the sample turned out to have."""

import math
from collections.abc import Callable
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.bounds.worlds.coins import Coins
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.capacity import Cover


class Covering(Bound[Cover]):
    """R ≤ (2/n)(⌈log₂ N(margin/2, 2n)⌉ + log₂ n + log₂(1/δ)), where no example is wrong and N ≤ 2^(n/2).

    Examples
    --------
    >>> round(Covering().risk(Cover(bits=9.5, n=1024), delta=0.25), 9)
    0.04296875

    References
    ----------
    [Herbrich02]_, corollary 4.26, eq. 4.26.
    """

    witness = Cover
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_CLASS, Assumption.CONSISTENT})
    source = Citation("Herbrich02", "eq. 4.26")
    rises_with: ClassVar[tuple[str, ...]] = ("bits",)
    falls_with: ClassVar[tuple[str, ...]] = ("n",)

    def _risk(self, witness: Cover, delta: float) -> float:
        if witness.bits > witness.n / 2:
            return math.inf
        return 2.0 / witness.n * (max(1, math.ceil(witness.bits)) + math.log2(witness.n) - math.log2(delta))

    def worlds(self) -> tuple[World[Cover], ...]:
        """Finitely many rules with values ±1 cover themselves."""
        return tuple(World(f"64 independent rules of rate {rate}", _rules(rate)) for rate in (0.02, 0.05))


def _rules(rate: float) -> Callable[[np.random.Generator], Outcome[Cover]]:
    coins = Coins.alike(64, rate, 200)

    def draw(rng: np.random.Generator) -> Outcome[Cover]:
        toss = coins.cleanest(rng)
        # A rule with mistakes has no margin: nothing but the trivial cover of all patterns.
        return Outcome(Cover(6.0 if toss.errors == 0 else float(coins.n), coins.n), toss.rate)

    return draw
