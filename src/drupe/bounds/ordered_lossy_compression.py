"""The compression bound for rules that err on some examples and depend on the order of the kept ones."""

import math
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.ordered_compression import ordered_nats
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.bounds.worlds.kept_coins import KeptCoins
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.kept import KeptInOrder


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
        return (World("rules of rate one half from ordered pairs", _cleanest),)


def _cleanest(rng: np.random.Generator) -> Outcome[KeptInOrder]:
    toss = KeptCoins(2, 60, 0.5, ordered=True).cleanest(rng)
    return Outcome(KeptInOrder(2, 60, toss.errors), 0.5)
