"""The compression bound for rules that depend on the order of the kept examples."""

import math
from functools import partial
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.concentration.elementary import log_binomial, log_factorial
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.bounds.worlds.kept_coins import KeptCoins
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.kept import KeptInOrder


class OrderedCompression(Bound[KeptInOrder]):
    """R ≤ (ln(C(n, d) d!) + ln n + ln(1/δ) + b ln 2) / (n − d), d different examples kept in order, none wrong.

    Examples
    --------
    >>> round(OrderedCompression().risk(KeptInOrder(kept=50, n=1000), delta=0.05), 7)
    0.3726795

    References
    ----------
    [Graepel02]_, theorem 35; [Herbrich02]_, theorem 5.17, eq. 5.16.
    """

    witness = KeptInOrder
    subject = Subject.FITTED
    assumptions = frozenset(
        {Assumption.INDEPENDENT, Assumption.FIXED_KERNEL, Assumption.COMPRESSION, Assumption.CONSISTENT}
    )
    source = Citation("Herbrich02", "eq. 5.16")
    rises_with: ClassVar[tuple[str, ...]] = ("kept", "errors", "bits")

    def _risk(self, witness: KeptInOrder, delta: float) -> float:
        if witness.errors or not witness.others:
            return math.inf
        return (ordered_nats(witness) - math.log(delta)) / witness.others

    def worlds(self) -> tuple[World[KeptInOrder], ...]:
        """Rules made from two examples in either order, that err independently on the others."""
        return tuple(
            World(f"rules of rate {rate} from ordered pairs", partial(_cleanest, rate=rate)) for rate in (0.2, 0.3)
        )


def ordered_nats(witness: KeptInOrder) -> float:
    """ln(C(n, d) d!) + ln n + b ln 2: which examples in which order, how many of them, and what else.

    >>> round(ordered_nats(KeptInOrder(kept=1, n=10)) / math.log(10), 9)
    2.0
    """
    sequences = log_binomial(witness.n, witness.kept) + log_factorial(witness.kept)
    return sequences + math.log(witness.n) + witness.bits * math.log(2.0)


def _cleanest(rng: np.random.Generator, rate: float) -> Outcome[KeptInOrder]:
    toss = KeptCoins(2, 40, rate, ordered=True).cleanest(rng)
    return Outcome(KeptInOrder(2, 40, toss.errors), rate)
