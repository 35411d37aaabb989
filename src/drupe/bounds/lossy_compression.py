"""The compression bound for rules that err on some examples."""

import math
from functools import partial
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.compression import kept_nats
from drupe.bounds.subject import Subject
from drupe.bounds.world import Outcome, World
from drupe.bounds.worlds.kept_coins import KeptCoins
from drupe.foundation.citations import Citation
from drupe.witness.assumptions import Assumption
from drupe.witness.kept import Kept


class LossyCompression(Bound[Kept]):
    """R ≤ (n/(n − d)) R̂ + √((ln C(n, d) + 2 ln n + ln(1/δ) + b ln 2) / (2(n − d))), d examples kept, b bits remembered.

    Examples
    --------
    >>> round(LossyCompression().risk(Kept(kept=50, n=1000, errors=30), delta=0.05), 7)
    0.3659877

    References
    ----------
    [Graepel02]_, theorem 36; [Herbrich02]_, theorem 5.18.
    """

    witness = Kept
    subject = Subject.FITTED
    assumptions = frozenset(
        {
            Assumption.INDEPENDENT,
            Assumption.FIXED_KERNEL,
            Assumption.COMPRESSION,
            Assumption.PERMUTATION_INVARIANT,
        }
    )
    source = Citation("Graepel02", "theorem 36")
    rises_with: ClassVar[tuple[str, ...]] = ("errors", "bits")

    def _risk(self, witness: Kept, delta: float) -> float:
        if not witness.others:
            return math.inf
        # One ln n for the number of kept examples, another for the number of errors.
        nats = kept_nats(witness) + math.log(witness.n) - math.log(delta)
        return witness.errors / witness.others + math.sqrt(nats / (2.0 * witness.others))

    def worlds(self) -> tuple[World[Kept], ...]:
        """Rules made from two examples, that err independently on the others."""
        return tuple(World(f"rules of rate {rate} from pairs", partial(_cleanest, rate=rate)) for rate in (0.25, 0.5))


def _cleanest(rng: np.random.Generator, rate: float) -> Outcome[Kept]:
    toss = KeptCoins(2, 60, rate, ordered=False).cleanest(rng)
    return Outcome(Kept(2, 60, toss.errors), rate)
