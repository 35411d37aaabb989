"""The hold-out bound of the best of several rules, chosen on the examples that it is tested on."""

from collections.abc import Callable
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.concentration.binomial_tail import binomial_upper
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.bounds.worlds.coins import Coins
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.best_held_out import BestHeldOut


class BestOfSeveral(Bound[BestHeldOut]):
    """max {p : P[Bin(n, p) ≤ errors] ≥ δ/candidates}, for whichever of the candidates was chosen.

    All candidates are tested in the same pass over the same examples, and the choice may look at the counts: each
    count pays with its part of δ.

    Notes
    -----
    Assumptions: all candidates were fixed before these examples were looked at; how their errors depend on one another
    makes no odds. Where they err independently 1 − (1 − δ)^(1/candidates) would do, which is hardly more.

    Examples
    --------
    >>> seen = BestHeldOut(errors=2000, n=100_000, candidates=20)
    >>> round(BestOfSeveral().risk(seen, delta=0.05) / seen.rate, 3)
    1.064

    References
    ----------
    [Langford05]_, theorem 3.3, place not checked, with a union over candidates; [Clopper34]_, section 3.
    """

    witness = BestHeldOut
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FRESH})
    source = Citation("Langford05", "theorem 3.3")
    weight: ClassVar[float] = 640.0
    rises_with: ClassVar[tuple[str, ...]] = ("errors", "candidates")

    def _risk(self, witness: BestHeldOut, delta: float) -> float:
        return binomial_upper(witness.errors, witness.n, delta / witness.candidates)

    def worlds(self) -> tuple[World[BestHeldOut], ...]:
        """Rules that err independently: those of one rate, of which the luckiest is taken, and others."""
        alike = tuple(Coins.alike(size, rate, n) for size, rate, n in ((20, 0.1, 200), (20, 0.5, 9), (2, 0.5, 1)))
        mixed = Coins(tuple(np.linspace(0.02, 0.3, 10).tolist()), 200)
        return tuple(World(f"best of {len(one.rates)}, {one.n} examples", _chosen(one)) for one in (*alike, mixed))


def _chosen(coins: Coins) -> Callable[[np.random.Generator], Outcome[BestHeldOut]]:
    def draw(rng: np.random.Generator) -> Outcome[BestHeldOut]:
        toss = coins.cleanest(rng)
        return Outcome(BestHeldOut(toss.errors, coins.n, len(coins.rates)), toss.rate)

    return draw
