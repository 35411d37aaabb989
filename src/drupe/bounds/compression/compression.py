"""The compression bound: few kept examples give the rule again; as printed, exact, and with errors on the others."""

import math
from functools import partial
from typing import ClassVar

import numpy as np

from drupe.bounds.base import Bound
from drupe.bounds.concentration.elementary import log_binomial, log_binomial_limit
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
            World(f"rules made from {kept} of 40 examples", partial(_cleanest, kept=kept, n=40, rate=rate))
            for kept, rate in ((1, 0.12), (2, 0.17), (2, 0.3))
        )


def kept_nats(witness: Kept) -> float:
    """ln C(n, d) + ln n + b ln 2: which examples, how many of them, and what else.

    >>> round(kept_nats(Kept(kept=1, n=10)) / math.log(10), 9)
    2.0
    """
    return log_binomial(witness.n, witness.kept) + math.log(witness.n) + witness.bits * math.log(2.0)


def _cleanest(rng: np.random.Generator, kept: int, n: int, rate: float) -> Outcome[Kept]:
    toss = KeptCoins(kept, n, rate, ordered=False).cleanest(rng)
    return Outcome(Kept(kept, n, toss.errors), rate)


class CompressionSimplified(Bound[Kept]):
    """R ≤ (d ln(en/d) + ln(n/δ)) / (n − d), d support vectors or other kept examples, none wrong.

    Notes
    -----
    The derivation has natural logarithms, the theorem as printed base 2; the former is proved and smaller.

    Examples
    --------
    >>> round(CompressionSimplified().risk(Kept(kept=274, n=7291), delta=0.05), 6)
    0.16887

    References
    ----------
    [Cristianini00]_, theorems 4.25 and 6.8.
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
    source = Citation("Cristianini00", "theorem 4.25")
    rises_with: ClassVar[tuple[str, ...]] = ("kept", "errors", "bits")

    def _risk(self, witness: Kept, delta: float) -> float:
        if witness.errors or not witness.others:
            return math.inf
        nats = log_binomial_limit(witness.n, witness.kept) + witness.bits * math.log(2.0)
        return (nats + math.log(witness.n / delta)) / witness.others

    def worlds(self) -> tuple[World[Kept], ...]:
        """Those of the bound that it simplifies."""
        return Compression().worlds()


def halved_formula(kept: int, n: int, delta: float) -> float:
    """(2/n)(d ln(en/d) + ln n + ln(1/δ)), for d ≤ n/2.

    >>> halved_formula(20, 1000, 0.01) > CompressionSimplified().risk(Kept(kept=20, n=1000), delta=0.01)
    True

    References
    ----------
    [Graepel02]_, eq. 5.6; [Herbrich02]_, section 5.2.1.
    """
    return 2.0 / n * (log_binomial_limit(n, kept) + math.log(n) - math.log(delta))


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
        return tuple(
            World(f"rules of rate {rate} from pairs", partial(_cleanest, kept=2, n=60, rate=rate))
            for rate in (0.25, 0.5)
        )
