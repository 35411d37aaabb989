"""The compression bound: few kept examples give the rule again, and all others are right."""

import math
from functools import partial
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.concentration.elementary import log_binomial
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.bounds.worlds.kept_coins import KeptCoins
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.kept import Kept


class Compression(Bound[Kept]):
    """R ≤ (ln C(n, d) + ln n + ln(1/δ) + b ln 2) / (n − d), d examples kept and b bits remembered, none wrong.

    Examples
    --------
    >>> round(Compression().risk(Kept(kept=50, n=1000), delta=0.05), 7)
    0.2163871

    References
    ----------
    [Graepel02]_, theorem 35; [Herbrich02]_, theorem 5.17, eq. 5.16.
    """

    witness = Kept
    subject = Subject.FITTED
    assumptions = frozenset(
        {
            Assumption.INDEPENDENT,
            Assumption.FIXED_KERNEL,
            Assumption.COMPRESSION,
            Assumption.PERMUTATION_INVARIANT,
            Assumption.CONSISTENT,
        }
    )
    source = Citation("Graepel02", "theorem 35")
    rises_with: ClassVar[tuple[str, ...]] = ("errors", "bits")

    def _risk(self, witness: Kept, delta: float) -> float:
        if witness.errors or not witness.others:
            return math.inf
        return (kept_nats(witness) - math.log(delta)) / witness.others

    def worlds(self) -> tuple[World[Kept], ...]:
        """Rules made from one or two examples, that err independently on the others."""
        return tuple(
            World(f"rules made from {kept} of 40 examples", partial(_cleanest, kept=kept, rate=rate))
            for kept, rate in ((1, 0.12), (2, 0.17), (2, 0.3))
        )


def kept_nats(witness: Kept) -> float:
    """ln C(n, d) + ln n + b ln 2: which examples, how many of them, and what else.

    >>> round(kept_nats(Kept(kept=1, n=10)) / math.log(10), 9)
    2.0
    """
    return log_binomial(witness.n, witness.kept) + math.log(witness.n) + witness.bits * math.log(2.0)


def _cleanest(rng: np.random.Generator, kept: int, rate: float) -> Outcome[Kept]:
    toss = KeptCoins(kept, 40, rate, ordered=False).cleanest(rng)
    return Outcome(Kept(kept, 40, toss.errors), rate)
