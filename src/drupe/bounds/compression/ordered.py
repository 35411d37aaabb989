"""The compression bound for rules that depend on the order of the kept examples: without errors, and with them."""

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
            World(f"rules of rate {rate} from ordered pairs", partial(_cleanest, n=40, rate=rate))
            for rate in (0.2, 0.3)
        )


def ordered_nats(witness: KeptInOrder) -> float:
    """ln(C(n, d) d!) + ln n + b ln 2: which examples in which order, how many of them, and what else.

    >>> round(ordered_nats(KeptInOrder(kept=1, n=10)) / math.log(10), 9)
    2.0
    """
    sequences = log_binomial(witness.n, witness.kept) + log_factorial(witness.kept)
    return sequences + math.log(witness.n) + witness.bits * math.log(2.0)


def _cleanest(rng: np.random.Generator, n: int, rate: float) -> Outcome[KeptInOrder]:
    toss = KeptCoins(2, n, rate, ordered=True).cleanest(rng)
    return Outcome(KeptInOrder(2, n, toss.errors), rate)


class OrderedLossyCompression(Bound[KeptInOrder]):
    """R ≤ (n/(n − d)) R̂ + √((ln(C(n, d) d!) + 2 ln n + ln(1/δ) + b ln 2) / (2(n − d))).

    Examples
    --------
    >>> round(OrderedLossyCompression().risk(KeptInOrder(kept=50, n=1000, errors=30), delta=0.05), 7)
    0.4674406

    References
    ----------
    [Graepel02]_, theorem 36; [Herbrich02]_, theorem 5.18.
    """

    witness = KeptInOrder
    subject = Subject.FITTED
    assumptions = frozenset({Assumption.INDEPENDENT, Assumption.FIXED_KERNEL, Assumption.COMPRESSION})
    source = Citation("Herbrich02", "theorem 5.18")
    rises_with: ClassVar[tuple[str, ...]] = ("kept", "errors", "bits")

    def _risk(self, witness: KeptInOrder, delta: float) -> float:
        if not witness.others:
            return math.inf
        nats = ordered_nats(witness) + math.log(witness.n) - math.log(delta)
        return witness.errors / witness.others + math.sqrt(nats / (2.0 * witness.others))

    def worlds(self) -> tuple[World[KeptInOrder], ...]:
        """Rules made from two examples in either order, that err independently on the others."""
        return (World("rules of rate one half from ordered pairs", partial(_cleanest, n=60, rate=0.5)),)
